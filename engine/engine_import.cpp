// Import: read and check every record, sort by key, write in key order. Inserting in key order is what makes
// it fast.
#include <algorithm>
#include <chrono>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/import_reader.h"
#include "engine/operation/bulk_load.h"
#include "engine/operation/integrity.h"
#include "engine/storage/sorted_runs.h"

namespace partita {
namespace {

constexpr std::size_t kMostProblems = 1000;
constexpr std::uint64_t kItemsPerReport = 5000;

void appendBigEndian(std::string& out, std::uint64_t value, int bytes) {
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        out += static_cast<char>(value >> shift & 0xff);
}

std::uint64_t takeBigEndian(std::string_view& bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    bytes.remove_prefix(count);
    return value;
}

/// A record between the two halves: its sort key (hash, length and bytes of the partition key, sort key) …
std::string runKey(const PreparedItem& item) {
    std::string key;
    key.reserve(10 + item.key.partition.size() + item.key.sort.size());
    appendBigEndian(key, item.hash, 8);
    appendBigEndian(key, item.key.partition.size(), 2);
    key += item.key.partition;
    key += item.key.sort;
    return key;
}

/// … and the rest: line, size, item bytes.
std::string runPayload(const PreparedItem& item, std::uint64_t line) {
    std::string payload;
    payload.reserve(16 + item.bytes.size());
    appendBigEndian(payload, line, 8);
    appendBigEndian(payload, item.size, 8);
    payload += item.bytes;
    return payload;
}

struct SortedItem {
    PreparedItem item;
    std::uint64_t line = 0;
};

void readSorted(std::string_view key, std::string_view payload, SortedItem& out) {
    out.item.hash = takeBigEndian(key, 8);
    const std::size_t partitionSize = takeBigEndian(key, 2);
    out.item.key.partition = key.substr(0, partitionSize);
    out.item.key.sort = key.substr(partitionSize);
    out.line = takeBigEndian(payload, 8);
    out.item.size = takeBigEndian(payload, 8);
    out.item.bytes = payload;
}

/// One import from beginning to end: keeps the report.
class ImportRun final {
  public:
    ImportRun(const ProgressSink& progress, std::stop_token stop)
        : m_progress(progress), m_stop(std::move(stop)) {}

    /// Reads, checks and sorts everything. False when the import ends here; the report says why.
    bool read(ImportReader& reader, SortedRuns& runs) {
        while (true) {
            if (m_stop.stop_requested()) return m_report.cancelled = true, false;
            auto records = reader.next();
            m_report.bytesRead = reader.bytesRead();
            if (!records) return fail(records.error());
            if (records->empty()) break;
            for (ImportRecord& record : *records) {
                ++m_report.read;
                if (!record.item) {
                    refuse(record);
                    continue;
                }
                if (!record.names.empty()) m_order.add(record.entity, record.names);
                ++(record.form == JsonForm::Plain ? m_report.plainForm : m_report.dynamoDbForm);
                m_report.numbersRewritten += record.numbersRewritten;
                if (auto added = runs.add(runKey(*record.item), runPayload(*record.item, record.line));
                    !added)
                    return fail(added.error());
            }
            tell(Progress::Phase::Reading, reader.bytesRead(), reader.bytesTotal(), m_report.read);
        }
        if (reader.endedEarly())
            m_report.failure = Error::badInput(
                "The text ends before its closing bracket: the source may be cut off. What came before is "
                "imported.");
        return true;
    }

    /// Writes what was sorted. Storage faults become the report's failure.
    void write(MergedRuns& sorted, BulkLoad& load) {
        const std::uint64_t total = m_report.read - m_report.refused;
        std::uint64_t done = 0;
        SortedItem pending, next;
        bool hasPending = false;
        const auto outcome = guarded([&]() -> Result<void> {
            while (true) {
                auto more = sorted.next();
                if (!more) return more.error();
                if (!*more) break;
                readSorted(sorted.key(), sorted.payload(), next);
                if (hasPending && pending.item.hash == next.item.hash && pending.item.key == next.item.key) {
                    duplicate(pending.line, next.line);
                } else if (hasPending) {
                    load.add(pending.item);
                }
                std::swap(pending, next);
                hasPending = true;
                if (++done % kItemsPerReport == 0) {
                    tell(Progress::Phase::Writing, done, total, done);
                    if (m_stop.stop_requested()) {
                        m_report.cancelled = true;
                        return {};
                    }
                }
            }
            if (hasPending) load.add(pending.item);
            load.finish();
            return {};
        });
        if (!outcome) fail(outcome.error());
        m_report.inserted = load.committed().inserted;
        m_report.replaced = load.committed().replaced;
        m_report.unchanged = load.committed().unchanged;
    }

    const AttributeOrder& order() const { return m_order; }

    ImportReport finish(double seconds) {
        std::stable_sort(m_report.problems.begin(), m_report.problems.end(),
                         [](const ImportProblem& a, const ImportProblem& b) { return a.line < b.line; });
        if (m_report.problems.size() > kMostProblems) m_report.problems.resize(kMostProblems);
        m_report.seconds = seconds;
        return std::move(m_report);
    }

    bool fail(const Error& error) {
        if (error.code == ErrorCode::Cancelled) {
            m_report.cancelled = true;
        } else {
            m_report.failure = error;
        }
        return false;
    }

  private:
    void refuse(ImportRecord& record) {
        ++m_report.refused;
        if (m_refusedKept++ >= kMostProblems) return;
        m_report.problems.push_back({ImportProblem::Kind::Refused, record.line, 0, record.item.error().text(),
                                     std::move(record.excerpt)});
    }

    void duplicate(std::uint64_t line, std::uint64_t otherLine) {
        ++m_report.duplicate;
        if (m_duplicatesKept++ >= kMostProblems) return;
        m_report.problems.push_back(
            {ImportProblem::Kind::Duplicate,
             line,
             otherLine,
             "The same key comes again at line " + std::to_string(otherLine) + "; the later one was taken.",
             {}});
    }

    void tell(Progress::Phase phase, std::uint64_t done, std::uint64_t total, std::uint64_t items) const {
        if (m_progress) m_progress({phase, done, total, items});
    }

    const ProgressSink& m_progress;
    std::stop_token m_stop;
    ImportReport m_report;
    AttributeOrder m_order;  // as this source has it
    std::size_t m_refusedKept = 0;
    std::size_t m_duplicatesKept = 0;
};

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

Result<ImportReport> Engine::importItems(const std::string& source, const ImportOptions& options,
                                         const ProgressSink& progress, std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    const auto table = m_state->table(options.table);
    if (!table) return table.error();
    if (isReadOnly())
        return Error::file(ErrorCode::ReadOnly, "Nothing can be imported: the file is open for reading only.",
                           path());
    auto opened = RecordReader::open(source);
    if (!opened) return opened.error();

    ImportRun run(progress, stop);
    ImportReader reader(std::move(opened).value(), (*table)->definition, options.form);
    SortedRuns runs(path(), options.memoryBytes);
    if (run.read(reader, runs)) {
        auto sorted = runs.finish();
        if (!sorted) {
            run.fail(sorted.error());
        } else {
            const auto written = guarded([&]() -> Result<void> {
                const TableFile::Writer writer = m_state->file->writer();
                const auto target = m_state->asItIsNow(**table);
                if (!target) return target.error();
                bool anything = false;
                {
                    // Its end rolls back what a cancel or a fault left uncommitted.
                    BulkLoad load(*writer, **target, options.batchItems);
                    run.write(*sorted, load);
                    anything = load.committed().total() > 0;
                }
                if (anything) m_state->learnOrder(**target, run.order(), *writer);
                return {};
            });
            if (!written) run.fail(written.error());
        }
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    ImportReport report = run.finish(elapsed.count());
    if (report.inserted + report.replaced > 0) m_state->announce({Change::Kind::Items, options.table, {}});
    return report;
}

Result<std::vector<std::string>> Engine::check(const ProgressSink& progress, std::stop_token stop) const {
    return guarded([&]() -> Result<std::vector<std::string>> {
        const TableFile::Reader reader = m_state->file->reader();
        const Database::StopScope scope(*reader, stop);
        return checkIntegrity(*reader, *m_state->file->catalogue(), progress, stop);
    });
}

}  // namespace partita
