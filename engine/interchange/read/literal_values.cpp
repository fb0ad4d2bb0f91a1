// What it does not know becomes Code and is passed over: nothing is refused that a declaration may hold.
#include "engine/interchange/read/literal_values.h"

#include <utility>

namespace partita {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Words that begin something other than a value that could be read.
bool beginsCode(std::string_view word) {
    return word == "function" || word == "async" || word == "class" || word == "await" || word == "typeof" ||
           word == "void" || word == "delete" || word == "yield";
}

}  // namespace

Result<SourceNode> LiteralValues::valueAfterNew() {
    m_pendingNew = true;
    auto read = value();
    m_pendingNew = false;
    return read;
}

SourceNode LiteralValues::node(SourceNode::Kind kind) {
    SourceNode made;
    made.kind = kind;
    made.line = m_scan.line();
    return made;
}

Result<SourceNode> LiteralValues::value() {
    if (m_depth >= kMaxTreeDepth) {
        return m_scan.fault("Values stand more than " + std::to_string(kMaxTreeDepth) +
                            " deep in one another.");
    }
    if (++m_nodes > kMaxTreeNodes) {
        return m_scan.fault("There are more than " + std::to_string(kMaxTreeNodes) + " values here.");
    }
    ++m_depth;
    auto read = primary();
    --m_depth;
    return read;
}

Result<SourceNode> LiteralValues::primary() {
    m_scan.skipBlanks();
    const char c = m_scan.peek();
    if (c == '{') return object();
    if (c == '[') return list(']', node(SourceNode::Kind::Array));
    if (c == '"' || (!m_isJson && c == '\'')) return text(m_scan.takeString());
    if (isDigit(c) || c == '-' || (!m_isJson && (c == '.' || c == '+'))) return number();
    if (startsWord(c)) return word();
    if (m_isJson || m_scan.atEnd() || c == ',' || c == '}' || c == ']' || c == ')') {
        return m_scan.fault(m_scan.atEnd() ? "The text ends where a value is expected."
                                           : "A value is expected here.");
    }
    if (c == '`') return text(m_scan.takeTemplate());
    if (c == '(') return parenthesized();
    return code();
}

Result<SourceNode> LiteralValues::text(Result<std::string> taken) {
    if (!taken) return taken.error();
    SourceNode made = node(SourceNode::Kind::Text);
    made.text = *std::move(taken);
    return made;
}

Result<SourceNode> LiteralValues::number() {
    SourceNode made = node(SourceNode::Kind::Number);
    const std::size_t begin = m_scan.at();
    m_scan.advance();
    while (isWordPart(m_scan.peek()) || m_scan.peek() == '.' || m_scan.peek() == '+' ||
           m_scan.peek() == '-') {
        m_scan.advance();
    }
    made.text = m_scan.text().substr(begin, m_scan.at() - begin);
    return made;
}

Result<SourceNode> LiteralValues::code() {
    SourceNode made = node(SourceNode::Kind::Code);
    if (auto skipped = m_scan.skipExpression(); !skipped) return skipped.error();
    return made;
}

Result<SourceNode> LiteralValues::parenthesized() {
    m_scan.advance();
    m_scan.skipBlanks();
    SourceNode made = node(SourceNode::Kind::Code);
    if (m_scan.peek() != ')') {
        auto inner = value();
        if (!inner) return inner;
        made = *std::move(inner);
    }
    while (m_scan.skipBlanks(), m_scan.peek() != ')') {
        if (m_scan.atEnd()) return m_scan.fault("The text ends inside parentheses.");
        made = node(SourceNode::Kind::Code);
        m_scan.advance();
        if (auto skipped = m_scan.skipExpression(); !skipped) return skipped.error();
    }
    m_scan.advance();
    m_scan.skipBlanks();
    // What a function is said to give, before its arrow.
    if (m_scan.peek() == ':') {
        while (!m_scan.atEnd() && m_scan.peek() != ',' && m_scan.peek() != '}' && m_scan.peek() != ';' &&
               m_scan.peek() != '=') {
            m_scan.advance();
        }
    }
    return m_scan.take("=>") ? arrow() : Result<SourceNode>(std::move(made));
}

Result<SourceNode> LiteralValues::arrow() {
    m_scan.skipBlanks();
    SourceNode made = node(SourceNode::Kind::Code);
    const char c = m_scan.peek();
    if (c == '(' || c == '`' || c == '\'' || c == '"') {
        auto given = value();
        if (!given) return given;
        made.elements.push_back(*std::move(given));
    }
    if (auto skipped = m_scan.skipExpression(); !skipped) return skipped.error();
    return made;
}

Result<SourceNode> LiteralValues::word() {
    SourceNode made = node(SourceNode::Kind::Name);
    std::string_view taken = m_scan.takeWord();
    if (taken == "true" || taken == "false") {
        made.kind = SourceNode::Kind::Bool;
    } else if (taken == "null" || (taken == "undefined" && !m_isJson)) {
        made.kind = SourceNode::Kind::Null;
        return made;
    }
    made.text = taken;
    if (made.kind == SourceNode::Kind::Bool) return made;
    if (m_isJson) return m_scan.fault("A value is expected here; this is \"" + made.text + "\".");
    if (beginsCode(taken)) return code();
    const bool isNew = std::exchange(m_pendingNew, false) || taken == "new";
    if (taken == "new") {
        m_scan.skipBlanks();
        made.text = m_scan.takeWord();
    }
    return postfixed(std::move(made), isNew);
}

Result<SourceNode> LiteralValues::postfixed(SourceNode made, bool isNew) {
    std::string method;  // the name between a dot and a parenthesis
    while (true) {
        m_scan.skipBlanks();
        if (m_scan.peek() == '<' && !m_scan.skipTypeArguments()) return made;
        if (m_scan.peek() == '(') {
            auto called = list(')', node(SourceNode::Kind::Call));
            if (!called) return called;
            called->line = made.line;
            if (made.kind == SourceNode::Kind::Call) {
                called->text = std::exchange(method, {});
                made.chain.push_back(*std::move(called));
            } else {
                called->text = std::move(made.text);
                made = *std::move(called);
            }
            continue;
        }
        if (m_scan.take("=>")) return arrow();
        if (m_scan.take("?.") || m_scan.take(".")) {
            m_scan.skipBlanks();
            const std::string name(m_scan.takeWord());
            if (made.kind == SourceNode::Kind::Call) {
                method = name;
            } else {
                made.text += "." + name;
            }
            continue;
        }
        if (m_scan.peek() == '!' && m_scan.peek(1) != '=') {
            m_scan.advance();
            continue;
        }
        // A class that is made without arguments.
        if (isNew && made.kind == SourceNode::Kind::Name) made.kind = SourceNode::Kind::Call;
        return made;
    }
}

Result<void> LiteralValues::restOfExpression(SourceNode& read) {
    m_scan.skipBlanks();
    const char c = m_scan.peek();
    if (m_scan.atEnd() || c == ',' || c == '}' || c == ']' || c == ')') return {};
    if (m_isJson) return m_scan.fault("A comma or a closing bracket is expected here.");
    const bool keeps = m_scan.isWord("as") || m_scan.isWord("satisfies");
    if (!keeps) {
        const std::uint64_t line = read.line;
        read = SourceNode();
        read.kind = SourceNode::Kind::Code;
        read.line = line;
    }
    return m_scan.skipExpression();
}

Result<SourceNode> LiteralValues::list(char closing, SourceNode made) {
    m_scan.advance();
    bool needsComma = false;
    while (true) {
        m_scan.skipBlanks();
        if (m_scan.atEnd()) {
            return faultAt(made.line,
                           std::string("The text ends inside what begins here: ") + closing + " is missing.");
        }
        if (m_scan.peek() == closing) {
            // JSON has no comma after the last one.
            if (m_isJson && !needsComma && !made.elements.empty())
                return m_scan.fault("A value is expected here.");
            break;
        }
        if (m_scan.peek() == ',' && (needsComma || !m_isJson)) {
            m_scan.advance();
            needsComma = false;
            continue;
        }
        m_scan.take("...");
        auto element = value();
        if (!element) return element;
        if (auto rest = restOfExpression(*element); !rest) return rest.error();
        if (const char c = m_scan.peek(); c != ',' && c != closing && !m_scan.atEnd()) {
            std::string expected = "A comma or ";
            expected += closing;
            return m_scan.fault(expected + " is expected here.");
        }
        made.elements.push_back(*std::move(element));
        needsComma = true;
    }
    m_scan.advance();
    return made;
}

Result<SourceNode> LiteralValues::object() {
    SourceNode made = node(SourceNode::Kind::Map);
    m_scan.advance();
    bool needsComma = false;
    while (true) {
        m_scan.skipBlanks();
        if (m_scan.atEnd()) {
            return faultAt(made.line, "The text ends inside what begins here: } is missing.");
        }
        if (m_scan.peek() == '}') {
            if (m_isJson && !needsComma && !made.members.empty())
                return m_scan.fault("A name is expected here.");
            break;
        }
        if ((m_scan.peek() == ',' || m_scan.peek() == ';') && (needsComma || !m_isJson)) {
            m_scan.advance();
            needsComma = false;
            continue;
        }
        SourceMember read;
        if (auto taken = member(read); !taken) return taken.error();
        if (auto rest = restOfExpression(read.value); !rest) return rest.error();
        if (const char c = m_scan.peek(); c != ',' && c != '}' && c != ';' && !m_scan.atEnd()) {
            return m_scan.fault("A comma or } is expected here.");
        }
        made.members.push_back(std::move(read));
        needsComma = true;
    }
    m_scan.advance();
    return made;
}

Result<void> LiteralValues::member(SourceMember& into) {
    into.line = m_scan.line();
    if (!m_isJson && m_scan.take("...")) {
        into.name = "...";
        return valueOf(into);
    }
    if (auto named = memberName(into.name); !named) return named;
    m_scan.skipBlanks();
    if (m_scan.take(":")) return valueOf(into);
    if (m_isJson) return m_scan.fault("A colon is expected here, between a name and its value.");
    into.value.line = into.line;
    const char c = m_scan.peek();
    if (c == ',' || c == '}') {
        into.value.kind = SourceNode::Kind::Name;
        into.value.text = into.name;
        return {};
    }
    into.value.kind = SourceNode::Kind::Code;
    return m_scan.skipExpression();
}

Result<void> LiteralValues::valueOf(SourceMember& into) {
    auto read = value();
    if (!read) return read.error();
    into.value = *std::move(read);
    return {};
}

Result<void> LiteralValues::memberName(std::string& name) {
    const char c = m_scan.peek();
    if (c == '"' || (!m_isJson && c == '\'')) {
        auto read = m_scan.takeString();
        if (!read) return read.error();
        name = *std::move(read);
        return {};
    }
    if (m_isJson) return m_scan.fault("A name in double quotes is expected here.");
    const std::size_t begin = m_scan.at();
    if (c == '[') {
        if (auto skipped = m_scan.skipBracketed(); !skipped) return skipped;
    } else if (isDigit(c)) {
        while (isWordPart(m_scan.peek()) || m_scan.peek() == '.')
            m_scan.advance();
    } else {
        // Of `async name(…)` and `get name()` the last word is the name.
        for (name = m_scan.takeWord(); startsWord((m_scan.skipBlanks(), m_scan.peek()));) {
            name = m_scan.takeWord();
        }
        if (name.empty() && c != '*') return m_scan.fault("The name of a member is expected here.");
        return {};
    }
    name = m_scan.text().substr(begin, m_scan.at() - begin);
    return {};
}

}  // namespace partita
