#include "model/kept_types.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

/// Reads the plain value as the element of a set; nothing when it is none.
std::optional<std::string> stringElement(const Value& value) {
    return value.asString() ? std::optional(*value.asString()) : std::nullopt;
}
std::optional<Number> numberElement(const Value& value) {
    return value.asNumber() ? std::optional(*value.asNumber()) : std::nullopt;
}
std::optional<std::string> binaryElement(const Value& value) {
    return value.asString() ? fromBase64(*value.asString()) : std::nullopt;
}

class Keeper final {
  public:
    Value kept(const Value& old, const Value& plain);
    AttributeMap keptMap(const AttributeMap& old, const AttributeMap& plain);
    std::optional<TypeMisfit> misfit;

  private:
    List keptList(const List& old, const List& plain);
    template <class T, class Read>
    Value keptSet(ValueType type, const List& plain, Read read, Result<Value> (*make)(std::vector<T>));
    void refuse(TypeMisfit::Kind kind, ValueType type) {
        if (!misfit) misfit = TypeMisfit{kind, m_path, type};
    }

    ValuePath m_path;
};

Value Keeper::kept(const Value& old, const Value& plain) {
    if (asPlain(old) == plain) return old;
    const List* list = plain.asList();
    switch (old.type()) {
        case ValueType::Map:
            if (plain.asMap()) return Value::map(keptMap(*old.asMap(), *plain.asMap()));
            break;
        case ValueType::List:
            if (list) return Value::list(keptList(*old.asList(), *list));
            break;
        case ValueType::StringSet:
            if (list) return keptSet<std::string>(old.type(), *list, stringElement, &Value::stringSet);
            break;
        case ValueType::NumberSet:
            if (list) return keptSet<Number>(old.type(), *list, numberElement, &Value::numberSet);
            break;
        case ValueType::BinarySet:
            if (list) return keptSet<std::string>(old.type(), *list, binaryElement, &Value::binarySet);
            break;
        case ValueType::Binary:
            if (plain.asString()) {
                if (auto bytes = fromBase64(*plain.asString())) return Value::binary(*std::move(bytes));
                refuse(TypeMisfit::Kind::NotBase64OfBinary, old.type());
            }
            break;
        default:
            break;
    }
    return plain;
}

AttributeMap Keeper::keptMap(const AttributeMap& old, const AttributeMap& plain) {
    std::vector<Attribute> attributes;
    for (const Attribute& attribute : plain) {
        const Value* before = old.find(attribute.name);
        m_path.emplace_back(attribute.name);
        attributes.push_back({attribute.name, before ? kept(*before, attribute.value) : attribute.value});
        m_path.pop_back();
    }
    return *AttributeMap::of(std::move(attributes));  // the names are those of a map
}

/// Elements have no names: those that still look as they did at the beginning and at the end are the same;
/// between them each takes the next old one that looks like it, and what is left is compared in order.
List Keeper::keptList(const List& old, const List& plain) {
    List looks;
    looks.reserve(old.size());
    std::transform(old.begin(), old.end(), std::back_inserter(looks), asPlain);
    const std::size_t most = std::min(old.size(), plain.size());
    std::size_t head = 0;
    while (head < most && looks[head] == plain[head])
        ++head;
    std::size_t tail = 0;
    while (tail < most - head && looks[old.size() - 1 - tail] == plain[plain.size() - 1 - tail])
        ++tail;
    const std::size_t oldEnd = old.size() - tail;
    const std::size_t plainEnd = plain.size() - tail;

    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<std::size_t> source(plain.size(), kNone);
    std::vector<bool> isTaken(old.size());
    std::unordered_map<std::string, std::set<std::size_t>> free;  // old ones, by how they look
    for (std::size_t k = head; k < oldEnd; ++k)
        free[toPlainJson(looks[k])].insert(k);
    std::size_t from = head;
    for (std::size_t i = head; i < plainEnd; ++i) {
        const auto found = free.find(toPlainJson(plain[i]));
        if (found == free.end() || found->second.empty()) continue;
        auto place = found->second.lower_bound(from);
        const bool isMoved = place == found->second.end();
        if (isMoved) place = found->second.begin();
        source[i] = *place;
        isTaken[*place] = true;
        if (!isMoved) from = *place + 1;
        found->second.erase(place);
    }
    std::size_t next = head;
    List elements;
    elements.reserve(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i < head) {
            elements.push_back(old[i]);
        } else if (i >= plainEnd) {
            elements.push_back(old[i - plainEnd + oldEnd]);
        } else if (source[i] != kNone) {
            elements.push_back(old[source[i]]);
            next = std::max(next, source[i] + 1);
        } else {
            while (next < oldEnd && isTaken[next])
                ++next;
            m_path.emplace_back(i);
            elements.push_back(next < oldEnd ? kept(old[next++], plain[i]) : plain[i]);
            m_path.pop_back();
        }
    }
    return elements;
}

template <class T, class Read>
Value Keeper::keptSet(ValueType type, const List& plain, Read read, Result<Value> (*make)(std::vector<T>)) {
    if (plain.empty()) {
        refuse(TypeMisfit::Kind::EmptySet, type);
        return Value::list({});
    }
    std::vector<T> elements;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        auto element = read(plain[i]);
        if (!element) {
            m_path.emplace_back(i);
            refuse(type == ValueType::BinarySet && plain[i].asString() ? TypeMisfit::Kind::NotBase64
                                                                       : TypeMisfit::Kind::NotOfSet,
                   type);
            m_path.pop_back();
            return Value::list(plain);
        }
        elements.push_back(*std::move(element));
    }
    auto set = make(std::move(elements));
    if (set) return *std::move(set);
    refuse(TypeMisfit::Kind::TwiceInSet, type);
    return Value::list(plain);
}

}  // namespace

Value asPlain(const Value& value) {
    const auto listOf = [](const auto& elements, auto make) {
        List list;
        list.reserve(elements.size());
        for (const auto& element : elements)
            list.push_back(make(element));
        return Value::list(std::move(list));
    };
    switch (value.type()) {
        case ValueType::Binary:
            return Value::string(toBase64(*value.asBinary()));
        case ValueType::List:
            return listOf(*value.asList(), asPlain);
        case ValueType::Map: {
            std::vector<Attribute> attributes;
            for (const Attribute& attribute : *value.asMap())
                attributes.push_back({attribute.name, asPlain(attribute.value)});
            return Value::map(*AttributeMap::of(std::move(attributes)));
        }
        case ValueType::StringSet:
            return listOf(std::get_if<StringSet>(&value.data())->elements,
                          [](const std::string& element) { return Value::string(element); });
        case ValueType::NumberSet:
            return listOf(std::get_if<NumberSet>(&value.data())->elements,
                          [](const Number& element) { return Value::number(element); });
        case ValueType::BinarySet:
            return listOf(std::get_if<BinarySet>(&value.data())->elements,
                          [](const std::string& element) { return Value::string(toBase64(element)); });
        default:
            return value;
    }
}

KeptTypes keepTypes(const Item& old, const Item& plain) {
    Keeper keeper;
    KeptTypes result;
    result.item = keeper.keptMap(old, plain);
    result.misfit = std::move(keeper.misfit);
    return result;
}

}  // namespace partita
