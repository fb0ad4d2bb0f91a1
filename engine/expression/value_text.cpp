// Values in one line, as the service's messages write them: {N:1}, {S:text}, {L:[{N:1}, {S:a}]}.
#include <string>

#include "engine/expression/condition.h"
#include "engine/expression/overloaded.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

std::string valueText(const Value& value);

template <class Elements, class Text>
std::string bracketed(const Elements& elements, const Text& text) {
    std::string out = "[";
    for (const auto& element : elements) {
        if (out.size() > 1) out += ", ";
        out += text(element);
    }
    return out + "]";
}

std::string contentText(const Value& value) {
    return std::visit(
        overloaded{
            [](const std::string& text) { return text; },
            [](const Number& number) { return number.text(); },
            [](const Binary& binary) { return toBase64(binary.bytes); },
            [](bool boolean) { return std::string(boolean ? "true" : "false"); },
            [](const Null&) { return std::string("true"); },
            [](const List& list) { return bracketed(list, valueText); },
            [](const AttributeMap& map) {
                std::string out = "{";
                for (const Attribute& attribute : map) {
                    if (out.size() > 1) out += ", ";
                    out += attribute.name + "=" + valueText(attribute.value);
                }
                return out + "}";
            },
            [](const StringSet& set) {
                return bracketed(set.elements, [](const std::string& element) { return element; });
            },
            [](const NumberSet& set) {
                return bracketed(set.elements, [](const Number& element) { return element.text(); });
            },
            [](const BinarySet& set) {
                return bracketed(set.elements, [](const std::string& element) { return toBase64(element); });
            },
        },
        value.data());
}

std::string valueText(const Value& value) {
    return "{" + std::string(typeName(value.type())) + ":" + contentText(value) + "}";
}

}  // namespace

std::string toText(const Literal& literal) {
    return valueText(literal.value());
}

}  // namespace partita
