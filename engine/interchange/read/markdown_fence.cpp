#include "engine/interchange/read/markdown_fence.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace partita {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// One line of the text, from its begin to behind its line break.
struct Line {
    std::size_t begin = 0;
    std::size_t end = 0;
};

Line lineAt(std::string_view text, std::size_t begin) {
    const std::size_t lineBreak = text.find('\n', begin);
    return {begin, lineBreak == std::string_view::npos ? text.size() : lineBreak + 1};
}

/// The ``` or ~~~ that the line begins with; empty: none. `bare`: nothing stands behind it.
std::string_view fenceOf(std::string_view line, bool& bare) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
    if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
    const std::size_t size = std::min(line.find_first_not_of(line.front()), line.size());
    bare = line.find_first_not_of(kBlanks, size) == std::string_view::npos;
    // `code` within a line has its end there.
    if (line.find('`', size) != std::string_view::npos) return {};
    return line.substr(0, size);
}

bool beginsJson(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

std::vector<Line> blocksOf(std::string_view text) {
    std::vector<Line> blocks;
    std::string_view opened;  // empty: outside
    for (Line line; line.begin < text.size(); line.begin = line.end) {
        line = lineAt(text, line.begin);
        bool bare = false;
        const std::string_view fence = fenceOf(text.substr(line.begin, line.end - line.begin), bare);
        if (opened.empty() && !fence.empty()) {
            opened = fence;
            blocks.push_back({line.end, text.size()});
        } else if (!opened.empty() && bare && fence.starts_with(opened)) {
            opened = {};
            blocks.back().end = line.begin;
        }
    }
    return blocks;
}

bool holdsText(std::string_view text) {
    for (Line line; line.begin < text.size(); line.begin = line.end) {
        line = lineAt(text, line.begin);
        const std::string_view whole = text.substr(line.begin, line.end - line.begin);
        bool bare = false;
        if (fenceOf(whole, bare).empty() && whole.find_first_not_of(kBlanks) != std::string_view::npos)
            return true;
    }
    return false;
}

}  // namespace

bool beginsWithFence(std::string_view head) {
    for (Line line; line.begin < head.size(); line.begin = line.end) {
        line = lineAt(head, line.begin);
        const std::string_view whole = head.substr(line.begin, line.end - line.begin);
        bool bare = false;
        if (!fenceOf(whole, bare).empty()) return true;
        if (beginsJson(whole)) return false;
    }
    return false;
}

std::optional<FencedBlock> fencedBlock(std::string_view text) {
    const std::vector<Line> blocks = blocksOf(text);
    if (blocks.empty()) return std::nullopt;
    const auto json = std::find_if(blocks.begin(), blocks.end(), [text](const Line& block) {
        return beginsJson(text.substr(block.begin, block.end - block.begin));
    });
    const Line block = json == blocks.end() ? blocks.front() : *json;
    FencedBlock found{std::string(text), false, blocks.size() > 1};
    found.hasTextAround = holdsText(text.substr(0, block.begin)) || holdsText(text.substr(block.end));
    const auto blank = [&found](std::size_t begin, std::size_t end) {
        for (; begin < end; ++begin) {
            if (found.text[begin] != '\n') found.text[begin] = ' ';
        }
    };
    blank(0, block.begin);
    blank(block.end, found.text.size());
    return found;
}

}  // namespace partita
