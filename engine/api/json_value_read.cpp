// Attribute values out of a request's JSON.
#include <algorithm>
#include <utility>

#include "engine/api/json_value.h"
#include "engine/limits.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

/// Reads values one after another and keeps the first thing that is wrong with what they are. After a value
/// that is wrong the rest is still looked at for its form.
class ValueReader final {
  public:
    explicit ValueReader(SerializationFault& fault) : m_fault(fault) {}

    bool sound() const { return !m_wrong; }
    std::optional<Error> takeWrong() { return std::move(m_wrong); }

    AttributeMap attributes(simdjson::dom::object object, int depth, std::string* wrongName = nullptr) {
        std::vector<Attribute> read;
        read.reserve(object.size());
        bool inOrder = true;
        for (const auto member : object) {
            const bool wasSound = sound();
            if (!read.empty() && member.key <= read.back().name) inOrder = false;
            Attribute& attribute = read.emplace_back();
            attribute.name.assign(member.key);
            attribute.value = value(member.value, depth);
            if (wrongName != nullptr && wasSound && !sound()) *wrongName = attribute.name;
        }
        if (!inOrder) keepLast(read);
        return std::move(*AttributeMap::of(std::move(read)));
    }

    /// `depth`: how many lists and maps stand around it.
    Value value(Json json, int depth) {
        if (depth >= limits::kNestingDepth) {  // it would be a level too many, and is not read
            wrong(
                "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
                "beyond supported limit");
            return Value::null();
        }
        if (json.is_null()) return empty();
        const auto members = readStructure(json, "AttributeValue", m_fault);
        if (!members) return Value::null();
        int types = 0;
        Value read;
        for (const auto member : members->object()) {
            const auto type = typeNamed(member.key);
            if (!type || member.value.is_null()) continue;  // the service ignores what it does not know
            ++types;
            Value one = contents(*type, member.value, depth);
            if (types == 1) read = std::move(one);
        }
        if (types == 0) return empty();
        if (types > 1) {
            wrong(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
                "supported datatypes");
        }
        return read;
    }

  private:
    /// Of a name that is given twice the last value counts.
    static void keepLast(std::vector<Attribute>& attributes) {
        std::stable_sort(attributes.begin(), attributes.end(),
                         [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            if (i + 1 < attributes.size() && attributes[i + 1].name == attributes[i].name) continue;
            if (kept != i) attributes[kept] = std::move(attributes[i]);
            ++kept;
        }
        attributes.resize(kept);
    }

    void wrong(std::string message) {
        if (!m_wrong) m_wrong = Error::validation(std::move(message));
    }
    void wrong(const Error& error) {
        if (!m_wrong) m_wrong = error;
    }
    Value empty() {
        wrong("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        return Value::null();
    }

    Value contents(ValueType type, Json json, int depth) {
        switch (type) {
            case ValueType::String:
                return Value::string(std::string(readString(json, m_fault).value_or("")));
            case ValueType::Number:
                if (const auto text = readString(json, m_fault)) return Value::number(number(*text));
                return Value::null();
            case ValueType::Binary:
                return Value::binary(binary(json));
            case ValueType::Bool:
                return Value::boolean(readBoolean(json, m_fault).value_or(false));
            case ValueType::Null:
                if (const auto yes = readBoolean(json, m_fault); yes && !*yes) {
                    wrong(
                        "One or more parameter values were invalid: Null attribute value types must have the "
                        "value of true");
                }
                return Value::null();
            case ValueType::List:
                return list(json, depth + 1);
            case ValueType::Map:
                return map(json, depth + 1);
            case ValueType::StringSet:
                return stringSet(json);
            case ValueType::NumberSet:
                return numberSet(json);
            case ValueType::BinarySet:
                return binarySet(json);
        }
        return Value::null();
    }

    Number number(std::string_view text) {
        const auto parsed = Number::parse(text);
        if (parsed) return *parsed;
        wrong(parsed.error());
        return Number();
    }

    std::string binary(Json json) {
        if (!json.is_string()) {
            m_fault.set(json.is_array()    ? "Unrecognized collection type class java.nio.ByteBuffer"
                        : json.is_object() ? "Start of structure or map found where not expected"
                                           : "only base-64-encoded strings are convertible to bytes");
            return {};
        }
        const std::string_view text = json.get_string().value_unsafe();
        if (text.size() % 4 != 0) {
            m_fault.set("Base64 encoded length is expected a multiple of 4 bytes but found: " +
                        std::to_string(text.size()));
            return {};
        }
        if (auto bytes = fromBase64(text)) return *std::move(bytes);
        m_fault.set("Invalid last non-pad Base64 character dectected");  // the service's own spelling
        return {};
    }

    std::optional<simdjson::dom::array> array(Json json) {
        if (json.is_array()) return json.get_array().value_unsafe();
        m_fault.set(json.is_object() ? "Start of structure or map found where not expected"
                                     : "Unexpected field type");
        return std::nullopt;
    }

    Value list(Json json, int depth) {
        const auto elements = array(json);
        List read;
        if (!elements) return Value::null();
        read.reserve(elements->size());
        for (const Json element : *elements) {
            read.push_back(value(element, depth));
        }
        return Value::list(std::move(read));
    }

    Value map(Json json, int depth) {
        if (!json.is_object()) {
            m_fault.set(json.is_array() ? "Unrecognized collection type java.util.Map<java.lang.String, "
                                          "com.amazonaws.dynamodb.v20120810.AttributeValue>"
                                        : "Unexpected field type");
            return Value::null();
        }
        return Value::map(attributes(json.get_object().value_unsafe(), depth));
    }

    Value made(Result<Value> set) {
        if (set) return *std::move(set);
        wrong(set.error());
        return Value::null();
    }

    Value stringSet(Json json) {
        std::vector<std::string> elements;
        std::vector<std::string_view> shown;
        if (const auto given = array(json)) {
            for (const Json element : *given) {
                const auto text = readString(element, m_fault);
                elements.emplace_back(shown.emplace_back(text.value_or("")));
            }
        }
        auto set = Value::stringSet(std::move(elements));
        if (!set && !shown.empty()) {
            wrong(duplicatesIn(shown, " contains duplicates."));
            return Value::null();
        }
        return made(std::move(set));
    }

    Value numberSet(Json json) {
        std::vector<Number> elements;
        if (const auto given = array(json)) {
            for (const Json element : *given) {
                if (const auto text = readString(element, m_fault)) elements.push_back(number(*text));
            }
        }
        if (!sound()) return Value::null();  // a faulty number must not look like a second zero
        const bool any = !elements.empty();
        auto set = Value::numberSet(std::move(elements));
        if (!set && any) {
            wrong("Input collection contains duplicates");
            return Value::null();
        }
        return made(std::move(set));
    }

    Value binarySet(Json json) {
        std::vector<std::string> elements;
        std::vector<std::string_view> shown;
        if (const auto given = array(json)) {
            for (const Json element : *given) {
                elements.push_back(binary(element));
                if (element.is_string()) shown.push_back(element.get_string().value_unsafe());
            }
        }
        auto set = Value::binarySet(std::move(elements));
        if (!set && !shown.empty()) {
            wrong(duplicatesIn(shown, "of type BS contains duplicates."));
            return Value::null();
        }
        return made(std::move(set));
    }

    /// Elements in the order given, as messages write them.
    static std::string duplicatesIn(const std::vector<std::string_view>& elements, std::string_view ending) {
        std::string text(kInvalid);
        text += "Input collection ";
        text += listed(elements);
        return text += ending;
    }
    static std::string listed(const std::vector<std::string_view>& elements) {
        constexpr std::size_t kShownBytes = 500;  // a set may hold 400 KB; its message should not
        std::string all = "[";
        for (const std::string_view element : elements) {
            if (all.size() > 1) all += ", ";
            if (all.size() + element.size() > kShownBytes) {
                all += "…";
                break;
            }
            all += element;
        }
        return all += ']';
    }

    SerializationFault& m_fault;
    std::optional<Error> m_wrong;
};

GivenAttributes readObject(simdjson::dom::object object, SerializationFault& fault) {
    ValueReader reader(fault);
    GivenAttributes given;
    given.attributes = reader.attributes(object, 0, &given.faultAt);
    given.fault = reader.takeWrong();
    return given;
}

}  // namespace

std::optional<GivenAttributes> readAttributes(Json json, SerializationFault& fault) {
    if (json.is_object()) return readObject(json.get_object().value_unsafe(), fault);
    fault.set(json.is_array() ? "Unrecognized collection type java.util.Map<java.lang.String, "
                                "com.amazonaws.dynamodb.v20120810.AttributeValue>"
                              : "Unexpected field type");
    return std::nullopt;
}

std::optional<GivenAttributes> readAttributes(Members& members, std::string_view name) {
    const auto object = members.map(name, "AttributeValue");
    if (!object) return std::nullopt;
    return readObject(*object, members.faultHolder());
}

std::optional<GivenValue> readValue(Json json, SerializationFault& fault) {
    ValueReader reader(fault);
    GivenValue given{reader.value(json, 0), {}};
    given.fault = reader.takeWrong();
    return given;
}

std::optional<GivenValue> readValue(Members& members, std::string_view name) {
    // As a member, not an element, it is refused in other words.
    if (!members.structure(name, "AttributeValue")) return std::nullopt;
    return readValue(*members.any(name), members.faultHolder());
}

std::optional<std::vector<GivenValue>> readValues(Members& members, std::string_view name) {
    const auto elements = members.list(name);
    if (!elements) return std::nullopt;
    std::vector<GivenValue> values;
    for (const Json element : *elements) {
        if (auto given = readValue(element, members.faultHolder())) values.push_back(*std::move(given));
    }
    return values;
}

std::optional<std::vector<GivenAttributes>> readAttributesList(Members& members, std::string_view name) {
    const auto elements = members.list(name);
    if (!elements) return std::nullopt;
    std::vector<GivenAttributes> all;
    for (const Json element : *elements) {
        if (auto given = readAttributes(element, members.faultHolder())) all.push_back(*std::move(given));
    }
    return all;
}

}  // namespace partita
