#include "engine/engine.h"

#include "engine/engine_state.h"

namespace partita {

Result<std::shared_ptr<const StoredTable>> Engine::State::table(const std::string& name) const {
    auto found = file->catalogue()->find(name);
    if (!found) return Error::notFound("Requested resource not found: Table: " + name + " not found");
    return found;
}

Result<std::shared_ptr<const StoredTable>> Engine::State::dataTable(const std::string& name) const {
    auto found = file->catalogue()->find(name);
    if (!found) return Error::notFound("Requested resource not found");
    return found;
}

Result<std::shared_ptr<const ViewTables>> Engine::State::view(const ViewId& id) const {
    auto stored = table(id.table);
    if (!stored) return stored.error();
    const ViewTables* view = (*stored)->viewOf(id.index);
    if (!view) return Error::validation("The table does not have the specified index: " + *id.index);
    return std::shared_ptr<const ViewTables>(*stored, view);
}

Engine::State::Group*& Engine::State::currentGroup() {
    thread_local Group* group = nullptr;
    return group;
}

void Engine::State::announce(const Change& change) const {
    if (Group* const group = currentGroup(); group && group->state == this) {
        group->changes.push_back(change);
        return;
    }
    std::vector<std::shared_ptr<const Listener>> told;
    {
        const std::lock_guard guard(listenerMutex);
        for (const auto& [id, listener] : listeners)
            told.push_back(listener);
    }
    for (const auto& listener : told)
        (*listener)(change);
}

LoadResource resourceOf(const TableDefinition& table, const std::optional<std::string>& index) {
    if (!index) return {};
    const IndexDefinition* definition = table.index(*index);
    return definition && definition->kind == IndexKind::Global ? *index : LoadResource();
}

Engine::Engine() = default;

Engine::~Engine() {
    if (!m_state) return;
    m_state->upkeep.reset();
    m_state->saveLive();
}

Result<std::unique_ptr<Engine>> Engine::create(const std::string& path,
                                               const std::vector<TableDefinition>& tables,
                                               const Clock& clock) {
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        auto engine = std::unique_ptr<Engine>(new Engine);
        engine->m_state = std::make_unique<State>(TableFile::create(path, tables, clock), clock);
        engine->m_state->startUpkeep();
        return engine;
    });
}

Result<std::unique_ptr<Engine>> Engine::open(const std::string& path, OpenMode mode, const Clock& clock) {
    return guarded([&]() -> Result<std::unique_ptr<Engine>> {
        auto engine = std::unique_ptr<Engine>(new Engine);
        std::string reason = "It was opened for reading only.";
        if (mode != OpenMode::ReadOnly) {
            try {
                engine->m_state =
                    std::make_unique<State>(TableFile::open(path, TableFile::Mode::ReadWrite, clock), clock);
                engine->m_state->startUpkeep();
                return engine;
            } catch (const StorageError& fault) {
                const ErrorCode code = fault.error().code;
                if (mode == OpenMode::ReadWrite ||
                    (code != ErrorCode::HeldByAnother && code != ErrorCode::ReadOnly &&
                     code != ErrorCode::DiskFull))
                    return fault.error();
                reason = fault.error().message;
            }
        }
        engine->m_state =
            std::make_unique<State>(TableFile::open(path, TableFile::Mode::ReadOnly, clock), clock);
        engine->m_state->readOnlyReason = reason;
        return engine;
    });
}

const std::string& Engine::path() const {
    return m_state->file->path();
}

bool Engine::isReadOnly() const {
    return m_state->file->isReadOnly();
}

std::string Engine::readOnlyReason() const {
    return m_state->readOnlyReason;
}

std::vector<std::string> Engine::tableNames() const {
    std::vector<std::string> names;
    for (const auto& table : m_state->file->catalogue()->tables())
        names.push_back(table->definition.name);
    return names;
}

Result<std::shared_ptr<const TableDefinition>> Engine::table(const std::string& name) const {
    auto stored = m_state->table(name);
    if (!stored) return stored.error();
    return std::shared_ptr<const TableDefinition>(*stored, &(*stored)->definition);
}

int Engine::listen(Listener listener) {
    const std::lock_guard guard(m_state->listenerMutex);
    const int id = m_state->nextListener++;
    m_state->listeners.emplace(id, std::make_shared<const Listener>(std::move(listener)));
    return id;
}

void Engine::unlisten(int id) {
    const std::lock_guard guard(m_state->listenerMutex);
    m_state->listeners.erase(id);
}

}  // namespace partita
