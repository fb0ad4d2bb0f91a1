#include "app/commands/import_report.h"

#include <ctime>
#include <utility>

#include "app/commands/console.h"
#include "app/commands/import_options.h"

namespace partita {

namespace {

std::string_view kindName(ImportProblem::Kind kind) {
    switch (kind) {
        case ImportProblem::Kind::Duplicate:
            return "duplicate";
        case ImportProblem::Kind::Repaired:
            return "repaired";
        case ImportProblem::Kind::Kept:
            return "kept";
        case ImportProblem::Kind::Note:
            return "note";
        case ImportProblem::Kind::Refused:
            break;
    }
    return "refused";
}

/// Valid UTF-8 whatever the record holds, which may also be cut off in the middle of a character: what is not
/// valid becomes U+FFFD.
std::string readable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::size_t length = 1;
        while (length < text.size() && length < 4 &&
               (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
            ++length;
        const bool isValid = isUtf8(text.substr(0, length));
        out += isValid ? text.substr(0, length) : "\uFFFD";
        text.remove_prefix(length);
    }
    return out;
}

using Figure = std::pair<const char*, std::uint64_t>;

std::vector<Figure> figuresOf(const ImportReport& report) {
    return {{"inserted", report.inserted}, {"replaced", report.replaced},
            {"merged", report.merged},     {"unchanged", report.unchanged},
            {"kept", report.kept},         {"deleted", report.deleted},
            {"absent", report.absent},     {"duplicate", report.duplicate},
            {"refused", report.refused},   {"leftOut", report.leftOut},
            {"read", report.read}};
}

/// What is always said, however often it happened.
bool isUsual(std::string_view figure) {
    for (const char* usual : {"inserted", "replaced", "unchanged", "duplicate", "refused", "read"})
        if (figure == usual) return true;
    return false;
}

std::string sourceText(const SourceDetection& detection) {
    std::string text = detection.description;
    if (!detection.compression.empty()) text += ", " + detection.compression;
    if (!detection.encoding.empty() && detection.encoding != "UTF-8") text += ", " + detection.encoding;
    return text;
}

std::string stateText(const ImportReport& report) {
    if (report.brokenOff) return "broken off";
    if (report.cancelled) return "cancelled";
    return report.failure ? "failed" : "done";
}

/// "2026-05-01 10:00", UTC.
std::string minuteText(std::int64_t millis) {
    const std::time_t seconds = static_cast<std::time_t>(millis / 1000);
    std::tm utc = {};
    gmtime_r(&seconds, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &utc);
    return text;
}

}  // namespace

std::string problemText(const ImportProblem& problem) {
    std::string text;
    if (!problem.file.empty()) text += problem.file + ": ";
    if (problem.line > 0) text += "line " + std::to_string(problem.line) + ": ";
    if (!problem.table.empty()) text += problem.table + ": ";
    text += std::string(kindName(problem.kind)) + ": ";
    if (problem.kind == ImportProblem::Kind::Duplicate)
        return text + "line " + std::to_string(problem.otherLine) + " has the same key and took its place";
    return text + problem.reason;
}

std::string importReportText(const ImportReport& report) {
    std::string out;
    if (!report.detection.description.empty()) out += sourceText(report.detection) + "\n";
    for (const std::string& table : report.tablesCreated)
        out += "table " + table + " made\n";
    std::vector<std::vector<std::string>> rows;
    for (const auto& [name, count] : figuresOf(report))
        if (count > 0 || isUsual(name))
            rows.push_back({name == std::string_view("leftOut") ? "left out" : name, countText(count)});
    out += textTable({{"items", false}, {"count", true}}, rows);
    if (report.numbersRewritten != 0)
        out += countText(report.numbersRewritten) +
               " numbers written in the service's canonical text, same value\n";
    if (report.repaired != 0) out += countText(report.repaired) + " records repaired\n";
    out += countText(report.dynamoDbForm) + " records in DynamoDB JSON, " + countText(report.plainForm) +
           " in plain JSON; " + countText(report.bytesRead) + " bytes in " + decimalText(report.seconds) +
           " s\n";
    for (const ImportProblem& problem : report.problems)
        out += problemText(problem) + "\n";
    std::uint64_t listed = 0;
    for (const ImportProblem& problem : report.problems)
        listed += problem.kind == ImportProblem::Kind::Refused ||
                  problem.kind == ImportProblem::Kind::Duplicate || problem.kind == ImportProblem::Kind::Kept;
    const std::uint64_t all = report.refused + report.duplicate + report.kept;
    if (all > listed) out += "and " + countText(all - listed) + " more, not listed\n";
    if (report.id != 0 && report.retryable > 0)
        out += "the refused records are kept: --retry " + std::to_string(report.id) + " tries them again\n";
    if (report.id != 0 && report.restorable > 0)
        out += "the earlier items are kept: --restore " + std::to_string(report.id) + " puts them back\n";
    return out;
}

std::string importReportJson(const ImportReport& report) {
    std::string out = "{";
    const auto figure = [&](const char* name, std::uint64_t count) {
        out += jsonString(name) + ": " + std::to_string(count) + ", ";
    };
    for (const auto& [name, count] : figuresOf(report))
        figure(name, count);
    figure("repaired", report.repaired);
    figure("numbersRewritten", report.numbersRewritten);
    figure("dynamoDbForm", report.dynamoDbForm);
    figure("plainForm", report.plainForm);
    figure("bytesRead", report.bytesRead);
    figure("id", static_cast<std::uint64_t>(report.id));
    figure("restorable", report.restorable);
    figure("retryable", report.retryable);
    out += "\"format\": " + jsonString(sourceFormatName(report.detection.format)) + ", ";
    out += "\"milliseconds\": " + std::to_string(static_cast<std::uint64_t>(report.seconds * 1000)) +
           ", \"cancelled\": " + (report.cancelled ? "true" : "false");
    if (report.failure) out += ", \"failure\": " + jsonString(readable(report.failure->text()));
    out += ", \"problems\": [";
    const char* separator = "";
    for (const ImportProblem& problem : report.problems) {
        out += std::exchange(separator, ",");
        out += "\n  {\"line\": " + std::to_string(problem.line);
        if (problem.kind == ImportProblem::Kind::Duplicate)
            out += ", \"otherLine\": " + std::to_string(problem.otherLine);
        if (!problem.file.empty()) out += ", \"file\": " + jsonString(readable(problem.file));
        if (!problem.table.empty()) out += ", \"table\": " + jsonString(readable(problem.table));
        out += ", \"kind\": " + jsonString(kindName(problem.kind)) +
               ", \"reason\": " + jsonString(readable(problem.reason)) +
               ", \"excerpt\": " + jsonString(readable(problem.excerpt)) + "}";
    }
    return out + "]}\n";
}

std::string importPreviewText(const ImportPreview& preview) {
    std::string out = sourceText(preview.detection) + "\n";
    for (const ImportPreview::Table& table : preview.tables) {
        out += "\ntable " + (table.source.name.empty() ? "(not named)" : table.source.name);
        if (table.schema)
            out += ": " + keysText(table.schema->keys) + (table.isGuess ? " (guessed)" : "") + ", " +
                   std::to_string(table.schema->indexes.size()) +
                   (table.schema->indexes.size() == 1 ? " index" : " indexes");
        out += table.target.empty() ? "; no table of the file fits\n" : "; goes to " + table.target + "\n";
        for (const SourceColumn& column : table.source.columns)
            out += "  column " + column.name + "\n";
        out += "  of the " + std::string(preview.isWhole ? "" : "first ") + countText(table.looked) +
               " records: " + countText(table.fresh) + " new, " + countText(table.replaced) +
               " replace others, " + countText(table.unchanged) + " unchanged, " + countText(table.refused) +
               " refused" + (table.deleted > 0 ? ", " + countText(table.deleted) + " delete" : "") +
               (table.duplicate > 0 ? ", " + countText(table.duplicate) + " come again further on" : "") +
               "\n";
        if (!table.source.itemsOfFiles.empty()) {
            out += "  items of each file, each about one partition's share:";
            for (const std::uint64_t items : table.source.itemsOfFiles)
                out += " " + countText(items);
            out += "\n";
        }
    }
    for (const SourceNote& note : preview.notes)
        out +=
            (note.line > 0 ? "line " + std::to_string(note.line) + ": " : std::string()) + note.text + "\n";
    for (const ImportProblem& problem : preview.problems)
        out += problemText(problem) + "\n";
    return out;
}

std::string importListText(const std::vector<ImportReport>& imports) {
    if (imports.empty()) return "no imports are kept in this file\n";
    std::vector<std::vector<std::string>> rows;
    for (const ImportReport& import : imports)
        rows.push_back({std::to_string(import.id), minuteText(import.begunMillis), stateText(import),
                        countText(import.inserted), countText(import.replaced + import.merged),
                        countText(import.deleted), countText(import.refused), countText(import.restorable),
                        readable(import.source)});
    return textTable({{"import", true},
                      {"UTC", false},
                      {"state", false},
                      {"inserted", true},
                      {"replaced", true},
                      {"deleted", true},
                      {"refused", true},
                      {"restorable", true},
                      {"source", false}},
                     rows);
}

}  // namespace partita
