#include "engine/api/partiql/update_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace partita::partiql {
namespace {

bool isSet(ValueType type) {
    return type == ValueType::StringSet || type == ValueType::NumberSet || type == ValueType::BinarySet;
}

bool overlap(const Path& a, const Path& b) {
    const std::size_t common = std::min(a.steps.size(), b.steps.size());
    return a.attribute == b.attribute &&
           std::equal(a.steps.begin(), a.steps.begin() + static_cast<std::ptrdiff_t>(common),
                      b.steps.begin());
}

}  // namespace

Update UpdateReader::read() {
    if (!m_tokens.isWord("set") && !m_tokens.isWord("remove")) m_tokens.fail("Expected data manipulation");
    while (!m_tokens.failed()) {
        if (m_tokens.acceptWord("set")) {
            set();
        } else if (m_tokens.acceptWord("remove")) {
            remove();
        } else {
            break;
        }
    }
    return Update(std::move(m_actions));
}

void UpdateReader::add(UpdateAction action, SourceRange range) {
    const auto other = std::find_if(m_actions.begin(), m_actions.end(), [&](const UpdateAction& before) {
        return overlap(before.path, action.path);
    });
    if (other != m_actions.end()) {
        m_tokens.fault(
            "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
            "one: " +
                other->path.bracketText() + ", path two: " + action.path.bracketText(),
            range);
    }
    m_actions.push_back(std::move(action));
}

std::optional<UpdateReader::Target> UpdateReader::target() {
    if (!m_tokens.isName()) {
        m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
        return std::nullopt;
    }
    const std::size_t begin = m_tokens.peek().range.begin;
    Path path = m_values.path();
    return Target{std::move(path), {begin, m_tokens.previousEnd()}};
}

void UpdateReader::remove() {
    do {
        auto removed = target();
        if (!removed) return;
        add({std::move(removed->path), RemoveAction{}}, removed->range);
    } while (m_tokens.acceptSymbol(","));
}

void UpdateReader::set() {
    do {
        auto changed = target();
        if (!changed) return;
        m_tokens.expectSymbol("=", "Expected EQ");
        if (m_tokens.failed() || setFunction(changed->path, changed->range)) continue;
        add({std::move(changed->path), SetAction{value(0)}}, changed->range);
    } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
}

bool UpdateReader::setFunction(const Path& target, SourceRange range) {
    const bool adds = m_tokens.isWord("set_add");
    if ((!adds && !m_tokens.isWord("set_delete")) || !m_tokens.isSymbol("(", 1)) return false;
    const Token word = m_tokens.next();
    const std::string name = adds ? "SET_ADD" : "SET_DELETE";
    m_tokens.next();
    std::vector<UpdateOperand> arguments;
    SourceRange firstRange = m_tokens.peek().range;
    if (!m_tokens.isSymbol(")")) {
        do {
            arguments.push_back(operand(1));
            if (arguments.size() == 1) firstRange.end = m_tokens.previousEnd();
        } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    }
    m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
    if (m_tokens.failed()) return true;
    if (arguments.size() != 2) {
        m_tokens.faultAt(name + " must have exactly two arguments", word.range);
        return true;
    }
    const auto* path = std::get_if<Path>(&arguments[0]->data);
    if (!path || *path != target) {
        m_tokens.faultAt("The first argument to " + name + " must equal the assignment value", word.range);
        return true;
    }
    const auto* literal = std::get_if<Literal>(&arguments[1]->data);
    if (!literal || !isSet(literal->type())) {
        m_tokens.faultAt("The second argument to " + name + " must be a value with type SET", firstRange);
        return true;
    }
    if (adds) {
        add({target, AddAction{*literal}}, range);
    } else {
        add({target, DeleteAction{*literal}}, range);
    }
    return true;
}

UpdateOperand UpdateReader::value(int depth) {
    const std::size_t begin = m_tokens.peek().range.begin;
    UpdateOperand left = operand(depth);
    while (m_tokens.isSymbol("+") || m_tokens.isSymbol("-")) {
        const std::size_t leftEnd = m_tokens.previousEnd();
        const std::string name = m_tokens.next().text;
        // Sums of sums grow to the left, one level each: as deep as parentheses may be.
        if (++depth > kDepth) m_tokens.fail("The value is nested too deeply");
        const std::size_t rightBegin = m_tokens.peek().range.begin;
        UpdateOperand right = operand(depth);
        checkType(left, name, ValueType::Number, {begin, leftEnd});
        checkType(right, name, ValueType::Number, {rightBegin, m_tokens.previousEnd()});
        left = makeOperand({Sum{std::move(left), std::move(right), name == "-"}});
    }
    return left;
}

UpdateOperand UpdateReader::operand(int depth) {
    if (depth > kDepth) m_tokens.fail("The value is nested too deeply");
    if (m_tokens.acceptSymbol("(")) {
        UpdateOperand inner = value(depth + 1);
        m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
        return inner;
    }
    if (m_values.atValue()) return makeOperand({Literal(m_values.read())});
    if (m_tokens.peek().kind == Token::Kind::Word && m_tokens.isSymbol("(", 1) && !m_tokens.isKeyword()) {
        return call(depth);
    }
    if (m_tokens.isName()) return makeOperand({m_values.path()});
    m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
    return makeOperand({Literal(Value::null())});
}

UpdateOperand UpdateReader::call(int depth) {
    const Token word = m_tokens.next();
    const std::string name = lowered(word.text);
    m_tokens.next();
    std::vector<UpdateOperand> arguments;
    std::vector<SourceRange> ranges;
    if (!m_tokens.isSymbol(")")) {
        do {
            const std::size_t begin = m_tokens.peek().range.begin;
            arguments.push_back(value(depth + 1));
            ranges.push_back({begin, m_tokens.previousEnd()});
        } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    }
    m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
    UpdateOperand nothing = makeOperand({Literal(Value::null())});
    if (m_tokens.failed()) return nothing;
    const bool appends = name == "list_append";
    if (!appends && name != "if_not_exists") {
        m_tokens.faultAt("Unrecognized function: " + name, word.range);
        return nothing;
    }
    if (arguments.size() != 2) {
        m_tokens.fault("Incorrect number of operands for operator or function; operator or function: " +
                           name + ", number of operands: " + std::to_string(arguments.size()),
                       word.range);
        return nothing;
    }
    if (appends) {
        for (std::size_t i = 0; i < 2; ++i) {
            checkType(arguments[i], name, ValueType::List, ranges[i]);
        }
        return makeOperand({ListAppend{std::move(arguments[0]), std::move(arguments[1])}});
    }
    const auto* path = std::get_if<Path>(&arguments[0]->data);
    if (!path) {
        m_tokens.fault("Operator or function requires a document path; operator or function: " + name,
                       ranges[0]);
        return nothing;
    }
    return makeOperand({IfNotExists{*path, std::move(arguments[1])}});
}

void UpdateReader::checkType(const UpdateOperand& operand, std::string_view name, ValueType type,
                             SourceRange range) {
    const auto* literal = std::get_if<Literal>(&operand->data);
    if (!literal || literal->type() == type || m_tokens.failed()) return;
    m_tokens.fault("Incorrect operand type for operator or function; operator or function: " +
                       std::string(name) + ", operand type: " + std::string(typeName(literal->type())),
                   range);
}

}  // namespace partita::partiql
