#include "app/commands/arguments.h"

#include <algorithm>
#include <charconv>

namespace partita {

namespace {

const OptionSpec* optionNamed(const CommandSpec& spec, std::string_view name) {
    const auto found = std::ranges::find(spec.options, name, &OptionSpec::name);
    return found == spec.options.end() ? nullptr : &*found;
}

/// Every line but the first set in by `columns`.
std::string indented(std::string_view text, std::size_t columns) {
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == '\n') out.append(columns, ' ');
    }
    return out;
}

}  // namespace

std::string CommandSpec::usageText() const {
    const std::string start = "Usage: partita " + std::string(name) + " ";
    return start + indented(usage, start.size()) + "\n";
}

std::string CommandSpec::helpText() const {
    std::string out = usageText() + "\n" + std::string(summary) + "\n\nOptions:\n";
    const auto head = [](const OptionSpec& option) {
        std::string text("  --");
        text += option.name;
        if (!option.value.empty()) (text += ' ') += option.value;
        return text;
    };
    std::size_t width = std::string_view("  --help").size();
    for (const OptionSpec& option : options)
        width = std::max(width, head(option).size());
    width += 2;
    for (const OptionSpec& option : options) {
        std::string left = head(option);
        left.resize(width, ' ');
        out += left + indented(option.help, width) + "\n";
    }
    std::string left = "  --help";
    left.resize(width, ' ');
    out += left + "show this and do nothing\n";
    if (!notes.empty()) ((out += '\n') += notes) += '\n';
    return out;
}

Result<Arguments> Arguments::parse(const CommandSpec& spec, const std::vector<std::string>& words) {
    Arguments arguments;
    arguments.m_spec = &spec;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (optionsEnded || word == "-" || !word.starts_with("-")) {
            arguments.m_operands.push_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnded = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.starts_with("--") ? word.substr(2, equals - 2) : std::string();
        const OptionSpec* option = optionNamed(spec, name);
        if (option == nullptr)
            return Error::badInput("there is no option " + word.substr(0, equals) +
                                   "; use -- before a name that begins with -");
        std::vector<std::string>& values = arguments.m_values[name];
        if (!values.empty() && !option->repeated) return Error::badInput("--" + name + " is given twice");
        if (option->value.empty()) {
            if (equals != std::string::npos) return Error::badInput("--" + name + " takes no value");
            values.emplace_back();
        } else if (equals != std::string::npos) {
            values.push_back(word.substr(equals + 1));
        } else if (++i < words.size()) {
            values.push_back(words[i]);
        } else {
            return Error::badInput("--" + name + " needs a value: --" + name + " " +
                                   std::string(option->value));
        }
    }
    const std::size_t given = arguments.m_operands.size();
    if (given < spec.operandsNeeded)
        return Error::badInput(std::string(spec.operands[given]) + " is missing");
    if (given > spec.operands.size())
        return Error::badInput("\"" + arguments.m_operands[spec.operands.size()] +
                               "\" is one argument too many");
    return arguments;
}

std::optional<std::string> Arguments::operand(std::size_t place) const {
    return place < m_operands.size() ? std::optional(m_operands[place]) : std::nullopt;
}

bool Arguments::has(std::string_view option) const {
    return m_values.contains(option);
}

std::optional<std::string> Arguments::value(std::string_view option) const {
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::nullopt : std::optional(found->second.front());
}

std::vector<std::string> Arguments::values(std::string_view option) const {
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::vector<std::string>() : found->second;
}

Result<std::optional<std::uint32_t>> Arguments::number(std::string_view option, std::uint32_t least,
                                                       std::uint32_t most) const {
    const std::optional<std::string> text = value(option);
    if (!text) return std::optional<std::uint32_t>();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc() || end != text->data() + text->size() || number < least || number > most)
        return Error::badInput("--" + std::string(option) + " takes a whole number from " +
                               std::to_string(least) + " to " + std::to_string(most) + ", not \"" + *text +
                               "\"");
    return std::optional(number);
}

}  // namespace partita
