// An attribute value of one of DynamoDB's ten types, and the map of names to values that an item is.
// Values own their contents. Not thread-safe to change; const use from any thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/value/number.h"

namespace partita {

/// On disk (tags of the item bytes): do not renumber.
enum class ValueType : std::uint8_t {
    String = 1,
    Number = 2,
    Binary = 3,
    Bool = 4,
    Null = 5,
    List = 6,
    Map = 7,
    StringSet = 8,
    NumberSet = 9,
    BinarySet = 10,
};

/// "S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS".
std::string_view typeName(ValueType type);
/// Also for "S" … "BS" only; nothing else is a type.
std::optional<ValueType> typeNamed(std::string_view name);

class Value;
struct Attribute;

/// Any bytes.
struct Binary {
    std::string bytes;
    friend auto operator<=>(const Binary&, const Binary&) = default;
};
struct Null {
    friend auto operator<=>(const Null&, const Null&) = default;
};

/// Names to values, in order of the names' UTF-8 bytes, each name once. Order carries no meaning, so two maps
/// with the same attributes are equal.
class AttributeMap final {
  public:
    AttributeMap();
    AttributeMap(std::initializer_list<Attribute> attributes);
    /// Takes over attributes in any order; nothing when a name occurs twice.
    static std::optional<AttributeMap> of(std::vector<Attribute> attributes);
    AttributeMap(const AttributeMap&);
    AttributeMap(AttributeMap&&) noexcept;
    AttributeMap& operator=(const AttributeMap&);
    AttributeMap& operator=(AttributeMap&&) noexcept;
    ~AttributeMap();

    bool empty() const;
    std::size_t size() const;
    /// Null when there is none; valid until the map changes.
    const Value* find(std::string_view name) const;
    Value* find(std::string_view name);
    /// Adds or replaces.
    void set(std::string name, Value value);
    /// Adds unless the name is there: then false, and nothing changes.
    bool add(std::string name, Value value);
    bool remove(std::string_view name);

    const Attribute* begin() const;
    const Attribute* end() const;

    friend bool operator==(const AttributeMap& a, const AttributeMap& b);

  private:
    std::vector<Attribute> m_attributes;
};

using List = std::vector<Value>;
/// Sets are kept sorted and without duplicates, so that equality ignores order. Never empty in a valid item.
struct StringSet {
    std::vector<std::string> elements;
    friend bool operator==(const StringSet&, const StringSet&) = default;
};
struct NumberSet {
    std::vector<Number> elements;
    friend bool operator==(const NumberSet&, const NumberSet&) = default;
};
struct BinarySet {
    std::vector<std::string> elements;
    friend bool operator==(const BinarySet&, const BinarySet&) = default;
};

class Value final {
  public:
    using Data = std::variant<std::string, Number, Binary, bool, Null, List, AttributeMap, StringSet,
                              NumberSet, BinarySet>;

    Value() : m_data(Null{}) {}
    static Value string(std::string utf8) { return Value(Data(std::in_place_index<0>, std::move(utf8))); }
    static Value number(Number n) { return Value(Data(n)); }
    static Value number(std::int64_t n) { return number(Number::fromInteger(n)); }
    static Value binary(std::string bytes) { return Value(Data(Binary{std::move(bytes)})); }
    static Value boolean(bool b) { return Value(Data(std::in_place_index<3>, b)); }
    static Value null() { return Value(); }
    static Value list(List elements) { return Value(Data(std::move(elements))); }
    static Value map(AttributeMap attributes) { return Value(Data(std::move(attributes))); }
    /// The set factories sort. They fail (ValidationException, the service's words) on an empty set and on
    /// duplicates.
    static Result<Value> stringSet(std::vector<std::string> elements);
    static Result<Value> numberSet(std::vector<Number> elements);
    static Result<Value> binarySet(std::vector<std::string> elements);

    ValueType type() const { return static_cast<ValueType>(m_data.index() + 1); }
    const Data& data() const { return m_data; }

    /// Null unless the value is of that type.
    const std::string* asString() const { return std::get_if<0>(&m_data); }
    const Number* asNumber() const { return std::get_if<Number>(&m_data); }
    const std::string* asBinary() const;  // the bytes
    const bool* asBool() const { return std::get_if<bool>(&m_data); }
    const List* asList() const { return std::get_if<List>(&m_data); }
    const AttributeMap* asMap() const { return std::get_if<AttributeMap>(&m_data); }
    /// To change in place.
    List* asList() { return std::get_if<List>(&m_data); }
    AttributeMap* asMap() { return std::get_if<AttributeMap>(&m_data); }

    friend bool operator==(const Value& a, const Value& b) { return a.m_data == b.m_data; }

  private:
    explicit Value(Data data) : m_data(std::move(data)) {}
    Data m_data;
};

struct Attribute {
    std::string name;
    Value value;
    friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// Bytes that a value counts for in an item's size.
std::size_t sizeOf(const Value& value);
/// Levels of List and Map: 0 for a scalar or a set.
int depthOf(const Value& value);

}  // namespace partita
