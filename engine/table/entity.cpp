#include "engine/table/entity.h"

#include <algorithm>
#include <string_view>

namespace partita {
namespace {

bool isConstant(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

std::string_view entityIn(const std::vector<Value>& key) {
    const std::string* const text = key.empty() ? nullptr : key.front().asString();
    if (!text || text->empty() || (text->front() >= '0' && text->front() <= '9')) return {};
    const std::size_t hash = text->find('#');
    if (hash != std::string::npos) return std::string_view(*text).substr(0, hash);
    return isConstant(*text) ? std::string_view(*text) : std::string_view();
}

}  // namespace

std::string entityOf(const std::vector<Value>& partition, const std::vector<Value>& sort) {
    const std::string_view entity = entityIn(sort);
    return std::string(entity.empty() ? entityIn(partition) : entity);
}

}  // namespace partita
