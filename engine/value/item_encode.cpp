// Items to bytes. The form is in README.md.
#include "engine/value/item_bytes.h"
#include "engine/value/varint.h"

namespace partita {
namespace {

void appendPrefixed(std::string_view bytes, std::string& out) {
    appendVarint(bytes.size(), out);
    out.append(bytes);
}

void appendPrefixed(const Number& number, std::string& out) {
    const std::size_t lengthAt = out.size();
    out.push_back(0);  // key bytes are at most 22, so their length is one byte
    number.appendKeyBytes(out);
    out[lengthAt] = static_cast<char>(out.size() - lengthAt - 1);
}

/// Writes the length before what `write` appends.
template <class Write>
void appendMeasured(std::string& out, Write write) {
    const std::size_t start = out.size();
    out.push_back(0);  // the room for most lengths
    write();
    std::string length;
    appendVarint(out.size() - start - 1, length);
    out.replace(start, 1, length);
}

void appendAttributes(const AttributeMap& map, std::string& out);

struct ContentWriter {
    std::string& out;

    void operator()(const std::string& utf8) const { appendPrefixed(utf8, out); }
    void operator()(const Number& number) const { appendPrefixed(number, out); }
    void operator()(const Binary& binary) const { appendPrefixed(binary.bytes, out); }
    void operator()(bool b) const { out.push_back(b ? 1 : 0); }
    void operator()(Null) const {}
    void operator()(const List& list) const {
        appendMeasured(out, [&] {
            appendVarint(list.size(), out);
            for (const Value& element : list) {
                out.push_back(static_cast<char>(element.type()));
                std::visit(*this, element.data());
            }
        });
    }
    void operator()(const AttributeMap& map) const {
        appendMeasured(out, [&] { appendAttributes(map, out); });
    }
    void operator()(const auto& set) const {
        appendMeasured(out, [&] {
            appendVarint(set.elements.size(), out);
            for (const auto& element : set.elements) {
                appendPrefixed(element, out);
            }
        });
    }
};

void appendAttributes(const AttributeMap& map, std::string& out) {
    appendVarint(map.size(), out);
    for (const Attribute& attribute : map) {
        appendPrefixed(attribute.name, out);
        out.push_back(static_cast<char>(attribute.value.type()));
        std::visit(ContentWriter{out}, attribute.value.data());
    }
}

}  // namespace

std::string itemBytes(const Item& item) {
    std::string out;
    appendItemBytes(item, out);
    return out;
}

void appendItemBytes(const Item& item, std::string& out) {
    appendAttributes(item, out);
}

}  // namespace partita
