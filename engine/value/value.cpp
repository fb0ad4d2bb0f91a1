#include "engine/value/value.h"

#include <algorithm>
#include <array>

#include "engine/value/base64.h"

namespace partita {
namespace {

constexpr std::array<std::string_view, 10> kTypeNames = {"S", "N", "B",  "BOOL", "NULL",
                                                         "L", "M", "SS", "NS",   "BS"};

// A list or a map costs three bytes, and one more for each element. Source: developer guide, "Item sizes".
constexpr std::size_t kContainerBytes = 3;
constexpr std::size_t kElementBytes = 1;

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// Sorts the elements; fails when two of them are equal.
template <class T, class Show>
Result<std::vector<T>> sortedSet(std::vector<T> elements, Show show) {
    std::sort(elements.begin(), elements.end());
    if (std::adjacent_find(elements.begin(), elements.end()) == elements.end()) return elements;
    constexpr std::size_t kShownBytes = 500;  // a set may hold 400 KB; its message should not
    std::string all;
    for (const T& element : elements) {
        if (all.size() > kShownBytes) {
            all += ", …";
            break;
        }
        all += (all.empty() ? "" : ", ") + show(element);
    }
    return Error::validation("One or more parameter values were invalid: Input collection [" + all +
                             "] contains duplicates.");
}

auto positionOf(const std::vector<Attribute>& attributes, std::string_view name) {
    return std::lower_bound(attributes.begin(), attributes.end(), name,
                            [](const Attribute& a, std::string_view n) { return a.name < n; });
}

}  // namespace

std::string_view typeName(ValueType type) {
    return kTypeNames[static_cast<std::size_t>(type) - 1];
}

std::optional<ValueType> typeNamed(std::string_view name) {
    const auto* const at = std::find(kTypeNames.begin(), kTypeNames.end(), name);
    if (at == kTypeNames.end()) return std::nullopt;
    return static_cast<ValueType>(at - kTypeNames.begin() + 1);
}

AttributeMap::AttributeMap() = default;
AttributeMap::AttributeMap(std::initializer_list<Attribute> attributes) {
    for (const Attribute& attribute : attributes) {
        set(attribute.name, attribute.value);
    }
}
std::optional<AttributeMap> AttributeMap::of(std::vector<Attribute> attributes) {
    const auto byName = [](const Attribute& a, const Attribute& b) { return a.name < b.name; };
    if (!std::is_sorted(attributes.begin(), attributes.end(), byName)) {
        std::sort(attributes.begin(), attributes.end(), byName);
    }
    const auto sameName = [](const Attribute& a, const Attribute& b) { return a.name == b.name; };
    if (std::adjacent_find(attributes.begin(), attributes.end(), sameName) != attributes.end())
        return std::nullopt;
    AttributeMap map;
    map.m_attributes = std::move(attributes);
    return map;
}

AttributeMap::AttributeMap(const AttributeMap&) = default;
AttributeMap::AttributeMap(AttributeMap&&) noexcept = default;
AttributeMap& AttributeMap::operator=(const AttributeMap&) = default;
AttributeMap& AttributeMap::operator=(AttributeMap&&) noexcept = default;
AttributeMap::~AttributeMap() = default;

bool AttributeMap::empty() const {
    return m_attributes.empty();
}
std::size_t AttributeMap::size() const {
    return m_attributes.size();
}

const Value* AttributeMap::find(std::string_view name) const {
    const auto at = positionOf(m_attributes, name);
    return at != m_attributes.end() && at->name == name ? &at->value : nullptr;
}

Value* AttributeMap::find(std::string_view name) {
    return const_cast<Value*>(std::as_const(*this).find(name));  // NOLINT: one search for both
}

void AttributeMap::set(std::string name, Value value) {
    if (Value* const present = find(name)) {
        *present = std::move(value);
        return;
    }
    add(std::move(name), std::move(value));
}

bool AttributeMap::add(std::string name, Value value) {
    // Attributes mostly come in order: then there is nothing to search.
    if (m_attributes.empty() || m_attributes.back().name < name) {
        m_attributes.push_back({std::move(name), std::move(value)});
        return true;
    }
    const auto at = positionOf(m_attributes, name);
    if (at != m_attributes.end() && at->name == name) return false;
    m_attributes.insert(at, {std::move(name), std::move(value)});
    return true;
}

bool AttributeMap::remove(std::string_view name) {
    const auto at = positionOf(m_attributes, name);
    if (at == m_attributes.end() || at->name != name) return false;
    m_attributes.erase(at);
    return true;
}

const Attribute* AttributeMap::begin() const {
    return m_attributes.data();
}
const Attribute* AttributeMap::end() const {
    return m_attributes.data() + m_attributes.size();
}

bool operator==(const AttributeMap& a, const AttributeMap& b) {
    return a.m_attributes == b.m_attributes;
}

Result<Value> Value::stringSet(std::vector<std::string> elements) {
    if (elements.empty()) {
        return Error::validation(
            "One or more parameter values were invalid: An string set  may not be empty");
    }
    auto set = sortedSet(std::move(elements), [](const std::string& s) { return s; });
    if (!set) return set.error();
    return Value(Data(StringSet{*std::move(set)}));
}

Result<Value> Value::numberSet(std::vector<Number> elements) {
    if (elements.empty()) {
        return Error::validation(
            "One or more parameter values were invalid: An number set  may not be empty");
    }
    auto set = sortedSet(std::move(elements), [](const Number& n) { return n.text(); });
    if (!set) return set.error();
    return Value(Data(NumberSet{*std::move(set)}));
}

Result<Value> Value::binarySet(std::vector<std::string> elements) {
    if (elements.empty()) {
        return Error::validation(
            "One or more parameter values were invalid: Binary sets should not be empty");
    }
    auto set = sortedSet(std::move(elements), [](const std::string& bytes) { return toBase64(bytes); });
    if (!set) return set.error();
    return Value(Data(BinarySet{*std::move(set)}));
}

const std::string* Value::asBinary() const {
    const Binary* const binary = std::get_if<Binary>(&m_data);
    return binary ? &binary->bytes : nullptr;
}

std::size_t sizeOf(const Value& value) {
    return std::visit(Overloaded{
                          [](const std::string& utf8) { return utf8.size(); },
                          [](const Number& number) { return number.size(); },
                          [](const Binary& binary) { return binary.bytes.size(); },
                          [](bool) { return std::size_t{1}; },
                          [](Null) { return std::size_t{1}; },
                          [](const List& list) {
                              std::size_t bytes = kContainerBytes;
                              for (const Value& element : list) {
                                  bytes += kElementBytes + sizeOf(element);
                              }
                              return bytes;
                          },
                          [](const AttributeMap& map) {
                              std::size_t bytes = kContainerBytes;
                              for (const Attribute& attribute : map) {
                                  bytes += kElementBytes + attribute.name.size() + sizeOf(attribute.value);
                              }
                              return bytes;
                          },
                          [](const NumberSet& set) {
                              std::size_t bytes = 0;
                              for (const Number& number : set.elements) {
                                  bytes += number.size();
                              }
                              return bytes;
                          },
                          [](const auto& set) {  // of strings or binaries
                              std::size_t bytes = 0;
                              for (const std::string& element : set.elements) {
                                  bytes += element.size();
                              }
                              return bytes;
                          },
                      },
                      value.data());
}

int depthOf(const Value& value) {
    int below = 0;
    if (const List* const list = value.asList()) {
        for (const Value& element : *list) {
            below = std::max(below, depthOf(element));
        }
        return 1 + below;
    }
    if (const AttributeMap* const map = value.asMap()) {
        for (const Attribute& attribute : *map) {
            below = std::max(below, depthOf(attribute.value));
        }
        return 1 + below;
    }
    return 0;
}

}  // namespace partita
