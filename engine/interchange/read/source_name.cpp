// Source of what a name may be: API reference, CreateTable.
#include "engine/interchange/read/source_name.h"

#include <utility>

#include "engine/limits.h"

namespace partita {

std::string asTableName(const std::string& name) {
    std::string made;
    for (const char c : name.substr(0, limits::kNameMax)) {
        const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             c == '_' || c == '-' || c == '.';
        made += allowed ? c : '_';
    }
    return made;
}

SourceNames::SourceNames(const std::string& source, std::string otherwise)
    : m_fallback(std::move(otherwise)) {
    const std::size_t slash = source.find_last_of("/\\");
    std::string stem = slash == std::string::npos ? source : source.substr(slash + 1);
    // A phrase ("the pasted text") is no name.
    if (stem.find(' ') != std::string::npos) return;
    stem = asTableName(stem.substr(0, stem.find('.')));
    if (stem.size() >= limits::kNameMin) m_fallback = std::move(stem);
}

std::string SourceNames::unique(const std::string& name) {
    if (take(name)) return name;
    std::uint64_t& number = m_numbers.try_emplace(name, 1).first->second;
    std::string made;
    do {
        made = name + "-" + std::to_string(++number);
    } while (!take(made));
    return made;
}

std::string SourceNames::fallback() {
    return unique(m_fallback);
}

}  // namespace partita
