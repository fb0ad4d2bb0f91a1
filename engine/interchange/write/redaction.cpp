#include "engine/interchange/write/redaction.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

namespace partita {
namespace {

constexpr std::size_t kTextHashBytes = 10;  // 16 letters: collisions are not to be met below 10^12 values
constexpr std::size_t kKeyBytes = 32;

std::string randomKey() {
    std::random_device random;
    std::string key;
    while (key.size() < kKeyBytes) {
        const auto word = random();
        for (int shift = 0; shift < 32; shift += 8)
            key += static_cast<char>(word >> shift & 0xff);
    }
    return key;
}

/// RFC 4648, base 32, in lower case and without padding.
std::string base32(std::string_view bytes) {
    constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz234567";
    std::string text;
    unsigned bits = 0, held = 0;
    for (const char c : bytes) {
        held = (held << 8 | static_cast<unsigned char>(c)) & 0xffff;
        bits += 8;
        for (; bits >= 5; bits -= 5)
            text += kLetters[held >> (bits - 5) & 31];
    }
    if (bits > 0) text += kLetters[held << (5 - bits) & 31];
    return text;
}

/// Whether a part of a key is a name of the design rather than data.
bool isConstant(std::string_view part) {
    return part.empty() ||
           (std::any_of(part.begin(), part.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) &&
            std::all_of(part.begin(), part.end(),
                        [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }));
}

/// One x for each character that is no ASCII.
std::string masked(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c >= '0' && c <= '9') {
            out += '0';
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0xc0) {
            out += 'x';
        } else if (byte < 0x80) {
            out += c;
        }
    }
    return out;
}

/// Elements of a set may become the same.
template <class Element>
std::vector<Element> distinct(std::vector<Element> elements) {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
}

}  // namespace

Redactor::Redactor(std::vector<Redaction> redactions, std::string hashKey)
    : m_key(hashKey.empty() ? randomKey() : std::move(hashKey)) {
    for (Redaction& redaction : redactions)
        m_actions[std::move(redaction.attribute)] = redaction.action;
}

Result<void> Redactor::check(const TableDefinition& table) const {
    for (const KeyAttribute& key : table.keys.all()) {
        const auto found = m_actions.find(key.name);
        if (found != m_actions.end() && found->second != Redaction::Action::Hash)
            return Error::badInput(
                "\"" + key.name + "\" is a key of the table " + table.name +
                ": masked or left out, items would run into one another. Hash it instead.");
    }
    return {};
}

void Redactor::apply(Item& item) const {
    for (const auto& [name, action] : m_actions) {
        const Value* const value = item.find(name);
        if (!value) continue;
        if (action == Redaction::Action::Drop) {
            item.remove(name);
        } else {
            item.set(name, redacted(*value, action));
        }
    }
}

std::string Redactor::hash(char type, std::string_view bytes, std::size_t size) const {
    const std::string text = std::string(1, type) + std::string(bytes);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    HMAC(EVP_sha256(), m_key.data(), static_cast<int>(m_key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &length);
    return std::string(reinterpret_cast<const char*>(digest.data()), std::min<std::size_t>(size, length));
}

std::string Redactor::hashedText(std::string_view text) const {
    std::string out;
    while (true) {
        const std::size_t end = text.find('#');
        const std::string_view part = text.substr(0, end);
        out += isConstant(part) ? std::string(part) : base32(hash('S', part, kTextHashBytes));
        if (end == std::string_view::npos) return out;
        out += '#';
        text.remove_prefix(end + 1);
    }
}

Value Redactor::redacted(const Value& value, Redaction::Action action) const {
    const bool isHash = action == Redaction::Action::Hash;
    const auto text = [&](const std::string& given) { return isHash ? hashedText(given) : masked(given); };
    const auto number = [&](const Number& given) {
        if (!isHash) return *Number::parse("0");
        // 15 digits: whole in every client's double.
        std::uint64_t digits = 0;
        for (const char c : hash('N', given.text(), 8))
            digits = digits << 8 | static_cast<unsigned char>(c);
        constexpr std::uint64_t kFifteenDigits = 1'000'000'000'000'000;
        return *Number::parse(std::to_string(digits % kFifteenDigits));
    };
    const auto binary = [&](const std::string& given) {
        return isHash ? hash('B', given, 16) : std::string(given.size(), '\0');
    };
    switch (value.type()) {
        case ValueType::String:
            return Value::string(text(*value.asString()));
        case ValueType::Number:
            return Value::number(number(*value.asNumber()));
        case ValueType::Binary:
            return Value::binary(binary(*value.asBinary()));
        case ValueType::Bool:
            return Value::boolean(false);  // a hash would tell which
        case ValueType::Null:
            return value;
        case ValueType::List: {
            List list;
            for (const Value& element : *value.asList())
                list.push_back(redacted(element, action));
            return Value::list(std::move(list));
        }
        case ValueType::Map: {
            AttributeMap map;
            for (const Attribute& attribute : *value.asMap())
                map.set(attribute.name, redacted(attribute.value, action));
            return Value::map(std::move(map));
        }
        default:
            break;
    }
    if (const auto* strings = std::get_if<StringSet>(&value.data())) {
        std::vector<std::string> elements;
        for (const std::string& element : strings->elements)
            elements.push_back(text(element));
        return *Value::stringSet(distinct(std::move(elements)));
    }
    if (const auto* numbers = std::get_if<NumberSet>(&value.data())) {
        std::vector<Number> elements;
        for (const Number& element : numbers->elements)
            elements.push_back(number(element));
        return *Value::numberSet(distinct(std::move(elements)));
    }
    std::vector<std::string> elements;
    for (const std::string& element : std::get<BinarySet>(value.data()).elements)
        elements.push_back(binary(element));
    return *Value::binarySet(distinct(std::move(elements)));
}

}  // namespace partita
