#include "engine/interchange/read/ion_parser.h"

#include <algorithm>
#include <array>

#include "engine/interchange/json.h"
#include "engine/interchange/read/ion_number.h"
#include "engine/limits.h"

namespace partita {
namespace {

// An item may stand inside two wrappers, Record and NewImage.
constexpr int kDeepest = limits::kNestingDepth + 3;
constexpr std::size_t kNamedLevels = 3;

bool beginsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isName(std::string_view word) {
    return !word.empty() && beginsName(word[0]) &&
           std::all_of(word.begin(), word.end(), [](char c) { return beginsName(c) || isDigit(c); });
}
/// A symbol by its number in a table that stands elsewhere.
bool isSymbolNumber(std::string_view word) {
    return word.size() > 1 && word[0] == '$' && std::all_of(word.begin() + 1, word.end(), isDigit);
}
bool isNullType(std::string_view type) {
    constexpr std::array<std::string_view, 13> kTypes = {"null",      "bool",   "int",    "float", "decimal",
                                                         "timestamp", "string", "symbol", "blob",  "clob",
                                                         "struct",    "list",   "sexp"};
    return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

}  // namespace

Result<Value> IonParser::value() {
    Value value;
    const auto read = [&]() -> Result<void> {
        if (auto done = annotated(0, value); !done) return done;
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.atEnd()) return {};
        return m_text.wrong("Something stands after the end of the value.", m_text.at(), m_text.at() + 1);
    };
    if (auto done = read(); !done) {
        Error error = done.error();
        if (error.where.empty()) error.where = path();
        return error;
    }
    return value;
}

std::vector<std::string> IonParser::namesOf(std::string_view path) const {
    for (const auto& [of, names] : m_names) {
        if (of == path) return names;
    }
    return {};
}

std::string IonParser::path() const {
    std::string path;
    for (std::size_t i = 0; i < m_path.size(); ++i) {
        const Step& step = m_path[i];
        if (step.name.data() == nullptr) {
            path += "[" + std::to_string(step.index) + "]";
        } else if (i > 0 || step.name != "Item") {
            path += (path.empty() ? "" : ".") + std::string(step.name);
        }
    }
    return path;
}

Result<void> IonParser::odd(const std::string& what, const std::string& readAs, std::size_t begin) {
    if (!m_repair)
        return m_text.wrong("DynamoDB has no " + what + ". A repair would read it as " + readAs + ".", begin);
    note("The " + what, readAs);
    return {};
}

void IonParser::note(const std::string& what, const std::string& readAs) {
    const std::string place = path();
    m_repairs.push_back(what + (place.empty() ? "" : " at " + place) + " was read as " + readAs + ".");
}

Result<void> IonParser::annotated(int depth, Value& out) {
    std::string setAnnotation;
    std::string other;
    std::size_t begin = 0;
    for (;;) {
        if (auto done = m_text.skipBlanks(); !done) return done;
        const std::size_t at = m_text.at();
        const bool quoted = m_text.peek() == '\'' && !m_text.startsWith("'''");
        if (!quoted && !beginsName(m_text.peek())) break;
        std::string name;
        if (quoted) {
            auto symbol = m_text.quotedSymbol();
            if (!symbol) return symbol.error();
            name = std::move(*symbol);
        } else {
            name = m_text.word();
        }
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (!m_text.startsWith("::")) {
            m_text.moveTo(at);
            break;
        }
        if (!quoted && (!isName(name) || isSymbolNumber(name)))
            return m_text.wrong("This is no annotation: " + name, at);
        m_text.skip(2);
        const bool isSet = name == "$dynamodb_SS" || name == "$dynamodb_NS" || name == "$dynamodb_BS";
        (isSet ? setAnnotation : other) = name;
        begin = at;
    }
    if (!other.empty()) {
        if (auto done = odd("annotation " + other + "::", "the value alone", begin); !done) return done;
    }
    const std::size_t valueBegin = m_text.at();
    const bool isList = m_text.peek() == '[';
    if (auto done = bare(depth, out); !done) return done;
    if (setAnnotation.empty()) return {};
    if (!isList) return m_text.wrong(setAnnotation + ":: stands before what is no list.", begin);
    return set(setAnnotation, valueBegin, out);
}

Result<void> IonParser::bare(int depth, Value& out) {
    const std::size_t begin = m_text.at();
    const char c = m_text.peek();
    if (m_text.atEnd()) return m_text.wrong("The text ends too early: a value is missing.", begin);
    if (c == '"' || c == '\'') {
        const bool isLong = m_text.startsWith("'''");
        auto text = c == '"' ? m_text.string() : isLong ? m_text.longString() : m_text.quotedSymbol();
        if (!text) return text.error();
        if (c == '\'' && !isLong) note("The symbol", "text");
        out = Value::string(std::move(*text));
        return {};
    }
    if (m_text.startsWith("{{")) {
        bool isClob = false;
        auto bytes = m_text.lob(isClob);
        if (!bytes) return bytes.error();
        if (isClob) {
            if (auto done = odd("clob", "binary", begin); !done) return done;
        }
        out = Value::binary(std::move(*bytes));
        return {};
    }
    if (c == '{') return structure(depth + 1, out);
    if (c == '[') return list(depth + 1, out);
    if (c == '(') return m_text.wrong("DynamoDB has no S-expression, ( … ).", begin, begin + 1);
    if (isDigit(c) || c == '-' || c == '+') return numeric(out);
    return wordValue(out);
}

Result<void> IonParser::wordValue(Value& out) {
    const std::size_t begin = m_text.at();
    const std::string_view word = m_text.word();
    if (word == "true" || word == "false") {
        out = Value::boolean(word == "true");
    } else if (word == "null") {
        out = Value::null();
    } else if (word.starts_with("null.") && isNullType(word.substr(5))) {
        if (word != "null.null") note("The value " + std::string(word), "NULL");
        out = Value::null();
    } else if (word == "nan") {
        return m_text.wrong("DynamoDB has no number for nan.", begin);
    } else if (isSymbolNumber(word)) {
        return m_text.wrong("The symbol " + std::string(word) + " stands for a text that is not here.",
                            begin);
    } else if (isName(word)) {
        note("The symbol", "text");
        out = Value::string(std::string(word));
    } else {
        return m_text.wrong("This is no value of Ion.", begin, std::max(m_text.at(), begin + 1));
    }
    return {};
}

Result<void> IonParser::numeric(Value& out) {
    const std::size_t begin = m_text.at();
    std::string_view word = m_text.word();
    if (isIonTimestamp(word)) {
        while (m_text.peek() == ':') {  // where word() ends
            m_text.skip(1);
            m_text.word();
        }
        word = m_text.from(begin);
        const std::string text(word);
        if (auto done = odd("timestamp", "the text " + text, begin); !done) return done;
        out = Value::string(text);
        return {};
    }
    auto number = parseIonNumber(word);
    if (!number) {
        Error error = number.error();
        error.range = SourceRange{begin, m_text.at()};
        return error;
    }
    if (number->rewritten) ++m_numbersRewritten;
    out = Value::number(number->number);
    return {};
}

Result<std::string> IonParser::fieldName() {
    const std::size_t begin = m_text.at();
    if (m_text.peek() == '"') return m_text.string();
    if (m_text.startsWith("'''")) return m_text.longString();
    if (m_text.peek() == '\'') return m_text.quotedSymbol();
    const std::string_view word = m_text.word();
    if (!isName(word) || isSymbolNumber(word))
        return m_text.wrong("A name is missing here, or it wants quotation marks.", begin,
                            std::max(m_text.at(), begin + 1));
    return std::string(word);
}

Result<void> IonParser::structure(int depth, Value& out) {
    const std::size_t begin = m_text.at();
    if (depth > kDeepest) return Error::validation("Nesting Levels have exceeded supported limits");
    m_text.skip(1);
    std::vector<Field> fields;
    for (;;) {
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.peek() == '}') break;
        Field field;
        field.begin = m_text.at();
        auto name = fieldName();
        if (!name) return name.error();
        field.attribute.name = std::move(*name);
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.peek() != ':')
            return m_text.wrong("A colon is missing after a name.", m_text.at(), m_text.at() + 1);
        m_text.skip(1);
        m_path.push_back({field.attribute.name, 0});
        if (auto done = annotated(depth, field.attribute.value); !done) {
            Error error = done.error();
            if (error.where.empty()) error.where = path();
            m_path.clear();  // its names end with this call
            return error;
        }
        m_path.pop_back();
        fields.push_back(std::move(field));
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.peek() == ',')
            m_text.skip(1);
        else if (m_text.peek() != '}')
            return m_text.wrong("A comma or } is missing here.", m_text.at(), m_text.at() + 1);
    }
    m_text.skip(1);
    if (m_keepNames && m_path.size() < kNamedLevels) {
        std::string of;
        for (const Step& step : m_path)
            of += "/" + std::string(step.name);
        auto& names = m_names.emplace_back(std::move(of), std::vector<std::string>()).second;
        for (const Field& field : fields)
            names.push_back(field.attribute.name);
    }
    auto map = mapOf(std::move(fields), begin);
    if (!map) return map.error();
    out = Value::map(std::move(*map));
    return {};
}

Result<AttributeMap> IonParser::mapOf(std::vector<Field> fields, std::size_t begin) {
    std::stable_sort(fields.begin(), fields.end(),
                     [](const Field& a, const Field& b) { return a.attribute.name < b.attribute.name; });
    const auto twice = std::adjacent_find(fields.begin(), fields.end(), [](const Field& a, const Field& b) {
        return a.attribute.name == b.attribute.name;
    });
    if (twice != fields.end()) {
        const Field& second = *std::next(twice);
        return m_text.wrong("The name " + jsonString(second.attribute.name) +
                                " occurs twice in one struct. Keep one of them.",
                            second.begin, second.begin + second.attribute.name.size());
    }
    std::vector<Attribute> attributes;
    attributes.reserve(fields.size());
    for (Field& field : fields)
        attributes.push_back(std::move(field.attribute));
    auto map = AttributeMap::of(std::move(attributes));
    if (!map) return m_text.wrong("A name occurs twice in one struct.", begin);
    return std::move(*map);
}

Result<void> IonParser::list(int depth, Value& out) {
    if (depth > kDeepest) return Error::validation("Nesting Levels have exceeded supported limits");
    m_text.skip(1);
    List elements;
    for (;;) {
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.peek() == ']') break;
        m_path.push_back({{}, elements.size()});
        Value element;
        if (auto done = annotated(depth, element); !done) return done;
        m_path.pop_back();
        elements.push_back(std::move(element));
        if (auto done = m_text.skipBlanks(); !done) return done;
        if (m_text.peek() == ',')
            m_text.skip(1);
        else if (m_text.peek() != ']')
            return m_text.wrong("A comma or ] is missing here.", m_text.at(), m_text.at() + 1);
    }
    m_text.skip(1);
    out = Value::list(std::move(elements));
    return {};
}

Result<void> IonParser::set(const std::string& annotation, std::size_t begin, Value& out) {
    std::vector<std::string> texts;
    std::vector<Number> numbers;
    List& elements = *out.asList();
    for (Value& element : elements) {
        if (annotation == "$dynamodb_NS" && element.asNumber()) {
            numbers.push_back(*element.asNumber());
        } else if (annotation == "$dynamodb_SS" && element.asString()) {
            texts.push_back(*element.asString());
        } else if (annotation == "$dynamodb_BS" && element.asBinary()) {
            texts.push_back(*element.asBinary());
        } else {
            return m_text.wrong(annotation + ":: stands before a list with an element of type " +
                                    std::string(typeName(element.type())) + ".",
                                begin);
        }
    }
    auto set = annotation == "$dynamodb_NS"   ? Value::numberSet(std::move(numbers))
               : annotation == "$dynamodb_SS" ? Value::stringSet(std::move(texts))
                                              : Value::binarySet(std::move(texts));
    if (!set) {
        Error error = set.error();
        error.range = SourceRange{begin, m_text.at()};
        return error;
    }
    out = std::move(*set);
    return {};
}

}  // namespace partita
