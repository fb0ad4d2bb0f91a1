// The report of a recovery as text.
#include "engine/recover.h"

namespace partita {
namespace {

/// "1,234,567".
std::string count(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

std::string items(std::uint64_t number) {
    return count(number) + (number == 1 ? " item" : " items");
}

void addLine(std::string& text, const std::string& line) {
    if (!text.empty()) text += '\n';
    text += line;
}

std::string headOf(const RecoveredTable& table) {
    std::string line = table.name + ": ";
    if (!table.stated) return line + items(table.items) + "; how many there were is lost";
    if (table.items == *table.stated) return line + "all " + items(table.items);
    line += count(table.items) + " of " + items(*table.stated);
    if (table.items > *table.stated)
        return line + ": more than the file says there were, so that some may have been deleted before";
    const double share = 100.0 * static_cast<double>(table.items) / static_cast<double>(*table.stated);
    // Rounded down: 99.99 % is not all.
    const auto tenths = static_cast<std::uint64_t>(share * 10);
    return line + " (" + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %)";
}

}  // namespace

std::string recoveryText(const RecoveryReport& report) {
    std::string text;
    if (report.tables.empty()) addLine(text, "The file has no tables.");
    for (const RecoveredTable& table : report.tables) {
        addLine(text, headOf(table));
        if (table.fromIndexes > 0)
            addLine(text, "  " + items(table.fromIndexes) + " of these stood only in an index of the table.");
        if (table.fromStrays > 0)
            addLine(text, "  " + items(table.fromStrays) + " of these stood on pages that nothing led to.");
        if (table.doubtful > 0)
            addLine(text, "  " + items(table.doubtful) +
                              " of these may have been another table's: the keys of both are alike.");
        if (table.unreadable > 0)
            addLine(text, "  " + count(table.unreadable) + (table.unreadable == 1 ? " row is" : " rows are") +
                              " there, but damaged, and no longer to be read as items.");
        for (const std::string& loss : table.losses)
            addLine(text, "  " + loss);
    }
    for (const std::string& loss : report.losses)
        addLine(text, loss);
    for (const std::string& kept : report.kept)
        addLine(text, kept);
    for (const std::string& note : report.notes)
        addLine(text, note);
    if (report.lostPages > 0) {
        std::string line = count(report.lostPages) + (report.lostPages == 1 ? " page" : " pages") + " of " +
                           count(report.statedPages > report.pages ? report.statedPages : report.pages) +
                           (report.lostPages == 1 ? " is" : " are") + " missing or damaged: ";
        constexpr std::size_t kMostShown = 12;
        std::size_t shown = 0;
        for (const auto& [first, last] : report.lostRanges) {
            if (shown == kMostShown) break;
            if (shown++ > 0) line += ", ";
            line += std::to_string(first);
            if (last != first) line += "-" + std::to_string(last);
        }
        if (report.lostRanges.size() > shown) line += ", …";
        addLine(text, line + ".");
    }
    addLine(text, report.isWhole() ? "Everything was recovered." : "Not everything could be recovered.");
    return text;
}

}  // namespace partita
