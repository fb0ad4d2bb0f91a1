// Import, and what the file keeps of earlier ones.
#include "engine/engine.h"
#include "engine/import_run.h"
#include "engine/interchange/json_outline.h"
#include "engine/interchange/read/open_source.h"
#include "engine/operation/integrity.h"

namespace partita {

namespace {

// Put back in one transaction.
constexpr std::size_t kRestoredAtOnce = 1000;

/// A request with the table it is for, as it would stand in a file of requests. One that is cut off stays as
/// it is: around it, nothing could be told apart.
std::string requestFor(const std::string& table, const std::string& request) {
    const JsonOutline outline = outlineOf(request);
    if (table.empty() || !outline.isWhole || outline.size != request.size()) return request;
    std::string named = "{";
    named += jsonString(table);
    named += ":[";
    named += request;
    named += "]}";
    return named;
}

}  // namespace

void Engine::State::learnOrder(const StoredTable& table, const AttributeOrder& learned, Database& database) {
    AttributeOrder order = Catalogue::attributeOrder(database, table.id);
    bool changed = false;
    for (const auto& [entity, names] : learned.entities())
        changed = order.add(entity, names) || changed;
    if (!changed) return;
    Transaction transaction(database, Transaction::Kind::Write);
    Catalogue::setAttributeOrder(database, table.id, order);
    transaction.commit();
    const std::lock_guard guard(orderMutex);
    orders[table.id] = std::make_shared<const AttributeOrder>(std::move(order));
}

Result<ImportReport> Engine::importItems(const SourceLocation& location, const ImportOptions& options,
                                         const ProgressSink& progress, std::stop_token stop) {
    if (isReadOnly())
        return Error::file(ErrorCode::ReadOnly, "Nothing can be imported: the file is open for reading only.",
                           path());
    if (!options.table.empty())
        if (auto table = m_state->table(options.table); !table) return table.error();
    auto source = openSource(location, options.source);
    if (!source) return source.error();
    State::Import import(*m_state, **source, options, progress, std::move(stop));
    auto report = import.run(location.name());
    // A table that was made for items of which none came would look like a part of an import.
    const bool isStopped = options.onExisting == OnExisting::Stop && report && report->failure &&
                           report->inserted + report->replaced + report->merged + report->deleted == 0;
    if (isStopped || !report) {
        std::vector<std::string> left = import.tablesCreated();
        if (report) left = report->tablesCreated;
        std::erase_if(left, [&](const std::string& table) {
            const auto items = statistics({table, {}});
            if (!items || items->items > 0) return false;
            const auto deleted = deleteTable(table);
            return bool(deleted);
        });
        if (report) report->tablesCreated = std::move(left);
    }
    if (report && report->inserted + report->replaced + report->merged + report->deleted > 0)
        for (const std::string& table : import.tables())
            m_state->announce({Change::Kind::Items, table, {}});
    return report;
}

Result<ImportReport> Engine::importItems(const std::string& source, const ImportOptions& options,
                                         const ProgressSink& progress, std::stop_token stop) {
    return importItems(SourceLocation::file(source), options, progress, std::move(stop));
}

Result<std::vector<ImportReport>> Engine::imports() const {
    return guarded([&]() -> Result<std::vector<ImportReport>> {
        const TableFile::Reader reader = m_state->file->reader();
        const Transaction snapshot(*reader, Transaction::Kind::Read);
        std::vector<ImportReport> reports;
        const ImportStore store(*reader);
        if (!store.isThere()) return reports;
        for (const StoredImport& import : store.all()) {
            ImportReport report = reportOf(import);
            report.restorable = store.replacedCount(import.id);
            report.retryable = store.recordCount(import.id);
            reports.push_back(std::move(report));
        }
        return reports;
    });
}

Result<std::vector<ImportProblem>> Engine::importProblems(std::int64_t import, std::size_t most) const {
    return guarded([&]() -> Result<std::vector<ImportProblem>> {
        const TableFile::Reader reader = m_state->file->reader();
        std::vector<ImportProblem> problems;
        const ImportStore store(*reader);
        if (!store.isThere()) return problems;
        for (const StoredImportProblem& stored : store.problems(import, most))
            problems.push_back(problemOf(stored));
        return problems;
    });
}

Result<RefusedRecords> Engine::refusedRecords(std::int64_t import, std::size_t mostBytes) const {
    return guarded([&]() -> Result<RefusedRecords> {
        const TableFile::Reader reader = m_state->file->reader();
        const ImportStore store(*reader);
        const auto found = store.isThere() ? store.find(import) : std::nullopt;
        if (!found) return Error::notFound("There is no such import in this file.");
        RefusedRecords refused;
        refused.format = sourceFormatNamed(found->recordFormat).value_or(SourceFormat::Items);
        refused.text = found->preamble;
        if (!refused.text.empty() && refused.text.back() != '\n') refused.text += '\n';
        store.forEachRecord(import, [&](const StoredImportProblem& problem) {
            const std::string record = refused.format == SourceFormat::BatchWrite
                                           ? requestFor(problem.table, *problem.record)
                                           : *problem.record;
            if (refused.text.size() + record.size() > mostBytes) {
                refused.isWhole = false;
                return;
            }
            refused.text += record;
            if (refused.text.back() != '\n') refused.text += '\n';
            ++refused.records;
        });
        return refused;
    });
}

Result<RestoreReport> Engine::restoreReplaced(std::int64_t import, const ProgressSink& progress,
                                              std::stop_token stop) {
    RestoreReport report;
    std::int64_t after = 0;
    std::vector<std::string> tables;
    auto done = guarded([&]() -> Result<void> {
        while (!stop.stop_requested()) {
            const TableFile::Writer writer = m_state->file->writer();
            ImportStore store(*writer);
            const auto batch = store.replaced(import, after, kRestoredAtOnce);
            if (batch.empty()) return {};
            Transaction transaction(*writer, Transaction::Kind::Write);
            for (const ImportStore::Replaced& replaced : batch) {
                after = replaced.row;
                ++(report.*State::restore(*m_state, *writer, replaced, tables));
                store.forgetReplaced(replaced.row);
            }
            transaction.commit();
            if (progress) progress({Progress::Phase::Writing, 0, 0, report.restored + report.changedSince});
        }
        report.cancelled = true;
        return {};
    });
    for (const std::string& table : tables)
        m_state->announce({Change::Kind::Items, table, {}});
    if (!done) return done.error();
    return report;
}

std::uint64_t RestoreReport::*Engine::State::restore(State& state, Database& writer,
                                                     const ImportStore::Replaced& replaced,
                                                     std::vector<std::string>& tables) {
    const auto& all = state.file->catalogue()->tables();
    const auto table =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one->id == replaced.table; });
    if (table == all.end()) return &RestoreReport::changedSince;  // it went this moment
    auto item = itemFromBytes(replaced.old);
    if (!item) return &RestoreReport::changedSince;
    const auto prepared = prepareItem((*table)->definition, *item);
    if (!prepared) return &RestoreReport::changedSince;  // an index came since that refuses it
    ItemWriter items(writer, **table, state.lagIfOn());
    const auto now = items.find(prepared->rowKey());
    const auto hash = now ? std::optional(importedHash(now->bytes)) : std::nullopt;
    if (hash != replaced.nowHash) return &RestoreReport::changedSince;
    items.put(*prepared, now);
    const std::string& name = (*table)->definition.name;
    if (std::find(tables.begin(), tables.end(), name) == tables.end()) tables.push_back(name);
    return &RestoreReport::restored;
}

Result<void> Engine::forgetImport(std::int64_t import) {
    return guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        Transaction transaction(*writer, Transaction::Kind::Write);
        ImportStore(*writer).remove(import);
        transaction.commit();
        return {};
    });
}

Result<std::vector<std::string>> Engine::check(const ProgressSink& progress, std::stop_token stop) const {
    return guarded([&]() -> Result<std::vector<std::string>> {
        const TableFile::Reader reader = m_state->file->reader();
        const Database::StopScope scope(*reader, stop);
        return checkIntegrity(*reader, *m_state->file->catalogue(), progress, stop);
    });
}

}  // namespace partita
