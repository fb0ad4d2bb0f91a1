// What a template or a declaration says, as a tree that knows its lines: the readers of YAML and of literals
// make it, the readers of schemas look into it. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"

namespace partita {

/// A source that is read whole is no larger; the largest template that the service takes is 1 MB.
inline constexpr std::size_t kMaxTreeBytes = 8 * 1024 * 1024;
/// Lists and maps inside one another.
inline constexpr int kMaxTreeDepth = 100;
/// Values, counted again where an alias repeats them: so that a small text can't fill the memory.
inline constexpr std::size_t kMaxTreeNodes = 300'000;

struct SourceMember;

struct SourceNode {
    enum class Kind {
        Null,
        Bool,
        Number,
        Text,
        Array,
        Map,
        Name,  // of something declared elsewhere: `text` is its dotted path
        Call,  // `text` is what is called (also with new), `elements` are the arguments
        Code,  // a function or an expression; what `x => ({…})` gives is its one element
    };
    Kind kind = Kind::Null;
    std::string text;  // a scalar as it stands; of Text without quotes and escapes
    std::vector<SourceNode> elements;
    std::vector<SourceMember> members;  // of Map, in order; spread ones are named "..."
    std::vector<SourceNode> chain;      // of Call: calls on what it gives, a().b().c()
    std::uint64_t line = 0;             // from 1

    bool isMap() const { return kind == Kind::Map; }
    bool isArray() const { return kind == Kind::Array; }
    bool isNull() const { return kind == Kind::Null; }
    bool isText() const { return kind == Kind::Text; }
    /// Text, Number or Bool.
    bool isScalar() const { return kind == Kind::Text || kind == Kind::Number || kind == Kind::Bool; }
    /// The last member of that name: null when there is none. Valid until the node changes.
    const SourceNode* find(std::string_view name) const;
};

struct SourceMember {
    std::string name;
    SourceNode value;
    std::uint64_t line = 0;
};

/// BadInput at "line N".
Error faultAt(std::uint64_t line, std::string message);
/// Of a source that is over kMaxTreeBytes.
Error tooLargeToRead(std::size_t bytes);

}  // namespace partita
