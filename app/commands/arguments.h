// The arguments of a subcommand: what it takes (CommandSpec), and what was given (Arguments), checked against
// it. Plain values; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/exit_status.h"
#include "engine/result.h"

namespace partita {

class Arguments;

struct OptionSpec {
    std::string_view name;   // without the two hyphens
    std::string_view value;  // what stands for its value in the help; empty: it has none
    std::string_view help;
    bool repeated = false;
};

struct CommandSpec {
    std::string_view name;
    std::string_view summary;  // one line
    std::string_view usage;    // what follows "partita NAME ", over several lines where it is long
    std::vector<std::string_view> operands;  // FILE, SOURCE …
    std::size_t operandsNeeded = 0;          // how many of them at least
    std::vector<OptionSpec> options;
    std::string_view notes;  // paragraphs below the options
    ExitStatus (*run)(const Arguments&, std::stop_token) = nullptr;

    /// "Usage: partita NAME …", one line or several, each ended.
    std::string usageText() const;
    std::string helpText() const;
};

class Arguments final {
  public:
    /// Options as "--name value" or "--name=value", anywhere; "--" ends them; "-" is an operand.
    /// Fails (BadInput) with a sentence that names the argument that is wrong. `spec` must outlive the
    /// result.
    static Result<Arguments> parse(const CommandSpec& spec, const std::vector<std::string>& words);

    const CommandSpec& spec() const { return *m_spec; }
    /// The operand at that place, counted from 0; nothing when it was left out.
    std::optional<std::string> operand(std::size_t place) const;
    bool has(std::string_view option) const;
    /// Nothing when the option was not given.
    std::optional<std::string> value(std::string_view option) const;
    /// In the order given.
    std::vector<std::string> values(std::string_view option) const;
    /// A whole number from `least` to `most`. Fails (BadInput) with a sentence.
    Result<std::optional<std::uint32_t>> number(std::string_view option, std::uint32_t least,
                                                std::uint32_t most) const;

  private:
    const CommandSpec* m_spec = nullptr;
    std::vector<std::string> m_operands;
    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
};

}  // namespace partita
