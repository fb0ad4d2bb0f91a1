// What the user chose for a table and the file keeps beside its items.
#include "engine/engine.h"
#include "engine/engine_state.h"

namespace partita {

Result<std::vector<EntityColour>> Engine::entityColours(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::vector<EntityColour>> {
        const TableFile::Reader reader = m_state->file->reader();
        std::vector<EntityColour> colours;
        Execution row =
            reader->prepare("SELECT entity, rgb FROM entity_colours WHERE table_id = ? ORDER BY entity");
        row.bind(1, (*table)->id);
        while (row.step())
            colours.push_back(
                {std::string(row.text(0)), static_cast<std::uint32_t>(row.integer(1)) & 0xffffff});
        return colours;
    });
}

Result<void> Engine::setEntityColour(const std::string& name, const EntityColour& colour) {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        (*writer)
            .prepare("INSERT OR REPLACE INTO entity_colours VALUES (?, ?, ?)")
            .bind(1, (*table)->id)
            .bindText(2, colour.entity)
            .bind(3, colour.rgb)
            .run();
        transaction.commit();
        return {};
    });
    if (done) m_state->announce({Change::Kind::Settings, name, {}});
    return done;
}

}  // namespace partita
