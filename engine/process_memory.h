// How this process treats memory that it has freed. Call once, at the start of main(), before other threads.
#pragma once

namespace partita {

/// Keeps up to 64 MiB of freed memory for what comes next, and takes large blocks from it, too. Pages of a
/// scan, answers and sorted runs are of 1 MiB and more, made and freed thousands of times: given back to the
/// system each time, they cost more in page faults than all the work on them. Nothing where the C library is
/// not glibc.
void keepFreedMemory();

}  // namespace partita
