#include <algorithm>
#include <array>
#include <utility>

#include "engine/interchange/json.h"
#include "engine/interchange/json_layout.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

/// What stands for a byte in a JSON string: 0 itself, 'u' four hex digits, otherwise the letter after the
/// backslash.
constexpr std::array<char, 256> kEscapes = [] {
    std::array<char, 256> escapes{};
    for (std::size_t c = 0; c < 0x20; ++c)
        escapes[c] = 'u';
    escapes['\b'] = 'b';
    escapes['\f'] = 'f';
    escapes['\n'] = 'n';
    escapes['\r'] = 'r';
    escapes['\t'] = 't';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
}();

enum class Form { DynamoDb, Plain };

/// Writes values on one line. The two forms differ in what stands round a value, and in sets and numbers.
class Writer final {
  public:
    Writer(Form form, std::string& out) : m_form(form), m_out(out) {}

    void value(const Value& value) {
        if (m_form == Form::DynamoDb) {
            m_out += "{\"";
            m_out += typeName(value.type());
            m_out += "\":";
        }
        std::visit(*this, value.data());
        if (m_form == Form::DynamoDb) m_out += '}';
    }

    /// Those named in `first` come first, in that order.
    void map(const AttributeMap& attributes, const std::vector<std::string>& first) {
        m_out += '{';
        bool any = false;
        const auto write = [&](std::string_view name, const Value& contents) {
            if (std::exchange(any, true)) m_out += ',';
            appendJsonString(name, m_out);
            m_out += ':';
            value(contents);
        };
        for (auto name = first.begin(); name != first.end(); ++name) {
            if (std::find(first.begin(), name, *name) != name)
                continue;  // keys of two indexes may repeat a name
            if (const Value* const found = attributes.find(*name)) write(*name, *found);
        }
        for (const Attribute& attribute : attributes) {
            if (std::find(first.begin(), first.end(), attribute.name) != first.end()) continue;
            write(attribute.name, attribute.value);
        }
        m_out += '}';
    }

    void operator()(const std::string& utf8) { appendJsonString(utf8, m_out); }
    void operator()(const Number& number) {
        // A string in the DynamoDB form, so that no reader takes it through a double.
        if (m_form == Form::DynamoDb) m_out += '"';
        m_out += number.text();
        if (m_form == Form::DynamoDb) m_out += '"';
    }
    void operator()(const Binary& binary) { base64(binary.bytes); }
    void operator()(bool boolean) { m_out += boolean ? "true" : "false"; }
    void operator()(const Null&) { m_out += m_form == Form::DynamoDb ? "true" : "null"; }
    void operator()(const List& list) {
        elements(list, [this](const Value& element) { value(element); });
    }
    void operator()(const AttributeMap& attributes) { map(attributes, {}); }
    void operator()(const StringSet& set) {
        elements(set.elements, [this](const std::string& element) { (*this)(element); });
    }
    void operator()(const NumberSet& set) {
        elements(set.elements, [this](const Number& element) { (*this)(element); });
    }
    void operator()(const BinarySet& set) {
        elements(set.elements, [this](const std::string& element) { base64(element); });
    }

  private:
    void base64(std::string_view bytes) {
        m_out += '"';
        m_out += toBase64(bytes);
        m_out += '"';
    }

    template <class Elements, class Write>
    void elements(const Elements& all, Write write) {
        m_out += '[';
        bool any = false;
        for (const auto& element : all) {
            if (std::exchange(any, true)) m_out += ',';
            write(element);
        }
        m_out += ']';
    }

    Form m_form;
    std::string& m_out;
};

std::string styled(std::string compact, const JsonStyle& style) {
    return style.indent > 0 ? laidOut(compact, style.indent) : compact;
}

std::string written(Form form, const Value& value, const JsonStyle& style) {
    std::string out;
    Writer(form, out).value(value);
    return styled(std::move(out), style);
}

std::string written(Form form, const Item& item, const JsonStyle& style) {
    std::string out;
    Writer(form, out).map(item, style.firstNames);
    return styled(std::move(out), style);
}

}  // namespace

std::string toDynamoDbJson(const Value& value, const JsonStyle& style) {
    return written(Form::DynamoDb, value, style);
}
std::string toDynamoDbJson(const Item& item, const JsonStyle& style) {
    return written(Form::DynamoDb, item, style);
}
std::string toPlainJson(const Value& value, const JsonStyle& style) {
    return written(Form::Plain, value, style);
}
std::string toPlainJson(const Item& item, const JsonStyle& style) {
    return written(Form::Plain, item, style);
}

void appendJsonString(std::string_view utf8, std::string& out) {
    out += '"';
    std::size_t plainFrom = 0;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto c = static_cast<unsigned char>(utf8[at]);
        const char escape = kEscapes[c];
        if (escape == 0) continue;
        out.append(utf8.substr(plainFrom, at - plainFrom));
        plainFrom = at + 1;
        out += '\\';
        out += escape;
        if (escape == 'u') {
            constexpr std::string_view kHex = "0123456789abcdef";
            out += "00";
            out += kHex[c >> 4U];
            out += kHex[c & 15U];
        }
    }
    out.append(utf8.substr(plainFrom));
    out += '"';
}

std::string jsonString(std::string_view utf8) {
    std::string out;
    appendJsonString(utf8, out);
    return out;
}

}  // namespace partita
