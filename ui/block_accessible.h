// What a screen reader finds in a block view: a table of the visible rows, with the partition key, the sort
// key and the attributes as columns. GUI thread only.
#pragma once

namespace partita {

class BlockView;

/// Once is enough; more does no harm.
void installBlockAccessibility();
/// Tells assistive programs that the rows have changed, or which one is current.
void updateBlockAccessibility(BlockView* view);
void announceCurrentRow(BlockView* view);

}  // namespace partita
