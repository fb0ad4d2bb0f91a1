#include "engine/api/canonical_json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/api/json_writer.h"

namespace partita {
namespace {

using NamedJson = std::pair<std::string_view, Json>;

void appendObject(simdjson::dom::object object, std::string& out) {
    std::vector<NamedJson> members;
    for (const auto member : object)
        members.emplace_back(member.key, member.value);
    std::stable_sort(members.begin(), members.end(),
                     [](const NamedJson& a, const NamedJson& b) { return a.first < b.first; });
    char separator = '{';
    for (const auto& [name, value] : members) {
        out += std::exchange(separator, ',');
        appendJsonString(name, out);
        out += ':';
        appendCanonicalJson(value, out);
    }
    out += members.empty() ? "{}" : "}";
}

void appendArray(simdjson::dom::array array, std::string& out) {
    out += '[';
    bool first = true;
    for (const Json element : array) {
        if (!std::exchange(first, false)) out += ',';
        appendCanonicalJson(element, out);
    }
    out += ']';
}

}  // namespace

// As deep as the brackets of a request, of which JsonRequest lets no more than 1,000 be open at once.
void appendCanonicalJson(const Json& json, std::string& out) {
    if (json.is_object()) return appendObject(json.get_object().value_unsafe(), out);
    if (json.is_array()) return appendArray(json.get_array().value_unsafe(), out);
    out += simdjson::minify(json);
}

}  // namespace partita
