// The variables of a Serverless Framework file, ${self:custom.table}, as far as the file alone tells them.
// Immutable; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_tree.h"

namespace partita {

class ServerlessVariables final {
  public:
    /// The root of the file must outlive this.
    explicit ServerlessVariables(const SourceNode& root) : m_root(root) {}

    struct Filled {
        std::optional<std::string> text;       // nothing: a variable is not known
        std::string reason;                    // then: which, as a phrase
        std::vector<std::string> assumptions;  // "the stage is dev"
    };
    /// The text with its variables filled in; ${AWS::Region} and other names of a template stay as they are.
    Filled filled(std::string text) const;

    /// Whether a text has a variable of the framework in it.
    static bool hasAny(std::string_view text);

  private:
    std::optional<std::string> valueOf(std::string_view address, Filled& into) const;
    std::optional<std::string> ofFile(std::string_view path, Filled& into) const;

    const SourceNode& m_root;
};

}  // namespace partita
