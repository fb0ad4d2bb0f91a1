#include "engine/interchange/item_parser.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/interchange/json_outline.h"
#include "engine/limits.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

/// Whether the text is the service's canonical form of a number that Number::parse takes.
bool isCanonical(std::string_view text) {
    if (text == "0") return true;
    if (!isJsonNumber(text) || text.find_first_of("eE") != std::string_view::npos) return false;
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos) return text != "-0";
    return text.back() != '0';
}

std::size_t significantDigits(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find_first_of("eE"))) {
        if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
    }
    while (!digits.empty() && digits.back() == '0')
        digits.pop_back();
    return digits.size();
}

Error tooDeep() {
    return Error::validation("Nesting Levels have exceeded supported limits");
}

/// Whether the first member's value is an object. Plain items mostly begin with another value, and are then
/// not tried as DynamoDB JSON in vain.
bool firstMemberIsObject(std::string_view json) {
    const auto skipBlanks = [&] {
        json.remove_prefix(std::min(json.find_first_not_of(" \t\r\n"), json.size()));
    };
    skipBlanks();
    json.remove_prefix(std::min<std::size_t>(json.size(), 1));  // {
    skipBlanks();
    if (!json.starts_with('"')) return true;  // empty, or a fault for the parser to name
    const std::size_t nameEnd = json.find_first_of("\"\\", 1);
    if (nameEnd == std::string_view::npos || json[nameEnd] == '\\') return true;
    json.remove_prefix(nameEnd + 1);
    skipBlanks();
    if (!json.starts_with(':')) return true;
    json.remove_prefix(1);
    skipBlanks();
    return json.starts_with('{');
}

/// Key attributes that are there have the schema's types. One that is missing is the table's concern.
Result<void> checkKeys(const Item& item, const KeySchema& keys) {
    for (const auto* part : {&keys.partition, &keys.sort}) {
        for (const KeyAttribute& key : *part) {
            const Value* const value = item.find(key.name);
            if (!value || value->type() == key.type) continue;
            std::string message = "One or more parameter values were invalid: Type mismatch for key " +
                                  key.name + " expected: " + std::string(typeName(key.type)) +
                                  " actual: " + std::string(typeName(value->type())) + ".";
            if (key.type == ValueType::Number && value->asString()) {
                message += " Write the number without quotes, or as {\"N\": \"…\"}.";
            } else if (key.type == ValueType::String && value->asNumber()) {
                message += " Write it in quotes, or as {\"S\": \"…\"}.";
            } else if (value->asMap()) {
                message += " The other attributes are plain JSON: write all values in one form.";
            }
            return Error::validation(std::move(message), key.name);
        }
    }
    return {};
}

}  // namespace

Error ItemParser::wrong(ErrorCode code, std::string message, std::string_view token) const {
    return {code, std::move(message), {}, m_text.rangeOf(token), {}};
}

Error ItemParser::badEscape(std::string_view token) const {
    return wrong(ErrorCode::BadInput,
                 "A \\ escape in this text is none of JSON's, or is one half of a surrogate pair.", token);
}

Result<std::string> ItemParser::string(Node& node) {
    const std::string_view token = node.raw_json_token();
    std::string_view text;
    const auto code = node.get_string().get(text);
    if (code == simdjson::STRING_ERROR) return badEscape(token);
    if (code) return syntax(code);
    if (m_text.mayHoldLoneSurrogates() && !isUtf8(text)) return badEscape(token);
    return std::string(text);
}

Result<Number> ItemParser::number(std::string_view text, std::string_view token) {
    auto number = Number::parse(text);
    if (!number) {
        std::string message = number.error().message;
        if (isJsonNumber(text)) {
            constexpr std::size_t kShown = 60;
            message += ": " + std::string(text.substr(0, kShown)) + (text.size() > kShown ? "…" : "");
            const std::size_t digits = significantDigits(text);
            if (digits > limits::kNumberDigits) {
                message += " has " + std::to_string(digits) + " significant digits";
            }
        }
        return wrong(ErrorCode::Validation, std::move(message), token);
    }
    if (!isCanonical(text)) ++m_numbersRewritten;
    return number;
}

Result<void> ItemParser::attributes(Object& object, int depth, ReadNode read, AttributeMap& out) {
    const std::size_t base = m_pending.size();
    for (auto member : object) {
        simdjson::ondemand::field field;
        if (const auto code = std::move(member).get(field)) return syntax(code);
        const char* const keyBegin = field.key().raw() - 1;  // its quotation mark
        std::string_view key;
        if (field.unescaped_key().get(key)) return badEscape({keyBegin, 1});
        if (m_text.mayHoldLoneSurrogates() && !isUtf8(key)) return badEscape({keyBegin, 1});
        m_pending.emplace_back().name.assign(key);
        Value contents;  // not in the vector: reading nested maps moves that
        if (auto done = (this->*read)(field.value(), depth, contents); !done)
            return inside(key, done.error());
        m_pending.back().value = std::move(contents);
    }
    return taken(base, out);
}

Result<void> ItemParser::taken(std::size_t base, AttributeMap& out) {
    if (base == 0 && m_keepNames) {
        m_names.clear();
        for (const Attribute& attribute : m_pending)
            m_names.push_back(attribute.name);
    }
    // Positions are sorted, not attributes, which are far slower to move.
    m_order.resize(m_pending.size() - base);
    std::iota(m_order.begin(), m_order.end(), base);
    const auto byName = [this](std::size_t a, std::size_t b) {
        return m_pending[a].name < m_pending[b].name;
    };
    if (!std::is_sorted(m_order.begin(), m_order.end(), byName))
        std::sort(m_order.begin(), m_order.end(), byName);
    const auto sameName = [this](std::size_t a, std::size_t b) {
        return m_pending[a].name == m_pending[b].name;
    };
    const auto twice = std::adjacent_find(m_order.begin(), m_order.end(), sameName);
    if (twice != m_order.end()) {
        const std::string& name = m_pending[*twice].name;
        return Error::badInput(
            "The name " + jsonString(name) + " occurs twice in one object. Keep one of them.", name);
    }
    std::vector<Attribute> sorted;
    sorted.reserve(m_order.size());
    for (const std::size_t position : m_order)
        sorted.push_back(std::move(m_pending[position]));
    m_pending.resize(base);
    out = *AttributeMap::of(std::move(sorted));  // each name is there once, as checked above
    return {};
}

Result<void> ItemParser::map(Node& node, int depth, ReadNode read, Value& out) {
    if (depth > limits::kNestingDepth) return tooDeep();
    Object object;
    if (const auto code = node.get_object().get(object)) return syntax(code);
    AttributeMap map;
    if (auto done = attributes(object, depth, read, map); !done) return done;
    out = Value::map(std::move(map));
    return {};
}

Result<void> ItemParser::list(Node& node, int depth, ReadNode read, Value& out) {
    if (depth > limits::kNestingDepth) return tooDeep();
    Array array;
    if (const auto code = node.get_array().get(array)) return syntax(code);
    List elements;
    for (auto element : array) {
        Node item;
        if (const auto code = std::move(element).get(item)) return syntax(code);
        Value contents;
        if (auto done = (this->*read)(item, depth, contents); !done)
            return inside(elements.size(), done.error());
        elements.push_back(std::move(contents));
    }
    out = Value::list(std::move(elements));
    return {};
}

Result<std::string> ItemParser::binary(std::string_view text, std::string_view token) {
    auto bytes = fromBase64(text);
    if (!bytes) {
        return wrong(
            ErrorCode::Validation,
            "This is no base64 text: it takes letters, digits, + and /, and = until the length divides by 4.",
            token);
    }
    return *std::move(bytes);
}

Error ItemParser::inside(std::string_view name, Error error) {
    const bool joined = error.where.empty() || error.where.front() == '[';
    error.where = std::string(name) + (joined ? "" : ".") + error.where;
    return error;
}

Error ItemParser::inside(std::size_t index, Error error) {
    return inside("[" + std::to_string(index) + "]", std::move(error));
}

Result<Item> ItemParser::topLevel(ReadNode read) {
    m_pending.clear();
    m_numbersRewritten = 0;
    m_looksPlain = false;
    m_isSmall = false;
    Object object;
    if (const auto code = m_document.get_object().get(object)) return syntax(code);
    Item item;
    if (auto done = attributes(object, 0, read, item); !done) return done.error();
    if (auto done = m_text.end(m_document); !done) return done.error();
    return item;
}

Result<ParsedItem> ItemParser::item(std::string_view json, JsonForm form, const KeySchema& keys,
                                    bool keepNames) {
    m_keepNames = keepNames;
    m_maySmall = form == JsonForm::Auto;
    m_names.clear();
    auto document = m_text.begin(json, false);
    if (!document) return document.error();
    m_document = *std::move(document);
    const std::string_view start = m_document.raw_json_token().value_unsafe();
    if (!start.starts_with('{')) {
        return wrong(ErrorCode::BadInput, "An item is a JSON object, { … }; this is something else.", start);
    }

    std::optional<Error> notDynamoDb;
    bool looksPlain = true;
    if (form == JsonForm::DynamoDb || (form == JsonForm::Auto && firstMemberIsObject(json))) {
        auto item = topLevel(&ItemParser::typed);
        if (item) {
            auto fits = checkKeys(*item, keys);
            if (fits)
                return ParsedItem{*std::move(item), JsonForm::DynamoDb, m_numbersRewritten,
                                  std::move(m_names)};
            notDynamoDb = fits.error();
        } else {
            notDynamoDb = item.error();
        }
        // Plain values that all look like types are none: it would be an item of maps, and without a key.
        const bool isMeant = !item && !m_looksPlain && looksTyped(outlineOf(json));
        if (form == JsonForm::DynamoDb || isMeant) return *std::move(notDynamoDb);
        looksPlain = m_looksPlain;
        auto again = m_text.begin(json, false);
        if (!again) return again.error();
        m_document = *std::move(again);
    }

    auto item = topLevel(&ItemParser::plain);
    if (!item) return !looksPlain ? *std::move(notDynamoDb) : item.error();
    for (const auto* part : {&keys.partition, &keys.sort}) {
        for (const KeyAttribute& key : *part) {
            Value* const value = item->find(key.name);
            if (!value) continue;
            if (key.type == ValueType::Binary && value->asString()) {
                auto bytes = fromBase64(*value->asString());
                if (!bytes)
                    return Error::validation(
                        "A binary key is written as base64 text in plain JSON; this is none.", key.name);
                *value = Value::binary(*std::move(bytes));
            }
            // A key is never a map: such a record was meant as DynamoDB JSON, and what is wrong with it as
            // such helps.
            if (value->asMap() && notDynamoDb) return *std::move(notDynamoDb);
        }
    }
    if (auto fits = checkKeys(*item, keys); !fits) return fits.error();
    return ParsedItem{*std::move(item), JsonForm::Plain, m_numbersRewritten, std::move(m_names)};
}

Result<Value> ItemParser::value(std::string_view json, JsonForm form) {
    m_maySmall = false;
    auto document = m_text.begin(json, true);
    if (!document) return document.error();
    m_document = *std::move(document);
    m_pending.clear();
    m_numbersRewritten = 0;
    Array wrapper;
    if (const auto code = m_document.get_array().get(wrapper)) return syntax(code);
    std::optional<Value> value;
    for (auto element : wrapper) {
        Node node;
        if (const auto code = std::move(element).get(node)) return syntax(code);
        if (value)
            return wrong(ErrorCode::BadInput, "There is more than one JSON value here.",
                         node.raw_json_token());
        auto done =
            form == JsonForm::DynamoDb ? typed(node, 0, value.emplace()) : plain(node, 0, value.emplace());
        if (!done) return done.error();
    }
    if (!value) return Error::badInput("There is no JSON value here.");
    if (auto done = m_text.end(m_document); !done) return done.error();
    return *std::move(value);
}

namespace {

/// A parser keeps its buffers, which is most of the cost of a small text.
ItemParser& parserOfThisThread() {
    thread_local ItemParser parser;
    return parser;
}

}  // namespace

Result<ParsedItem> parseItem(std::string_view json, JsonForm form, const KeySchema& keys, bool keepNames) {
    return parserOfThisThread().item(json, form, keys, keepNames);
}

Result<Value> parseDynamoDbValue(std::string_view json) {
    return parserOfThisThread().value(json, JsonForm::DynamoDb);
}

Result<Value> parsePlainValue(std::string_view json) {
    return parserOfThisThread().value(json, JsonForm::Plain);
}

}  // namespace partita
