// Reading the streams of changes; they are written with the items (storage/stream_store.h).
#include <algorithm>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/storage/stream_store.h"

namespace partita {

Result<std::vector<StreamInfo>> Engine::streams(const std::optional<std::string>& table) const {
    const auto catalogue = m_state->file->catalogue();
    if (table && !catalogue->find(*table)) return std::vector<StreamInfo>();
    return guarded([&]() -> Result<std::vector<StreamInfo>> {
        std::vector<StreamInfo> all;
        if (catalogue->format() < 2) return all;
        const UtcMillis now = m_state->clock.now();
        const TableFile::Reader reader = m_state->file->reader();
        Transaction snapshot(*reader, Transaction::Kind::Read);
        for (const auto& stored : catalogue->tables()) {
            if (table && stored->definition.name != *table) continue;
            for (StreamStore::Stored& stream : StreamStore(*reader).streamsOf(stored->id, now)) {
                if (stream.ended && *stream.ended < now - StreamStore::kLifetime) continue;
                stream.info.table = stored->definition.name;
                all.push_back(std::move(stream.info));
            }
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const StreamInfo& a, const StreamInfo& b) { return a.created < b.created; });
        return all;
    });
}

Result<StreamPage> Engine::streamRecords(const std::string& table, const std::string& label,
                                         std::uint64_t fromSequence, std::uint32_t limit) const {
    const auto stored = m_state->file->catalogue()->find(table);
    const Error missing =
        Error::notFound("Requested resource not found: Stream: " + table + "/" + label + " not found");
    if (!stored || m_state->file->catalogue()->format() < 2) return missing;
    return guarded([&]() -> Result<StreamPage> {
        const TableFile::Reader reader = m_state->file->reader();
        Transaction snapshot(*reader, Transaction::Kind::Read);
        const StreamStore store(*reader);
        for (const StreamStore::Stored& stream : store.streamsOf(stored->id, m_state->clock.now())) {
            if (stream.info.label != label) continue;
            if (fromSequence < stream.info.firstSequence)
                return Error::of(ErrorCode::TrimmedDataAccess,
                                 "The operation attempted to read past the oldest stream record in a shard.");
            return store.page(stream, fromSequence, std::max<std::uint32_t>(limit, 1));
        }
        return missing;
    });
}

}  // namespace partita
