#include "engine/import_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace partita {
namespace {

constexpr std::uint64_t kItemsPerReport = 5000;

std::string keyText(const KeySchema& keys, const KeyBytes& key) {
    std::vector<Value> all;
    if (auto values = keyValues(keys.partition, key.partition)) all = std::move(values).value();
    if (auto values = keyValues(keys.sort, key.sort); values && !keys.sort.empty())
        for (Value& value : *values)
            all.push_back(std::move(value));
    return displayText(all);
}

BulkLoad::OnExisting onExistingOf(OnExisting choice) {
    switch (choice) {
        case OnExisting::Keep:
        case OnExisting::Stop:  // what came since it was looked for
            return BulkLoad::OnExisting::Keep;
        case OnExisting::Merge:
            return BulkLoad::OnExisting::Merge;
        case OnExisting::Replace:
            break;
    }
    return BulkLoad::OnExisting::Replace;
}

/// The text of a record that puts this item; nothing where a row of its own is not told by the item alone.
std::optional<std::string> recordTextOf(SourceFormat format, std::string item) {
    if (format == SourceFormat::Items) return item;
    if (format != SourceFormat::BatchWrite) return std::nullopt;
    std::string request = R"({"PutRequest":{"Item":)";
    request += item;
    request += "}}";
    return request;
}

void addCounts(ImportReport& report, const BulkLoad::Counts& counts) {
    report.inserted += counts.inserted;
    report.replaced += counts.replaced;
    report.merged += counts.merged;
    report.unchanged += counts.unchanged;
    report.kept += counts.kept;
    report.deleted += counts.deleted;
    report.absent += counts.absent;
}

}  // namespace

Engine::State::Import::Import(State& state, SourceReader& source, const ImportOptions& options,
                              const ProgressSink& progress, std::stop_token stop)
    : m_state(state),
      m_source(source),
      m_options(options),
      m_progress(progress),
      m_stop(std::move(stop)),
      m_log(options.keepReport ? state.file.get() : nullptr, options),
      m_runs(state.file->path(), options.memoryBytes) {}

Result<ImportReport> Engine::State::Import::run(std::string sourceName) {
    const auto begin = std::chrono::steady_clock::now();
    m_log.report.source = std::move(sourceName);
    const auto started = guarded([&]() -> Result<void> {
        if (auto created = createTables(); !created) return created;
        m_log.begin(m_source, m_state.clock.now());
        return {};
    });
    if (!started) return started.error();
    const auto worked = guarded([&]() -> Result<void> {
        if (!read()) return {};
        auto sorted = m_runs.finish();
        if (!sorted) return sorted.error();
        write(*sorted);
        return {};
    });
    if (!worked) fail(worked.error());
    for (const SourceNote& note : m_source.notes())
        m_log.add(problem(ImportProblem::Kind::Note, nullptr, 0, note.line, note.text));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    m_log.report.seconds = elapsed.count();
    const auto saved = guarded([&]() -> Result<void> {
        m_log.finish();
        return {};
    });
    if (!saved && !m_log.report.failure) m_log.report.failure = saved.error();
    return std::move(m_log.report);
}

std::vector<std::string> Engine::State::Import::tables() const {
    std::vector<std::string> names;
    for (const Target& target : m_targets)
        names.push_back(target.name);
    return names;
}

Result<void> Engine::State::Import::createTables() {
    // One wrong table does not keep the others out; without any that is there nothing is left to do.
    std::optional<Error> firstFailure;
    bool isAnyThere = false;
    for (const ImportTarget& target : m_options.targets) {
        if (target.table.empty()) continue;
        if (!target.create) {
            isAnyThere = true;
            continue;
        }
        CreateTableRequest request;
        request.definition = *target.create;
        request.definition.name = target.table;
        if (!m_state.file->catalogue()->find(target.table)) {
            if (auto added = m_state.addTable(request); !added) {
                if (m_options.onExisting == OnExisting::Stop) return added.error();
                if (!firstFailure) firstFailure = added.error();
                std::string reason = "The table \"";
                reason += target.table;
                reason += "\" could not be made: ";
                reason += added.error().text();
                m_log.add(problem(ImportProblem::Kind::Note, nullptr, 0, 0, std::move(reason)));
                continue;
            }
            m_state.announce({Change::Kind::Tables, target.table, {}});
            m_log.report.tablesCreated.push_back(target.table);
        }
        isAnyThere = true;
        for (const SourceTable& source : m_source.tables())
            if (source.name == target.sourceTable) keepSource(target.table, source);
    }
    if (firstFailure && !isAnyThere && m_options.table.empty()) return *firstFailure;
    return {};
}

void Engine::State::Import::keepSource(const std::string& table, const SourceTable& source) {
    if (source.entities.empty() && source.extra.empty()) return;
    StoredSource kept;
    kept.extra = source.extra;
    for (const SourceEntity& entity : source.entities)
        kept.entities.push_back({entity.name, entity.keyTemplates, entity.attributes});
    const TableFile::Writer writer = m_state.file->writer();
    if (const auto stored = m_state.file->catalogue()->find(table)) {
        Transaction transaction(*writer, Transaction::Kind::Write);
        setSource(*writer, stored->id, kept);
        transaction.commit();
    }
}

std::optional<std::string> Engine::State::Import::tableNameOf(std::uint32_t sourceTable) {
    const std::string& name = m_source.tables()[sourceTable].name;
    for (const ImportTarget& target : m_options.targets)
        if (target.sourceTable == name)
            return target.table.empty() ? std::nullopt : std::optional(target.table);
    if (!m_options.table.empty()) return m_options.table;
    const auto catalogue = m_state.file->catalogue();
    if (catalogue->find(name)) return name;
    if (catalogue->tables().size() == 1 && m_source.tables().size() == 1) {
        m_wentToOnlyTable = !name.empty();
        return catalogue->tables().front()->definition.name;
    }
    return std::nullopt;
}

std::optional<std::size_t> Engine::State::Import::targetOf(std::uint32_t sourceTable) {
    while (sourceTable >= m_targetOf.size()) {
        const auto at = static_cast<std::uint32_t>(m_targetOf.size());
        const auto name = tableNameOf(at);
        const auto table = name ? m_state.file->catalogue()->find(*name) : nullptr;
        if (!table) {
            m_targetOf.emplace_back();
            const bool isWanted =
                name || std::none_of(m_options.targets.begin(), m_options.targets.end(),
                                     [&](const ImportTarget& target) {
                                         return target.sourceTable == m_source.tables()[at].name;
                                     });
            if (isWanted)
                m_log.add(problem(ImportProblem::Kind::Note, nullptr, 0, 0,
                                  "There is no table for the items of \"" +
                                      (name ? *name : m_source.tables()[at].name) +
                                      "\" in this file: they are left out. Say which table they go to."));
            continue;
        }
        const auto known = std::find_if(m_targets.begin(), m_targets.end(), [&](const Target& target) {
            return target.name == table->definition.name;
        });
        m_targetOf.emplace_back(static_cast<std::size_t>(known - m_targets.begin()));
        if (known == m_targets.end()) {
            const TableFile::Reader reader = m_state.file->reader();
            const bool hasItems = CollectionStore(*reader, table->view).totals().items > 0;
            m_targets.push_back({table->definition.name, table, {}, hasItems});
        }
    }
    return m_targetOf[sourceTable];
}

bool Engine::State::Import::read() {
    // The reader's threads must end before what they look at.
    ImportReader reader(m_source, [&](std::uint32_t table) -> const TableDefinition* {
        const auto target = targetOf(table);
        return target ? &m_targets[*target].table->definition : nullptr;
    });
    ImportReport& report = m_log.report;
    while (true) {
        if (m_stop.stop_requested()) return report.cancelled = true, false;
        auto records = reader.next();
        report.bytesRead = m_source.bytesRead();
        report.read += reader.leftOut() - report.leftOut;
        report.leftOut = reader.leftOut();
        if (!records) return fail(records.error());
        // Some sources name their tables only where items of them come.
        if (m_wentToOnlyTable && m_source.tables().size() > 1)
            return fail(Error::badInput("The source has items of several tables, \"" +
                                        m_source.tables()[0].name + "\" and \"" + m_source.tables()[1].name +
                                        "\", so nothing was imported. Say which table each goes to."));
        if (records->empty()) break;
        for (ImportRecord& record : *records)
            if (!take(record)) return false;
        m_log.flushIfMuch();
        tell(Progress::Phase::Reading, report.bytesRead, m_source.bytesTotal(), report.read);
    }
    if (m_source.endedEarly())
        report.failure = Error::badInput(
            "The text ends before its closing bracket: the source may be cut off. What came before is "
            "imported.");
    m_toWrite = m_runs.records();
    return true;
}

bool Engine::State::Import::take(ImportRecord& record) {
    ImportReport& report = m_log.report;
    ++report.read;
    Target& target = m_targets[*m_targetOf[record.table]];
    if (!record.item) {
        ++report.refused;
        ImportProblem refused = problem(ImportProblem::Kind::Refused, &target, record.file, record.line,
                                        record.item.error().text());
        refused.excerpt = excerptOf(record.text);
        m_log.add(std::move(refused), std::move(record.text), target.name);
        return true;
    }
    if (!record.names.empty()) target.order.add(record.entity, record.names);
    ++(record.form == JsonForm::Plain ? report.plainForm : report.dynamoDbForm);
    report.numbersRewritten += record.numbersRewritten;
    if (!record.repairs.empty()) ++report.repaired;
    for (std::string& repair : record.repairs) {
        ImportProblem repaired =
            problem(ImportProblem::Kind::Repaired, &target, record.file, record.line, std::move(repair));
        repaired.excerpt = record.text;
        m_log.add(std::move(repaired));
    }
    if (m_options.onExisting == OnExisting::Stop && isInTheWay(target, record)) return false;
    const auto position = static_cast<std::size_t>(&target - m_targets.data());
    if (auto added = m_runs.add(runKey(position, *record.item), runPayload(record)); !added)
        return fail(added.error());
    return true;
}

bool Engine::State::Import::isInTheWay(const Target& target, const ImportRecord& record) {
    if (!target.mayExist) return false;
    const TableFile::Reader reader = m_state.file->reader();
    RowCursor cursor = RowReader(*reader, target.table->view).one(record.item->rowKey());
    const Row* const row = cursor.next();
    if (!row || row->bytes == record.item->bytes) return false;
    m_log.report.failure = Error::badInput("There is an item of the key " +
                                               keyText(target.table->definition.keys, record.item->key) +
                                               " already, with other attributes, so nothing was imported.",
                                           "line " + std::to_string(record.line));
    return true;
}

Result<bool> Engine::State::Import::nextWinner(MergedRuns& sorted) {
    Sorted& at = m_sorted;
    const auto step = [&]() -> Result<void> {
        auto more = sorted.next();
        if (!more) return more.error();
        at.hasNext = *more;
        if (at.hasNext) at.next.read(sorted.key(), sorted.payload());
        return {};
    };
    if (m_written == 0 && !at.hasNext)
        if (auto first = step(); !first) return first.error();
    if (!at.hasNext) return false;
    std::swap(at.winner, at.next);
    while (true) {
        ++m_written;
        if (auto following = step(); !following) return following.error();
        if (!at.hasNext || !at.next.hasKeyOf(at.winner)) break;
        // Where the source has an order of its own, an earlier one is no mistake, only overtaken.
        if (at.next.order >= at.winner.order) std::swap(at.winner, at.next);
        ++m_log.report.duplicate;
        if (at.winner.order != at.next.order) continue;
        ImportProblem duplicate =
            problem(ImportProblem::Kind::Duplicate, &m_targets[at.winner.target], at.next.file, at.next.line,
                    "The same key comes again at line " + std::to_string(at.winner.line) +
                        "; the later one was taken.");
        duplicate.otherLine = at.winner.line;
        m_log.add(std::move(duplicate));
    }
    at.hasWinner = true;
    return true;
}

void Engine::State::Import::write(MergedRuns& sorted) {
    while (true) {
        auto more = writeBatch(sorted);
        if (!more) {
            fail(more.error());
            return;
        }
        if (!*more) return;
        if (m_stop.stop_requested()) {
            m_log.report.cancelled = true;
            return;
        }
    }
}

void Engine::State::Import::writeOne(BulkLoad& load) {
    SortedRecord& record = m_sorted.winner;
    m_sorted.hasWinner = false;
    if (record.isDelete) {
        load.remove(record.item.key, record.item.hash);
        return;
    }
    const Target& target = m_targets[record.target];
    const auto outcome = load.add(record.item);
    if (!outcome) {
        ++m_log.report.refused;
        ImportProblem refused =
            problem(ImportProblem::Kind::Refused, &target, record.file, record.line,
                    "With the attributes of the item that is there: " + outcome.error().text());
        const auto item = itemFromBytes(record.item.bytes);
        if (!item) {
            m_log.add(std::move(refused));
            return;
        }
        std::string text = toDynamoDbJson(*item);
        refused.excerpt = excerptOf(text);
        m_log.add(std::move(refused), recordTextOf(m_source.recordFormat(), std::move(text)), target.name);
    } else if (*outcome == BulkLoad::Outcome::Kept) {
        m_log.add(problem(ImportProblem::Kind::Kept, &target, record.file, record.line,
                          "There is an item of the key " +
                              keyText(target.table->definition.keys, record.item.key) +
                              " already, with other attributes; it stayed."));
    }
}

Result<bool> Engine::State::Import::writeBatch(MergedRuns& sorted) {
    if (!m_sorted.hasWinner) {
        auto any = nextWinner(sorted);
        if (!any || !*any) return any;
    }
    // Others may write between two batches.
    const TableFile::Writer writer = m_state.file->writer();
    Target& target = m_targets[m_sorted.winner.target];
    const std::size_t position = m_sorted.winner.target;
    auto current = m_state.asItIsNow(*target.table);
    if (!current) return current.error();
    target.table = *current;
    if (!target.isBegun)
        target.mayExist = CollectionStore(*writer, target.table->view).totals().items > 0;
    else if ((*writer).allChanges() != m_changesBefore)
        target.mayExist = true;
    target.isBegun = true;

    BulkLoad::Options options;
    options.batchItems = std::max<std::uint64_t>(1, m_options.batchItems);
    options.onExisting = onExistingOf(m_options.onExisting);
    options.mayExist = target.mayExist;
    options.replaced = [&](std::string_view old, std::optional<std::string_view> now) {
        m_log.addReplaced(*writer, target.table->id, old, now);
    };
    options.committing = [&](const BulkLoad::Counts& counts) { m_log.save(*writer, counts); };
    // Of a batch that is rolled back nothing can be put back.
    struct Undone {
        std::uint64_t& count;
        std::uint64_t before;
        bool isOff = false;
        ~Undone() {
            if (!isOff) count = before;
        }
    } undone{m_log.report.restorable, m_log.report.restorable};
    BulkLoad load(*writer, *target.table, options);  // its end rolls back what is not committed
    bool more = true;
    while (more && m_sorted.winner.target == position && !load.isFull()) {
        writeOne(load);
        if (m_written >= m_tellAt) {
            m_tellAt = m_written + kItemsPerReport;
            tell(Progress::Phase::Writing, m_written, m_toWrite, m_written);
            if (m_stop.stop_requested()) {
                m_log.report.cancelled = true;
                return false;
            }
        }
        auto following = nextWinner(sorted);
        if (!following) return following.error();
        more = *following;
    }
    load.commit();
    undone.isOff = true;
    addCounts(m_log.report, load.committed());
    if (load.committed().total() > 0) m_state.learnOrder(*target.table, target.order, *writer);
    m_changesBefore = (*writer).allChanges();
    return more;
}

bool Engine::State::Import::fail(const Error& error) {
    if (error.code == ErrorCode::Cancelled) {
        m_log.report.cancelled = true;
    } else {
        m_log.report.failure = error;
    }
    return false;
}

void Engine::State::Import::tell(Progress::Phase phase, std::uint64_t done, std::uint64_t total,
                                 std::uint64_t items) const {
    if (m_progress) m_progress({phase, done, total, items});
}

ImportProblem Engine::State::Import::problem(ImportProblem::Kind kind, const Target* target,
                                             std::uint32_t file, std::uint64_t line,
                                             std::string reason) const {
    ImportProblem made;
    made.kind = kind;
    made.line = line;
    made.reason = std::move(reason);
    if (m_source.files().size() > 1 && line > 0 && file < m_source.files().size())
        made.file = m_source.files()[file];
    if (target && m_source.tables().size() > 1) made.table = target->name;
    return made;
}

}  // namespace partita
