#include "engine/interchange/write/document_key_pattern.h"

#include <string_view>

#include "engine/interchange/write/document_text.h"

namespace partita {
namespace {

// More parts than this name nothing that a design would say.
constexpr std::size_t kParts = 12;
constexpr std::size_t kCharactersOfPart = 40;

/// A word of the design rather than of the data: "USER", "ORDER_ITEM", "V1".
bool isDesignWord(std::string_view text) {
    if (text.empty() || text.front() < 'A' || text.front() > 'Z') return false;
    for (const char c : text)
        if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-')) return false;
    return true;
}

}  // namespace

void KeyPattern::add(const ValueView& key) {
    if (m_keys++ == 0) m_type = key.type();
    if (key.type() != ValueType::String) return;
    std::string_view rest = key.content();
    std::size_t count = 0;
    const bool isFirst = m_parts.empty();
    for (bool more = true; more; ++count) {
        if (count == kParts || (!isFirst && count == m_parts.size())) {
            m_endsOpen = true;
            return;
        }
        const std::size_t end = rest.find('#');
        const std::string_view part = rest.substr(0, end);
        more = end != std::string_view::npos;
        if (more) rest.remove_prefix(end + 1);
        if (isFirst) {
            const CutText cut = cutText(part, kCharactersOfPart);
            m_parts.push_back({cut.isCut ? std::string() : cut.text, cut.isCut});
        } else if (part != m_parts[count].text) {
            m_parts[count] = {{}, true};
        }
    }
    if (count < m_parts.size()) {
        m_parts.resize(count);
        m_endsOpen = true;
    }
}

std::string KeyPattern::text() const {
    if (m_keys == 0) return {};
    if (m_type == ValueType::Number) return "(number)";
    if (m_parts.empty()) return "(binary)";
    std::string text;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        if (i > 0) text += '#';
        // What one key says is an example, unless it is a word of the design.
        const bool isFixed = !part.varies && (m_keys > 1 || part.text.empty() || isDesignWord(part.text));
        text += isFixed ? part.text : "…";
    }
    if (m_endsOpen && !text.ends_with("…")) text += "…";
    return text;
}

}  // namespace partita
