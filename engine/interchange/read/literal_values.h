// Values of JavaScript, TypeScript or JSON, one at a time, by recursive descent: what literal_reader.cpp
// finds declarations with. Private to this folder. One thread at a time.
#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/read/literal_scanner.h"
#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"

namespace partita {

class LiteralValues final {
  public:
    /// The text must outlive this. `isJson`: nothing but JSON is taken.
    LiteralValues(std::string_view text, bool isJson) : m_scan(text), m_isJson(isJson) {}

    /// Where the next value is looked for.
    LiteralScanner& scan() { return m_scan; }
    /// The value that stands here. What is none that could be read is Code, and passed over. Fails
    /// (BadInput).
    Result<SourceNode> value();
    /// The same after `new`.
    Result<SourceNode> valueAfterNew();

  private:
    SourceNode node(SourceNode::Kind kind);
    Result<SourceNode> primary();
    Result<SourceNode> text(Result<std::string> taken);
    Result<SourceNode> number();
    /// Whatever stands here up to the end of the expression.
    Result<SourceNode> code();
    /// A value in parentheses, or the parameters of a function.
    Result<SourceNode> parenthesized();
    /// After `=>`: of a function that only gives a value, the value is kept.
    Result<SourceNode> arrow();
    Result<SourceNode> word();
    /// Members, calls and arrows after a name.
    Result<SourceNode> postfixed(SourceNode made, bool isNew);
    /// After a value inside brackets: `as const`, or the rest of a larger expression.
    Result<void> restOfExpression(SourceNode& read);
    /// Elements up to the closing bracket, put into `made`.
    Result<SourceNode> list(char closing, SourceNode made);
    Result<SourceNode> object();
    Result<void> member(SourceMember& into);
    Result<void> valueOf(SourceMember& into);
    Result<void> memberName(std::string& name);

    LiteralScanner m_scan;
    const bool m_isJson;
    int m_depth = 0;
    std::size_t m_nodes = 0;
    bool m_pendingNew = false;  // `new` stands before the word that comes
};

}  // namespace partita
