// The one thing that a source without items can't do.
#include "engine/interchange/read/schema_source.h"

namespace partita {

Result<DecodedRecord> SchemaSource::decode(const SourceRecord&, const KeySchema&, bool) const {
    return Error::badInput("A schema holds no items.", m_files.front());
}

}  // namespace partita
