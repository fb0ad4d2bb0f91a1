// Items from bytes, whole or in place. The form is in README.md.
#include "engine/value/item_bytes.h"

#include <algorithm>

#include "engine/limits.h"
#include "engine/value/varint.h"

namespace partita {
namespace {

// Room made ahead for attributes or elements: enough for most, and little when a damaged count lies.
constexpr std::uint64_t kMostReserved = 64;

/// What stands at the front of a value: its type, and where its contents lie.
struct Head {
    ValueType type = ValueType::Null;
    bool boolean = false;
    std::string_view content;
};

/// Takes one value, without a look into its contents. False when its type or its length is damaged.
bool takeHead(std::string_view& bytes, Head& head) {
    if (bytes.empty()) return false;
    const auto tag = static_cast<unsigned char>(bytes[0]);
    if (tag < static_cast<unsigned char>(ValueType::String) ||
        tag > static_cast<unsigned char>(ValueType::BinarySet)) {
        return false;
    }
    head = {static_cast<ValueType>(tag), false, {}};
    bytes.remove_prefix(1);
    if (head.type == ValueType::Null) return true;
    if (head.type != ValueType::Bool) return takePrefixed(bytes, head.content);
    if (bytes.empty() || static_cast<unsigned char>(bytes[0]) > 1) return false;
    head.boolean = bytes[0] == 1;
    head.content = bytes.substr(0, 1);
    bytes.remove_prefix(1);
    return true;
}

/// Builds values and says why and where it cannot. One use, one thread.
class Decoder final {
  public:
    explicit Decoder(std::string_view whole) : m_whole(whole) {}

    bool attributes(std::string_view bytes, int depth, AttributeMap& map) {
        std::uint64_t count = 0;
        if (!takeVarint(bytes, count)) return fault(bytes, "the number of attributes cannot be read");
        std::vector<Attribute> read;
        read.reserve(static_cast<std::size_t>(std::min(count, kMostReserved)));
        std::string_view previous;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string_view start = bytes;
            std::string_view name;
            if (!takePrefixed(bytes, name)) return fault(start, "an attribute name runs past the end");
            if (i > 0 && name <= previous) return fault(start, "attribute names are not in order");
            if (!isUtf8(name)) return fault(start, "an attribute name is not UTF-8");
            previous = name;
            Attribute& attribute = read.emplace_back();
            attribute.name.assign(name);
            if (!takeValue(bytes, depth, attribute.value)) return false;
        }
        if (!bytes.empty()) return fault(bytes, "bytes follow the last attribute");
        auto whole = AttributeMap::of(std::move(read));
        if (!whole) return fault(bytes, "an attribute name occurs twice");
        map = *std::move(whole);
        return true;
    }

    bool contents(const Head& head, int depth, Value& value) {
        const std::string_view bytes = head.content;
        switch (head.type) {
            case ValueType::String:
                if (!isUtf8(bytes)) return fault(bytes, "a string is not UTF-8");
                value = Value::string(std::string(bytes));
                return true;
            case ValueType::Number: {
                Number read;
                if (!number(bytes, read)) return false;
                value = Value::number(read);
                return true;
            }
            case ValueType::Binary:
                value = Value::binary(std::string(bytes));
                return true;
            case ValueType::Bool:
                value = Value::boolean(head.boolean);
                return true;
            case ValueType::Null:
                value = Value::null();
                return true;
            case ValueType::List: {
                List elements;
                if (!list(bytes, depth, elements)) return false;
                value = Value::list(std::move(elements));
                return true;
            }
            case ValueType::Map: {
                if (depth >= limits::kNestingDepth) return fault(bytes, "values are nested too deeply");
                AttributeMap map;
                if (!attributes(bytes, depth + 1, map)) return false;
                value = Value::map(std::move(map));
                return true;
            }
            case ValueType::StringSet:
            case ValueType::NumberSet:
            case ValueType::BinarySet:
                return set(head.type, bytes, value);
        }
        return fault(bytes, "a value has no known type");
    }

    Error error() const {
        return Error::file(ErrorCode::DamagedFile,
                           "The stored bytes of an item are damaged at byte " + std::to_string(m_faultAt) +
                               ": " + std::string(m_reason) + ".",
                           {});
    }

  private:
    /// `at` begins where the damage was met; it lies inside the whole.
    bool fault(std::string_view at, std::string_view reason) {
        m_faultAt = static_cast<std::size_t>(at.data() - m_whole.data());
        m_reason = reason;
        return false;
    }

    bool takeValue(std::string_view& bytes, int depth, Value& value) {
        const std::string_view start = bytes;
        Head head;
        if (!takeHead(bytes, head)) return fault(start, "the type or length of a value is wrong");
        return contents(head, depth, value);
    }

    bool number(std::string_view bytes, Number& value) {
        const std::string_view start = bytes;
        const auto read = Number::takeKeyBytes(bytes);
        if (!read || !bytes.empty()) return fault(start, "a number is not in its stored form");
        value = *read;
        return true;
    }

    bool list(std::string_view bytes, int depth, List& elements) {
        if (depth >= limits::kNestingDepth) return fault(bytes, "values are nested too deeply");
        std::uint64_t count = 0;
        if (!takeVarint(bytes, count)) return fault(bytes, "the number of list elements cannot be read");
        elements.reserve(static_cast<std::size_t>(std::min(count, kMostReserved)));
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!takeValue(bytes, depth + 1, elements.emplace_back())) return false;
        }
        return bytes.empty() || fault(bytes, "bytes follow the last list element");
    }

    bool set(ValueType type, std::string_view bytes, Value& value) {
        std::uint64_t count = 0;
        if (!takeVarint(bytes, count) || count == 0) return fault(bytes, "a set has no elements");
        std::vector<std::string> texts;
        std::vector<Number> numbers;
        std::string_view previous;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string_view start = bytes;
            std::string_view element;
            if (!takePrefixed(bytes, element)) return fault(start, "a set element runs past the end");
            if (i > 0 && element <= previous) return fault(start, "set elements are not in order");
            previous = element;
            if (type == ValueType::NumberSet) {
                Number read;
                if (!number(element, read)) return false;
                numbers.push_back(read);
            } else {
                if (type == ValueType::StringSet && !isUtf8(element)) {
                    return fault(start, "a set element is not UTF-8");
                }
                texts.emplace_back(element);
            }
        }
        if (!bytes.empty()) return fault(bytes, "bytes follow the last set element");
        auto made = type == ValueType::NumberSet   ? Value::numberSet(std::move(numbers))
                    : type == ValueType::StringSet ? Value::stringSet(std::move(texts))
                                                   : Value::binarySet(std::move(texts));
        if (!made) return fault(bytes, "a set is not one");
        value = *std::move(made);
        return true;
    }

    std::string_view m_whole;
    std::size_t m_faultAt = 0;
    std::string_view m_reason;
};

/// Takes the name and value of one attribute. False when damaged.
bool takeAttribute(std::string_view& bytes, std::string_view& name, Head& head) {
    return takePrefixed(bytes, name) && takeHead(bytes, head);
}

}  // namespace

Result<Item> itemFromBytes(std::string_view bytes) {
    Decoder decoder(bytes);
    Item item;
    if (!decoder.attributes(bytes, 0, item)) return decoder.error();
    return item;
}

Result<Value> ValueView::value() const {
    Decoder decoder(m_content);
    Value value;
    if (!decoder.contents({m_type, m_boolean, m_content}, 0, value)) return decoder.error();
    return value;
}

bool ValueView::anyElement(const std::function<bool(const ValueView&)>& test) const {
    std::string_view bytes = m_content;
    std::uint64_t count = 0;
    if (m_type != ValueType::List || !takeVarint(bytes, count)) return false;
    Head head;
    for (; count > 0 && takeHead(bytes, head); --count) {
        if (test(ValueView(head.type, head.boolean, head.content))) return true;
    }
    return false;
}

std::optional<ValueView> ValueView::element(std::uint64_t index) const {
    std::optional<ValueView> found;
    anyElement([&](const ValueView& element) {
        if (index-- > 0) return false;
        found = element;
        return true;
    });
    return found;
}

std::optional<ValueView> ItemView::find(std::string_view name) const {
    std::string_view bytes = m_bytes;
    std::uint64_t count = 0;
    if (!takeVarint(bytes, count)) return std::nullopt;
    std::string_view attribute;
    Head head;
    for (; count > 0; --count) {
        if (!takePrefixed(bytes, attribute)) return std::nullopt;
        const int order = attribute.compare(name);
        if (order > 0 || !takeHead(bytes, head)) return std::nullopt;
        if (order == 0) return ValueView(head.type, head.boolean, head.content);
    }
    return std::nullopt;
}

bool ItemView::forEach(const std::function<void(std::string_view, const ValueView&)>& visit) const {
    std::string_view bytes = m_bytes;
    std::uint64_t count = 0;
    if (!takeVarint(bytes, count)) return false;
    std::string_view name;
    std::string_view previous;
    Head head;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!takeAttribute(bytes, name, head) || (i > 0 && name <= previous)) return false;
        previous = name;
        visit(name, ValueView(head.type, head.boolean, head.content));
    }
    return bytes.empty();
}

bool ItemView::project(const std::function<bool(std::string_view)>& keep, std::string& out) const {
    const std::size_t start = out.size();
    std::string_view bytes = m_bytes;
    std::uint64_t count = 0;
    if (!takeVarint(bytes, count)) return false;
    out.push_back(0);  // the room for most counts
    std::uint64_t kept = 0;
    std::string_view name;
    std::string_view previous;
    Head head;
    bool sound = true;
    for (std::uint64_t i = 0; i < count && sound; ++i) {
        const std::string_view attribute = bytes;
        sound = takeAttribute(bytes, name, head) && (i == 0 || previous < name);
        previous = name;
        if (!sound || !keep(name)) continue;
        out.append(attribute.substr(0, attribute.size() - bytes.size()));
        ++kept;
    }
    if (!sound || !bytes.empty()) {
        out.resize(start);
        return false;
    }
    std::string keptBytes;
    appendVarint(kept, keptBytes);
    out.replace(start, 1, keptBytes);
    return true;
}

}  // namespace partita
