#include "engine/import_log.h"

#include <algorithm>
#include <array>

#include "engine/storage/storage_error.h"

namespace partita {
namespace {

// Of each kind: in the report, and in the file (refused records are to be tried again, so as many as there is
// room for).
constexpr std::uint64_t kMostInReport = 1000;
constexpr std::uint64_t kMostRefusedInFile = 1'000'000;
constexpr std::uint64_t kFlushBytes = 4 * 1024 * 1024;

struct NamedCount {
    const char* name;
    std::uint64_t ImportReport::*member;
};
// On disk.
constexpr std::array<NamedCount, 17> kCounts = {{
    {"read", &ImportReport::read},
    {"inserted", &ImportReport::inserted},
    {"replaced", &ImportReport::replaced},
    {"merged", &ImportReport::merged},
    {"unchanged", &ImportReport::unchanged},
    {"kept", &ImportReport::kept},
    {"deleted", &ImportReport::deleted},
    {"absent", &ImportReport::absent},
    {"duplicate", &ImportReport::duplicate},
    {"refused", &ImportReport::refused},
    {"leftOut", &ImportReport::leftOut},
    {"repaired", &ImportReport::repaired},
    {"numbersRewritten", &ImportReport::numbersRewritten},
    {"dynamoDbForm", &ImportReport::dynamoDbForm},
    {"plainForm", &ImportReport::plainForm},
    {"restorable", &ImportReport::restorable},
    {"retryable", &ImportReport::retryable},
}};

}  // namespace

std::map<std::string, std::uint64_t> countsOf(const ImportReport& report) {
    std::map<std::string, std::uint64_t> counts;
    for (const NamedCount& count : kCounts)
        counts[count.name] = report.*count.member;
    return counts;
}

ImportReport reportOf(const StoredImport& import) {
    ImportReport report;
    for (const NamedCount& count : kCounts)
        if (const auto found = import.counts.find(count.name); found != import.counts.end())
            report.*count.member = found->second;
    report.id = import.id;
    report.source = import.source;
    report.detection.format = sourceFormatNamed(import.format).value_or(SourceFormat::Items);
    report.detection.description = import.description;
    report.detection.encoding = import.encoding;
    report.detection.compression = import.compression;
    report.bytesRead = import.bytes;
    report.seconds = static_cast<double>(import.micros) / 1e6;
    report.begunMillis = import.begun;
    report.brokenOff = import.state == StoredImport::State::Running;
    report.cancelled = import.state == StoredImport::State::Cancelled;
    if (!import.failure.empty()) report.failure = Error::badInput(import.failure);
    return report;
}

ImportProblem problemOf(const StoredImportProblem& stored) {
    ImportProblem problem;
    // A damaged file may hold any number.
    if (stored.kind >= 0 && stored.kind <= static_cast<int>(ImportProblem::Kind::Note))
        problem.kind = static_cast<ImportProblem::Kind>(stored.kind);
    problem.line = stored.line;
    problem.otherLine = stored.otherLine;
    problem.reason = stored.reason;
    problem.excerpt = stored.excerpt;
    problem.file = stored.file;
    problem.table = stored.table;
    return problem;
}

void ImportLog::begin(const SourceReader& source, UtcMillis now) {
    report.detection = source.detection();
    m_head.begun = report.begunMillis = now;
    m_head.source = report.source;
    m_head.format = sourceFormatName(report.detection.format);
    m_head.description = report.detection.description;
    m_head.encoding = report.detection.encoding;
    m_head.compression = report.detection.compression;
    m_head.recordFormat = sourceFormatName(source.recordFormat());
    m_head.preamble = source.preamble();
    if (!m_file) return;
    const TableFile::Writer writer = m_file->writer();
    Transaction transaction(*writer, Transaction::Kind::Write);
    report.id = m_head.id = ImportStore(*writer).begin(m_head);
    transaction.commit();
}

void ImportLog::add(ImportProblem problem, std::optional<std::string> record, const std::string& table) {
    const std::uint64_t before = m_problems[problem.kind]++;
    if (m_file) {
        const bool isRefused = problem.kind == ImportProblem::Kind::Refused;
        if (record && (m_keptBytes + record->size() > m_options.keptBytes || before >= kMostRefusedInFile))
            record.reset();
        if (record) {
            m_keptBytes += record->size();
            ++report.retryable;
        }
        if (record || before < kMostInReport || (isRefused && before < kMostRefusedInFile)) {
            m_pendingBytes += problem.reason.size() + problem.excerpt.size() + (record ? record->size() : 0);
            // Which table a record is tried again with has to be known even where there is no doubt now.
            const bool isKept = record.has_value();
            m_pending.push_back({problem, std::move(record)});
            if (isKept) m_pending.back().problem.table = table;
        }
    }
    if (before < kMostInReport) report.problems.push_back(std::move(problem));
}

void ImportLog::addReplaced(Database& writer, std::int64_t table, std::string_view old,
                            std::optional<std::string_view> now) {
    if (!m_file || m_keptBytes + old.size() > m_options.keptBytes) return;
    m_keptBytes += old.size();
    ++report.restorable;
    ImportStore(writer).addReplaced(report.id, table, old, now);
}

void ImportLog::write(Database& writer) {
    ImportStore store(writer);
    for (const auto& [problem, record] : m_pending)
        store.addProblem(report.id, {static_cast<int>(problem.kind), problem.line, problem.otherLine,
                                     problem.table, problem.file, problem.reason, problem.excerpt, record});
    m_pending.clear();
    m_pendingBytes = 0;
}

void ImportLog::flushIfMuch() {
    if (m_pendingBytes < kFlushBytes) return;
    const TableFile::Writer writer = m_file->writer();
    Transaction transaction(*writer, Transaction::Kind::Write);
    write(*writer);
    transaction.commit();
}

StoredImport ImportLog::stored(StoredImport::State state) const {
    StoredImport import = m_head;
    import.state = state;
    import.bytes = report.bytesRead;
    import.micros = static_cast<std::int64_t>(report.seconds * 1e6);
    if (report.failure) import.failure = report.failure->text();
    import.counts = countsOf(report);
    return import;
}

void ImportLog::save(Database& writer, const BulkLoad::Counts& written) {
    if (!m_file) return;
    write(writer);
    StoredImport import = stored(StoredImport::State::Running);
    import.counts["inserted"] += written.inserted;
    import.counts["replaced"] += written.replaced;
    import.counts["merged"] += written.merged;
    import.counts["unchanged"] += written.unchanged;
    import.counts["kept"] += written.kept;
    import.counts["deleted"] += written.deleted;
    import.counts["absent"] += written.absent;
    ImportStore(writer).update(import);
}

void ImportLog::finish() {
    std::stable_sort(report.problems.begin(), report.problems.end(),
                     [](const ImportProblem& a, const ImportProblem& b) { return a.line < b.line; });
    if (!m_file || report.id == 0) return;
    const TableFile::Writer writer = m_file->writer();
    Transaction transaction(*writer, Transaction::Kind::Write);
    write(*writer);
    const auto state = report.cancelled ? StoredImport::State::Cancelled
                       : report.failure ? StoredImport::State::Failed
                                        : StoredImport::State::Done;
    ImportStore(*writer).update(stored(state));
    transaction.commit();
}

}  // namespace partita
