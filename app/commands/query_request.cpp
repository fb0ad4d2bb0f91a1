#include "app/commands/query_request.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/interchange/json.h"

namespace partita {

namespace {

constexpr std::string_view kSortForms = "=, <, <=, >, >=, begins_with VALUE, or between A AND B";

std::string names(const std::vector<KeyAttribute>& attributes) {
    std::string out;
    for (const KeyAttribute& attribute : attributes)
        out +=
            (out.empty() ? "" : ", ") + attribute.name + " (" + std::string(typeName(attribute.type)) + ")";
    return out;
}

/// The value of a key attribute; the message says which attribute.
Result<Value> typed(const KeyAttribute& attribute, std::string_view text) {
    Result<Value> value = keyValueFromText(attribute.type, text);
    if (value) return value;
    Error error = value.error();
    error.where = attribute.name;
    return error;
}

using KeyValues = std::map<std::string, Value, std::less<>>;

Result<KeyValues> givenKeys(const KeySchema& schema, const std::vector<std::string>& keys) {
    KeyValues values;
    const std::vector<KeyAttribute> attributes = schema.all();
    for (const std::string& word : keys) {
        // An attribute's name may hold '=', so the attribute with the longest matching name is meant.
        const KeyAttribute* meant = nullptr;
        for (const KeyAttribute& attribute : attributes)
            if (word.starts_with(attribute.name + "=") &&
                (meant == nullptr || attribute.name.size() > meant->name.size()))
                meant = &attribute;
        if (meant == nullptr)
            return Error::badInput("--key takes NAME=VALUE, with the name of a key attribute: " +
                                   names(attributes) + "; not \"" + word + "\"");
        const Result<Value> value = typed(*meant, std::string_view(word).substr(meant->name.size() + 1));
        if (!value) return value.error();
        if (!values.emplace(meant->name, *value).second)
            return Error::badInput("--key gives " + meant->name + " twice");
    }
    return values;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// Where " AND " stands, in any case.
std::vector<std::size_t> placesOfAnd(std::string_view text) {
    constexpr std::string_view kAnd = " and ";
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i + kAnd.size() <= text.size(); ++i)
        if (equalsIgnoringCase(text.substr(i, kAnd.size()), kAnd)) places.push_back(i);
    return places;
}

Result<SortCondition> sortFromWords(const KeyAttribute& attribute, std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    constexpr std::string_view kSigns = "=<>";
    const bool isSign = !text.empty() && kSigns.find(text.front()) != std::string_view::npos;
    const std::size_t end = std::min(isSign ? text.find_first_not_of(kSigns) : text.find(' '), text.size());
    const std::optional<SortOperator> op = operatorNamed(text.substr(0, end));
    std::string_view rest = text.substr(end);
    if (!op || rest.empty())
        return Error::badInput("--sort takes " + std::string(kSortForms) + "; not \"" + std::string(text) +
                               "\"");
    // One space parts operator and value; any others belong to the value.
    if (rest.front() == ' ') rest.remove_prefix(1);
    SortCondition condition{*op, {}};
    std::vector<std::string_view> texts = {rest};
    if (*op == SortOperator::Between) {
        const std::vector<std::size_t> ands = placesOfAnd(rest);
        if (ands.size() != 1)
            return Error::badInput(
                "--sort 'between A AND B' needs AND exactly once; where a value holds one, use --sort-json");
        texts = {rest.substr(0, ands.front()), rest.substr(ands.front() + 5)};
    }
    for (const std::string_view one : texts) {
        const Result<Value> value = typed(attribute, one);
        if (!value) return value.error();
        condition.values.push_back(*value);
    }
    return condition;
}

/// A value of --sort-json: text as --key takes it, a number, or {"S": "…"}.
Result<Value> sortValue(const KeyAttribute& attribute, const Value& given) {
    if (const std::string* text = given.asString()) return typed(attribute, *text);
    if (given.asNumber() != nullptr && attribute.type == ValueType::Number) return given;
    if (const AttributeMap* map = given.asMap(); map != nullptr && map->size() == 1) {
        const std::string* text = map->begin()->value.asString();
        if (text != nullptr && map->begin()->name == typeName(attribute.type)) return typed(attribute, *text);
    }
    return Error::validation(
        "the value is not of type " + std::string(typeName(attribute.type)) + ": " + toPlainJson(given),
        attribute.name);
}

Result<SortCondition> sortFromJson(const KeyAttribute& attribute, std::string_view json) {
    const std::string form = "--sort-json takes {\"op\": \"between\", \"values\": [\"a\", \"b\"]}";
    const Result<Value> parsed = parsePlainValue(json);
    if (!parsed) return Error::badInput(form + "; " + parsed.error().text());
    const AttributeMap* object = parsed->asMap();
    const Value* op = object == nullptr ? nullptr : object->find("op");
    const Value* values = object == nullptr ? nullptr : object->find("values");
    if (object == nullptr || object->size() != 2 || op == nullptr || op->asString() == nullptr ||
        values == nullptr || values->asList() == nullptr)
        return Error::badInput(form + ", with these two members");
    const std::optional<SortOperator> named = operatorNamed(*op->asString());
    if (!named)
        return Error::badInput(
            "--sort-json: the operators are =, <, <=, >, >=, between, begins_with; not \"" + *op->asString() +
            "\"");
    SortCondition condition{*named, {}};
    const std::size_t needed = *named == SortOperator::Between ? 2 : 1;
    if (values->asList()->size() != needed)
        return Error::badInput("--sort-json: " + *op->asString() + " takes " + std::to_string(needed) +
                               (needed == 1 ? " value" : " values"));
    for (const Value& given : *values->asList()) {
        const Result<Value> value = sortValue(attribute, given);
        if (!value) return value.error();
        condition.values.push_back(*value);
    }
    return condition;
}

}  // namespace

Result<void> setKeyCondition(const KeySchema& keys, const KeyWords& words, QueryRequest& request) {
    const Result<KeyValues> given = givenKeys(keys, words.keys);
    if (!given) return given.error();

    std::vector<Value> partition;
    for (const KeyAttribute& attribute : keys.partition) {
        const auto found = given->find(attribute.name);
        if (found == given->end())
            return Error::badInput("a Query needs --key " + attribute.name + "=VALUE; the partition key is " +
                                   names(keys.partition));
        partition.push_back(found->second);
    }

    std::vector<SortCondition> sort;
    for (const KeyAttribute& attribute : keys.sort) {
        const auto found = given->find(attribute.name);
        if (found == given->end()) break;
        sort.push_back({SortOperator::Equal, {found->second}});
    }
    if (given->size() != partition.size() + sort.size())
        return Error::badInput("sort attributes are given from the left, none left out: " + names(keys.sort));

    if (words.sort && words.sortJson)
        return Error::badInput("--sort and --sort-json are two ways to say one thing");
    if (words.sort || words.sortJson) {
        if (sort.size() == keys.sort.size())
            return Error::badInput(keys.sort.empty()
                                       ? "there is no sort key to test with --sort"
                                       : "--key gives every sort attribute, none is left for --sort");
        const KeyAttribute& attribute = keys.sort[sort.size()];
        const Result<SortCondition> condition =
            words.sort ? sortFromWords(attribute, *words.sort) : sortFromJson(attribute, *words.sortJson);
        if (!condition) return condition.error();
        sort.push_back(*condition);
    }
    request.partition = std::move(partition);
    request.sort = std::move(sort);
    return {};
}

}  // namespace partita
