#include "app/commands/import_report.h"

#include <utility>
#include <vector>

#include "app/commands/console.h"

namespace partita {

namespace {

std::string lineText(const ImportProblem& problem) {
    const std::string line = "line " + std::to_string(problem.line);
    if (problem.kind == ImportProblem::Kind::Refused) return line + ": refused: " + problem.reason;
    return line + ": duplicate: line " + std::to_string(problem.otherLine) +
           " has the same key and took its place";
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

}  // namespace

std::string importReportText(const ImportReport& report) {
    std::vector<std::vector<std::string>> rows;
    const auto row = [&](const char* what, std::uint64_t count) { rows.push_back({what, countText(count)}); };
    row("inserted", report.inserted);
    row("replaced", report.replaced);
    row("unchanged", report.unchanged);
    row("duplicate", report.duplicate);
    row("refused", report.refused);
    row("read", report.read);
    std::string out = textTable({{"items", false}, {"count", true}}, rows);
    if (report.numbersRewritten != 0)
        out += countText(report.numbersRewritten) +
               " numbers written in the service's canonical text, same value\n";
    out += countText(report.dynamoDbForm) + " records in DynamoDB JSON, " + countText(report.plainForm) +
           " in plain JSON; " + countText(report.bytesRead) + " bytes in " + decimalText(report.seconds) +
           " s\n";
    for (const ImportProblem& problem : report.problems)
        out += lineText(problem) + "\n";
    const std::uint64_t all = report.refused + report.duplicate;
    if (all > report.problems.size())
        out += "and " + countText(all - report.problems.size()) + " more, not listed\n";
    return out;
}

std::string importReportJson(const ImportReport& report) {
    std::string out = "{";
    const auto figure = [&](const char* name, std::uint64_t count) {
        out += jsonString(name) + ": " + std::to_string(count) + ", ";
    };
    figure("read", report.read);
    figure("inserted", report.inserted);
    figure("replaced", report.replaced);
    figure("unchanged", report.unchanged);
    figure("duplicate", report.duplicate);
    figure("refused", report.refused);
    figure("numbersRewritten", report.numbersRewritten);
    figure("dynamoDbForm", report.dynamoDbForm);
    figure("plainForm", report.plainForm);
    figure("bytesRead", report.bytesRead);
    out += "\"milliseconds\": " + std::to_string(static_cast<std::uint64_t>(report.seconds * 1000)) +
           ", \"cancelled\": " + (report.cancelled ? "true" : "false");
    if (report.failure) out += ", \"failure\": " + jsonString(report.failure->text());
    out += ", \"problems\": [";
    const char* separator = "";
    for (const ImportProblem& problem : report.problems) {
        const bool refused = problem.kind == ImportProblem::Kind::Refused;
        out += std::exchange(separator, ",");
        out += "\n  {\"line\": " + std::to_string(problem.line);
        if (!refused) out += ", \"otherLine\": " + std::to_string(problem.otherLine);
        out += std::string(", \"kind\": ") + (refused ? "\"refused\"" : "\"duplicate\"");
        out += ", \"reason\": " + jsonString(readable(problem.reason)) +
               ", \"excerpt\": " + jsonString(readable(problem.excerpt)) + "}";
    }
    return out + "]}\n";
}

}  // namespace partita
