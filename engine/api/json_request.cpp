#include "engine/api/json_request.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace partita {
namespace {

using simdjson::dom::element_type;

// A parser keeps several times the size of its longest text. One such text must not hold that for ever.
constexpr std::size_t kKeptCapacity = 1024 * 1024;
constexpr std::size_t kMostBrackets = 1000;

constexpr std::string_view kModelPackage = "com.amazonaws.dynamodb.v20120810.";

bool isDecimal(double number) {
    return std::trunc(number) != number;
}

/// What the service calls a token that is no container.
std::string_view tokenName(Json json) {
    switch (json.type()) {
        case element_type::BOOL:
            return json.get_bool().value_unsafe() ? "TRUE_VALUE" : "FALSE_VALUE";
        case element_type::INT64:
        case element_type::UINT64:
            return "NUMBER_VALUE";
        case element_type::DOUBLE:
            return isDecimal(json.get_double().value_unsafe()) ? "DECIMAL_VALUE" : "NUMBER_VALUE";
        default:
            return "STRING_VALUE";
    }
}

std::string text(std::string_view a, std::string_view b, std::string_view c = {}) {
    return std::string(a).append(b).append(c);
}

/// The words for a value that cannot be a scalar of that type.
std::string notScalar(Json json, std::string_view type) {
    if (json.is_array()) return text("Unrecognized collection type class java.lang.", type);
    if (json.is_object()) return "Start of structure or map found where not expected";
    return text(tokenName(json), " cannot be converted to ", type);
}

bool equalsIgnoringCase(std::string_view text, std::string_view upper) {
    if (text.size() != upper.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i] >= 'a' && text[i] <= 'z' ? static_cast<char>(text[i] - 'a' + 'A') : text[i];
        if (c != upper[i]) return false;
    }
    return true;
}

std::optional<unsigned> hexDigits(std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    unsigned value = 0;
    for (const char c : text.substr(0, 4)) {
        unsigned digit = 0;
        if (c >= '0' && c <= '9') {
            digit = static_cast<unsigned>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<unsigned>(c - 'a' + 10);
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<unsigned>(c - 'A' + 10);
        } else {
            return std::nullopt;
        }
        value = value * 16 + digit;
    }
    return value;
}

/// Whether an escape writes the second half of a surrogate pair without the first. simdjson refuses a first
/// half that stands alone, but takes a second one, and makes bytes of it that are not UTF-8.
bool hasLoneLowSurrogate(std::string_view text) {
    bool afterHigh = false;
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        if (at + 1 >= text.size() || text[at + 1] != 'u') {
            at += 2;
            afterHigh = false;
            continue;
        }
        const auto code = hexDigits(text.substr(at + 2));
        const bool low = code && *code >= 0xDC00 && *code <= 0xDFFF;
        if (low && !afterHigh) return true;
        afterHigh = code && *code >= 0xD800 && *code <= 0xDBFF && text.substr(at + 6, 2) == "\\u";
        at += 2;
    }
    return false;
}

}  // namespace

void SerializationFault::set(std::string message) {
    if (!m_error) m_error = Error::of(ErrorCode::Serialization, std::move(message));
}

std::optional<std::string_view> readString(Json json, SerializationFault& fault) {
    if (json.is_string()) return json.get_string().value_unsafe();
    fault.set(notScalar(json, "String"));
    return std::nullopt;
}

std::optional<bool> readBoolean(Json json, SerializationFault& fault) {
    if (json.is_bool()) return json.get_bool().value_unsafe();
    if (!json.is_string()) {
        fault.set(notScalar(json, "Boolean"));
        return std::nullopt;
    }
    const std::string_view given = json.get_string().value_unsafe();
    for (const std::string_view yes : {"TRUE", "1", "YES"}) {
        if (equalsIgnoringCase(given, yes)) return true;
    }
    for (const std::string_view no : {"FALSE", "0", "NO"}) {
        if (equalsIgnoringCase(given, no)) return false;
    }
    fault.set("Unexpected token received from parser");
    return std::nullopt;
}

std::optional<Members> readStructure(Json json, std::string_view model, SerializationFault& fault) {
    if (json.is_object()) return Members(json.get_object().value_unsafe(), fault);
    fault.set(json.is_array() ? text("Unrecognized collection type class ", kModelPackage, model)
                              : "Unexpected value type in payload");
    return std::nullopt;
}

std::string shownJson(const Json& json, std::size_t most) {
    std::string shown = simdjson::minify(json);
    if (shown.size() <= most) return shown;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0U) == 0x80U)
        --end;  // never half a character
    shown.resize(end);
    return shown += "…";
}

std::optional<Json> Members::any(std::string_view name) const {
    Json json;
    if (m_object.at_key(name).get(json) || json.is_null()) return std::nullopt;
    return json;
}

std::optional<std::string_view> Members::string(std::string_view name) {
    const auto json = any(name);
    return json ? readString(*json, *m_fault) : std::nullopt;
}

std::optional<bool> Members::boolean(std::string_view name) {
    const auto json = any(name);
    return json ? readBoolean(*json, *m_fault) : std::nullopt;
}

std::optional<std::int64_t> Members::integer(std::string_view name, std::string_view type) {
    const auto json = any(name);
    if (!json) return std::nullopt;
    const bool isLong = type == "Long";
    const std::int64_t least =
        isLong ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min();
    const std::int64_t most =
        isLong ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int32_t>::max();
    switch (json->type()) {
        case element_type::INT64:
            return std::clamp(json->get_int64().value_unsafe(), least, most);
        case element_type::UINT64:
            return most;
        case element_type::DOUBLE: {
            const double number = std::floor(json->get_double().value_unsafe());
            if (number >= static_cast<double>(most)) return most;
            if (number <= static_cast<double>(least)) return least;
            return static_cast<std::int64_t>(number);
        }
        default:
            m_fault->set(notScalar(*json, type));
            return std::nullopt;
    }
}

std::optional<simdjson::dom::array> Members::list(std::string_view name) {
    const auto json = any(name);
    if (!json) return std::nullopt;
    if (json->is_array()) return json->get_array().value_unsafe();
    m_fault->set(json->is_object() ? "Start of structure or map found where not expected"
                                   : "Unexpected field type");
    return std::nullopt;
}

std::optional<simdjson::dom::object> Members::map(std::string_view name, std::string_view elementModel) {
    const auto json = any(name);
    if (!json) return std::nullopt;
    if (json->is_object()) return json->get_object().value_unsafe();
    const bool named = elementModel.find('.') != std::string_view::npos;
    m_fault->set(json->is_array()
                     ? text("Unrecognized collection type java.util.Map<java.lang.String, ",
                            named ? std::string(elementModel) : text(kModelPackage, elementModel), ">")
                     : "Unexpected field type");
    return std::nullopt;
}

std::optional<Members::Strings> Members::strings(std::string_view name) {
    const auto elements = list(name);
    if (!elements) return std::nullopt;
    Strings strings;
    for (const Json element : *elements) {
        if (const auto string = readString(element, *m_fault)) strings.push_back(*string);
    }
    return strings;
}

std::optional<Members::StringMap> Members::stringMap(std::string_view name) {
    const auto members = map(name, "java.lang.String");
    if (!members) return std::nullopt;
    StringMap strings;
    for (const auto member : *members) {
        if (const auto string = readString(member.value, *m_fault)) strings.emplace_back(member.key, *string);
    }
    return strings;
}

std::optional<Members> Members::structure(std::string_view name, std::string_view model) {
    const auto json = any(name);
    if (!json) return std::nullopt;
    if (json->is_object()) return Members(json->get_object().value_unsafe(), *m_fault);
    m_fault->set(json->is_array() ? text("Unrecognized collection type class ", kModelPackage, model)
                                  : "Unexpected field type");
    return std::nullopt;
}

std::optional<Members::Structures> Members::structures(std::string_view name, std::string_view model) {
    const auto elements = list(name);
    if (!elements) return std::nullopt;
    Structures structures;
    for (const Json element : *elements) {
        if (auto members = readStructure(element, model, *m_fault)) structures.push_back(*members);
    }
    return structures;
}

std::optional<Members::StructureMap> Members::structureMap(std::string_view name, std::string_view model) {
    const auto members = map(name, model);
    if (!members) return std::nullopt;
    StructureMap structures;
    for (const auto member : *members) {
        if (auto read = readStructure(member.value, model, *m_fault)) {
            structures.emplace_back(member.key, *read);
        }
    }
    return structures;
}

Result<void> JsonRequest::parse(std::string_view body) {
    const Error notJson = Error::of(ErrorCode::Serialization, {});
    m_fault = SerializationFault();
    if (m_parser.capacity() > kKeptCapacity && body.size() <= kKeptCapacity) {
        m_parser = simdjson::dom::parser();
        m_text = std::string();
    }
    m_size = body.size();
    const std::size_t padded = m_size + simdjson::SIMDJSON_PADDING;
    if (m_text.size() < padded) m_text.resize(padded);
    if (m_size > 0) std::memcpy(m_text.data(), body.data(), m_size);
    // The padding is looked at, so it must not hold what an earlier text left there.
    std::memset(m_text.data() + m_size, 0, simdjson::SIMDJSON_PADDING);
    if (m_parser.capacity() < m_size || m_parser.max_depth() != kMostBrackets) {
        if (m_parser.allocate(m_size, kMostBrackets)) return notJson;
    }
    Json root;
    if (m_parser.parse(m_text.data(), m_size, false).get(root)) return notJson;
    if (root.get_object().get(m_root)) return notJson;
    if (hasLoneLowSurrogate(this->body())) return notJson;
    return {};
}

}  // namespace partita
