// Finds the values that a source file declares; literal_values.h reads them.
#include "engine/interchange/read/literal_reader.h"

#include <algorithm>
#include <utility>

#include "engine/interchange/read/literal_values.h"

namespace partita {
namespace {

class DeclarationFinder final {
  public:
    explicit DeclarationFinder(std::string_view text) : m_values(text, false) {}

    Result<std::vector<SourceBinding>> declarations() {
        scan().skipBlanks();
        const bool isLiteral = scan().peek() == '{' || scan().peek() == '[';
        if (isLiteral) {
            if (auto bound = bind({}); !bound) return bound.error();
        }
        std::string before;  // the word before, when nothing but blanks is between
        char sign = '\0';    // the last character that is no blank
        for (scan().skipBlanks(); !scan().atEnd(); scan().skipBlanks()) {
            const std::string word(scan().takeWord());
            if (word.empty()) {
                sign = scan().peek();
                if (auto passed = passSign(before); !passed) return passed.error();
                before.clear();
                continue;
            }
            if (auto read = afterWord(word, before, sign); !read) return read.error();
            before = word;
            sign = word.back();
        }
        if (const auto begin = scan().openComment()) {
            const std::string_view above = scan().text().substr(0, *begin);
            return faultAt(1 + static_cast<std::uint64_t>(std::count(above.begin(), above.end(), '\n')),
                           "The comment that begins here does not end.");
        }
        return std::move(m_bindings);
    }

  private:
    LiteralScanner& scan() { return m_values.scan(); }

    /// One token that is no word.
    Result<void> passSign(const std::string& before) {
        const char c = scan().peek();
        if (c == '"' || c == '\'') {
            if (auto text = scan().takeString(); !text) return text.error();
        } else if (c == '`') {
            if (auto text = scan().takeTemplate(); !text) return text.error();
        } else if (c == '/' && (before == "return" || m_afterOperator)) {
            scan().skipRegex();
        } else {
            scan().advance();
        }
        m_afterOperator = c == '=' || c == '(' || c == ',' || c == ':' || c == '[' || c == '!' || c == '&' ||
                          c == '|' || c == '?' || c == ';';
        return {};
    }

    Result<void> afterWord(const std::string& word, const std::string& before, char sign) {
        m_afterOperator = false;
        const bool declares = before == "const" || before == "let" || before == "var";
        if (word == "default" && before == "export") return bind({});
        if (word == "new" && sign != '.') {
            return bind({}, true);
        }
        scan().skipBlanks();
        if (word == "return" && (scan().peek() == '{' || scan().peek() == '[')) return bind({});
        if (declares && scan().peek() == ':') skipTypeOfName();
        if (scan().peek() == '=' && scan().peek(1) != '=' && scan().peek(1) != '>') {
            scan().advance();
            m_afterOperator = true;
            return bind(word == "exports" ? std::string() : word);
        }
        return {};
    }

    /// `const name: Type<…> = …`
    void skipTypeOfName() {
        const std::size_t end = scan().at() + 1000;
        while (!scan().atEnd() && scan().at() < end) {
            const char c = scan().peek();
            if (c == ';' || (c == '=' && scan().peek(1) != '>')) return;
            scan().advance(c == '=' ? 2 : 1);
        }
    }

    /// The value that is given to a name, when it is one that can be read; else nothing is taken, so that
    /// what functions hold is found, too.
    Result<void> bind(std::string name, bool isNew = false) {
        scan().skipBlanks();
        // Around a value, or around the parameters of a function, which do no harm.
        while (scan().take("("))
            scan().skipBlanks();
        const char c = scan().peek();
        const bool isValue = c == '{' || c == '[' || c == '"' || c == '\'' || c == '`' ||
                             (c >= '0' && c <= '9') || (startsWord(c) && !atCode());
        if (!isValue) return {};
        auto node = isNew ? m_values.valueAfterNew() : m_values.value();
        if (!node) return node.error();
        m_bindings.push_back({std::move(name), *std::move(node)});
        return {};
    }

    bool atCode() {
        for (const std::string_view word : {"function", "async", "class", "await", "typeof", "void"}) {
            if (scan().isWord(word)) return true;
        }
        return false;
    }

    LiteralValues m_values;
    std::vector<SourceBinding> m_bindings;
    bool m_afterOperator = true;  // a slash here begins a regular expression
};

}  // namespace

Result<SourceNode> readJsonTree(std::string_view text) {
    if (text.size() > kMaxTreeBytes) return tooLargeToRead(text.size());
    LiteralValues values(text, true);
    LiteralScanner& scan = values.scan();
    scan.skipBlanks();
    if (scan.atEnd()) return Error::badInput("The text is empty.");
    auto read = values.value();
    if (!read) return read;
    scan.skipBlanks();
    if (!scan.atEnd()) return scan.fault("Something stands here after the end of the JSON value.");
    return read;
}

Result<std::vector<SourceBinding>> readDeclarations(std::string_view text) {
    if (text.size() > kMaxTreeBytes) return tooLargeToRead(text.size());
    return DeclarationFinder(text).declarations();
}

std::vector<std::string> topLevelNames(std::string_view head) {
    LiteralScanner scan(head);
    std::vector<std::string> names;
    scan.skipBlanks();
    if (!scan.take("{")) return names;
    for (scan.skipBlanks(); !scan.atEnd() && scan.peek() != '}'; scan.skipBlanks()) {
        if (scan.take(",")) continue;
        std::string name;
        if (scan.peek() == '"' || scan.peek() == '\'') {
            auto read = scan.takeString();
            if (!read) break;
            name = *std::move(read);
        } else {
            name = scan.takeWord();
            if (name.empty()) break;
        }
        scan.skipBlanks();
        if (!scan.take(":")) break;
        names.push_back(std::move(name));
        if (!scan.skipExpression()) break;
        if (scan.peek() != ',' && scan.peek() != '}') break;
    }
    return names;
}

}  // namespace partita
