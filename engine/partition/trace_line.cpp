#include "engine/partition/trace_line.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/limits.h"
#include "engine/partition/utc_time.h"
#include "engine/table/key.h"

namespace partita {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(TraceLineReader::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr double kUnitsMax =
    1e9;  // of one request; far over what one can cost, and sums stay far from overflow
constexpr int kUnknownFieldDepth = 64;
constexpr std::size_t kQuotedTextMax = 60;

enum class Field { Time, Operation, Index, Key, ReadUnits, WriteUnits };
constexpr std::array<std::string_view, 6> kFieldNames = {"time", "operation", "index",
                                                         "key",  "readUnits", "writeUnits"};

constexpr std::string_view kReads[] = {"GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems"};
constexpr std::string_view kWrites[] = {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem",
                                        "TransactWriteItems"};

bool isIn(const std::string_view (&names)[5], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    if (text.size() > kQuotedTextMax) {
        std::size_t end = kQuotedTextMax;
        while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0) == 0x80)
            --end;  // not inside a character
        return result.append(text.substr(0, end)).append("…\"");
    }
    return result.append(text).append("\"");
}

struct KeyText {
    std::string_view text;
    bool isNumber = false;  // a JSON number, which is taken for a key of type N
};

}  // namespace

struct TraceLineReader::State {
    explicit State(const TableDefinition& tableDefinition) : table(tableDefinition) {}

    const TableDefinition& table;
    ondemand::parser parser;
    std::string reason;
    bool assumedUnits = false;

    // Of the line being read; views live until the next one.
    unsigned seen = 0;
    UtcMillis time = 0;
    std::string_view operation;
    std::string_view index;
    std::vector<KeyText> key;
    HalfUnits read = 0;
    HalfUnits write = 0;

    bool refuse(std::string text) {
        reason = std::move(text);
        return false;
    }
    bool refuse(simdjson::error_code error) {
        return refuse(std::string("The line is not valid JSON: ") + simdjson::error_message(error));
    }
    bool has(Field field) const { return (seen >> static_cast<unsigned>(field)) & 1U; }

    bool readFields(std::string_view line);
    bool readField(Field field, ondemand::value& value);
    bool readTime(ondemand::value& value);
    bool readText(Field field, ondemand::value& value, std::string_view& text);
    bool readKey(ondemand::value& value);
    bool readKeyPart(ondemand::value& value);
    bool readUnits(Field field, ondemand::value& value, HalfUnits& units);
    bool checkUnknown(ondemand::value& value, int depth);
    bool resolve(LoadEvent& event);
    bool resolveKey(const KeySchema& schema, std::string& out);
};

bool TraceLineReader::State::readFields(std::string_view line) {
    seen = 0;
    key.clear();
    ondemand::document document;
    const simdjson::padded_string_view padded(line.data(), line.size(), line.size() + kPadding);
    if (const auto error = parser.iterate(padded).get(document)) return refuse(error);
    ondemand::json_type type;
    if (const auto error = document.type().get(type)) return refuse(error);
    if (type != ondemand::json_type::object)
        return refuse("The line is no JSON object; each line of a trace is one request, {\"time\": …}.");
    ondemand::object object;
    if (const auto error = document.get_object().get(object)) return refuse(error);
    for (auto member : object) {
        std::string_view name;
        ondemand::value value;
        if (const auto error = member.unescaped_key().get(name)) return refuse(error);
        if (const auto error = member.value().get(value)) return refuse(error);
        const auto known = std::find(kFieldNames.begin(), kFieldNames.end(), name);
        if (known == kFieldNames.end()) {
            if (!checkUnknown(value, 0)) return false;
            continue;
        }
        const auto field = static_cast<Field>(known - kFieldNames.begin());
        if (has(field)) return refuse(inQuotes(name) + " is given twice.");
        if (field != Field::Time && field != Field::Operation) {
            bool isNull = false;
            if (const auto error = value.is_null().get(isNull)) return refuse(error);
            if (isNull) continue;
        }
        seen |= 1U << static_cast<unsigned>(field);
        if (!readField(field, value)) return false;
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        return refuse("Something follows the JSON object; each line of a trace is one request.");
    return true;
}

bool TraceLineReader::State::readField(Field field, ondemand::value& value) {
    switch (field) {
        case Field::Time:
            return readTime(value);
        case Field::Operation:
            return readText(field, value, operation);
        case Field::Index:
            return readText(field, value, index);
        case Field::Key:
            return readKey(value);
        case Field::ReadUnits:
            return readUnits(field, value, read);
        case Field::WriteUnits:
            return readUnits(field, value, write);
    }
    return false;
}

bool TraceLineReader::State::readText(Field field, ondemand::value& value, std::string_view& text) {
    const auto error = value.get_string().get(text);
    if (error == simdjson::INCORRECT_TYPE)
        return refuse(inQuotes(kFieldNames[static_cast<std::size_t>(field)]) + " is not text.");
    return error ? refuse(error) : true;
}

bool TraceLineReader::State::readTime(ondemand::value& value) {
    std::string_view text;
    if (!readText(Field::Time, value, text)) return false;
    const std::optional<UtcMillis> parsed = parseTime(text);
    if (!parsed)
        return refuse("The time " + inQuotes(text) +
                      " is no time by RFC 3339; write it as in \"2026-05-01T10:00:00.250Z\".");
    time = *parsed;
    return true;
}

bool TraceLineReader::State::readKey(ondemand::value& value) {
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return refuse(error);
    if (type != ondemand::json_type::array) return readKeyPart(value);
    ondemand::array array;
    if (const auto error = value.get_array().get(array)) return refuse(error);
    for (auto element : array) {
        ondemand::value part;
        if (const auto error = element.get(part)) return refuse(error);
        if (!readKeyPart(part)) return false;
        if (key.size() > limits::kGlobalIndexKeyAttributes) return refuse("The key has too many parts.");
    }
    return true;
}

bool TraceLineReader::State::readKeyPart(ondemand::value& value) {
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return refuse(error);
    KeyText part;
    if (type == ondemand::json_type::number) {
        part.text = value.raw_json_token();
        while (!part.text.empty() && static_cast<std::uint8_t>(part.text.back()) <= ' ')
            part.text.remove_suffix(1);
        part.isNumber = true;
    } else if (type == ondemand::json_type::string) {
        if (const auto error = value.get_string().get(part.text)) return refuse(error);
    } else {
        return refuse("A key is written as text, or as an array of texts when it has several attributes.");
    }
    key.push_back(part);
    return true;
}

bool TraceLineReader::State::readUnits(Field field, ondemand::value& value, HalfUnits& units) {
    double number = 0;
    const std::string_view name = kFieldNames[static_cast<std::size_t>(field)];
    const auto error = value.get_double().get(number);
    if (error == simdjson::INCORRECT_TYPE || error == simdjson::NUMBER_ERROR)
        return refuse(inQuotes(name) + " is no number.");
    if (error) return refuse(error);
    const double halves = number * 2;
    if (!(number >= 0 && number <= kUnitsMax) || halves != std::floor(halves))
        return refuse(inQuotes(name) + " is a multiple of 0.5 from 0 to 1000000000.");
    units = static_cast<HalfUnits>(halves);
    return true;
}

// Unknown fields carry nothing for us, but a damaged one means that the line is damaged.
bool TraceLineReader::State::checkUnknown(ondemand::value& value, int depth) {
    if (depth > kUnknownFieldDepth) return refuse("The line is nested too deeply.");
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return refuse(error);
    simdjson::error_code error = simdjson::SUCCESS;
    switch (type) {
        case ondemand::json_type::object: {
            ondemand::object object;
            if ((error = value.get_object().get(object))) break;
            for (auto member : object) {
                ondemand::value child;
                if ((error = member.value().get(child))) return refuse(error);
                if (!checkUnknown(child, depth + 1)) return false;
            }
            break;
        }
        case ondemand::json_type::array: {
            ondemand::array array;
            if ((error = value.get_array().get(array))) break;
            for (auto element : array) {
                ondemand::value child;
                if ((error = element.get(child))) return refuse(error);
                if (!checkUnknown(child, depth + 1)) return false;
            }
            break;
        }
        case ondemand::json_type::string:
            error = value.get_string().error();
            break;
        case ondemand::json_type::number: {
            // A number beyond a double is a number nevertheless, as in {"sequence": 495903…}.
            error = value.get_double().error();
            if (error == simdjson::NUMBER_ERROR &&
                Number::parse(std::string_view(value.raw_json_token())).ok())
                error = simdjson::SUCCESS;
            break;
        }
        case ondemand::json_type::boolean:
            error = value.get_bool().error();
            break;
        case ondemand::json_type::null: {
            bool isNull = false;
            error = value.is_null().get(isNull);
            if (!error && !isNull) error = simdjson::N_ATOM_ERROR;
            break;
        }
    }
    return error ? refuse(error) : true;
}

bool TraceLineReader::State::resolve(LoadEvent& event) {
    if (!has(Field::Time)) return refuse("\"time\" is missing.");
    if (!has(Field::Operation)) return refuse("\"operation\" is missing.");
    event.time = time;
    event.readByPartition.clear();
    event.read = has(Field::ReadUnits) ? read : 0;
    event.write = has(Field::WriteUnits) ? write : 0;
    assumedUnits = !has(Field::ReadUnits) && !has(Field::WriteUnits);
    if (assumedUnits) {
        if (isIn(kReads, operation)) {
            event.read = 1;
        } else if (isIn(kWrites, operation)) {
            event.write = 2;
        } else {
            return refuse("The operation " + inQuotes(operation) +
                          " is not known, so the line must tell \"readUnits\" or \"writeUnits\".");
        }
    }
    const KeySchema* schema = &table.keys;
    event.resource.clear();
    if (has(Field::Index)) {
        const IndexDefinition* definition = table.index(index);
        if (definition == nullptr)
            return refuse("The table " + inQuotes(table.name) + " has no index " + inQuotes(index) + ".");
        schema = &definition->keys;
        // A local index shares the partitions of its table.
        if (definition->kind == IndexKind::Global) event.resource = definition->name;
    }
    if (!has(Field::Key)) {
        event.keyBytes.reset();
        return true;
    }
    if (!event.keyBytes) event.keyBytes.emplace();
    return resolveKey(*schema, *event.keyBytes);
}

bool TraceLineReader::State::resolveKey(const KeySchema& schema, std::string& out) {
    const std::vector<KeyAttribute>& attributes = schema.partition;
    if (key.size() != attributes.size())
        return refuse("The partition key has " + std::to_string(attributes.size()) +
                      " attribute(s); this line gives " + std::to_string(key.size()) + ".");
    for (std::size_t i = 0; i < key.size(); ++i)
        if (key[i].isNumber && attributes[i].type != ValueType::Number)
            return refuse("The key attribute " + inQuotes(attributes[i].name) +
                          " is not of type N; write it as text.");
    // The form of most traces, without building a value: one attribute of type S is its UTF-8.
    const std::string_view text = key.front().text;
    if (attributes.size() == 1 && attributes[0].type == ValueType::String && !text.empty() &&
        text.size() <= limits::kPartitionKeySize) {
        out = text;
        return true;
    }
    std::vector<Value> values;
    for (std::size_t i = 0; i < key.size(); ++i) {
        auto value = keyValueFromText(attributes[i].type, key[i].text);
        if (!value) return refuse(value.error().text());
        const std::string* const bytes = value->asString() ? value->asString() : value->asBinary();
        if (bytes != nullptr && bytes->size() > limits::kPartitionKeySize)
            return refuse("The key attribute " + inQuotes(attributes[i].name) + " is longer than " +
                          std::to_string(limits::kPartitionKeySize) + " bytes.");
        values.push_back(*std::move(value));
    }
    auto bytes = keyPart(attributes, values);
    if (!bytes) return refuse(bytes.error().text());
    out = *std::move(bytes);
    return true;
}

TraceLineReader::TraceLineReader(const TableDefinition& table) : m_state(std::make_unique<State>(table)) {}
TraceLineReader::~TraceLineReader() = default;

bool TraceLineReader::read(std::string_view line, LoadEvent& event) {
    return m_state->readFields(line) && m_state->resolve(event);
}

const std::string& TraceLineReader::reason() const {
    return m_state->reason;
}
bool TraceLineReader::assumedUnits() const {
    return m_state->assumedUnits;
}

}  // namespace partita
