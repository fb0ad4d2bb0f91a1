// Source: documentation of the Serverless Framework, "Variables": the inner ones first, what stands behind a
// comma where the one before it is not given, and "dev" and "us-east-1" where no stage and region are.
#include "engine/interchange/read/serverless_variables.h"

#include <algorithm>
#include <array>
#include <utility>

namespace partita {
namespace {

using namespace std::string_view_literals;

// A file may name its variables in a circle.
constexpr int kMostFilled = 200;
constexpr std::size_t kMostBytes = 64 * 1024;

constexpr std::array kSources = {"self:"sv, "opt:"sv, "sls:"sv,       "env:"sv,    "file("sv, "ssm:"sv,
                                 "ssm("sv,  "cf:"sv,  "cf("sv,        "cf."sv,     "aws:"sv,  "param:"sv,
                                 "s3:"sv,   "git:"sv, "strToBool("sv, "output:"sv, "vault:"sv};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool isAddress(std::string_view text) {
    return std::any_of(kSources.begin(), kSources.end(),
                       [&](std::string_view source) { return text.starts_with(source); });
}

/// The parts between the commas that stand outside quotation marks and parentheses.
std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> found;
    std::size_t begin = 0;
    char quote = 0;
    int depth = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text[at] : ',';
        if (at < text.size() && quote != 0) {
            if (c == quote) quote = 0;
            continue;
        }
        if (c == '\'' || c == '"') quote = c;
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (at < text.size() && (c != ',' || depth > 0)) continue;
        found.push_back(trimmed(text.substr(begin, at - begin)));
        begin = at + 1;
    }
    return found;
}

struct Place {
    std::size_t begin = std::string_view::npos;  // of "${"
    std::size_t end = 0;                         // behind "}"
};

/// The first variable of the framework, at or behind `from`, that has no other inside.
Place firstVariable(std::string_view text, std::size_t from) {
    for (std::size_t close = text.find('}', from); close != std::string_view::npos;
         close = text.find('}', close + 1)) {
        const std::size_t open = text.substr(0, close).rfind("${");
        if (open == std::string_view::npos) continue;
        if (isAddress(trimmed(text.substr(open + 2, close - open - 2)))) return {open, close + 1};
    }
    return {};
}

}  // namespace

bool ServerlessVariables::hasAny(std::string_view text) {
    return firstVariable(text, 0).begin != std::string_view::npos;
}

std::optional<std::string> ServerlessVariables::ofFile(std::string_view path, Filled& into) const {
    const SourceNode* at = &m_root;
    for (std::size_t begin = 0; at && begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        at = at->isMap() ? at->find(path.substr(begin, end - begin)) : nullptr;
        begin = end + 1;
    }
    // A service may be a map that says its name.
    if (at && path == "service" && at->isMap()) at = at->find("name");
    if (at && at->isScalar()) return at->text;
    const auto assumed = [&](const char* what, const char* value) {
        into.assumptions.push_back(std::string(what) + " is " + value);
        return std::optional<std::string>(value);
    };
    if (!at && path == "provider.stage") return assumed("the stage", "dev");
    if (!at && path == "provider.region") return assumed("the region", "us-east-1");
    return std::nullopt;
}

std::optional<std::string> ServerlessVariables::valueOf(std::string_view address, Filled& into) const {
    if (address.size() >= 2 && (address.front() == '\'' || address.front() == '"') &&
        address.back() == address.front())
        return std::string(address.substr(1, address.size() - 2));
    if (address.starts_with("self:")) return ofFile(address.substr(5), into);
    if (address == "sls:stage") return ofFile("provider.stage", into);
    if (address == "aws:region") return ofFile("provider.region", into);
    if (isAddress(address)) return std::nullopt;
    return std::string(address);
}

ServerlessVariables::Filled ServerlessVariables::filled(std::string text) const {
    Filled result;
    for (int count = 0;; ++count) {
        const Place place = firstVariable(text, 0);
        if (place.begin == std::string_view::npos) break;
        const std::string whole = text.substr(place.begin, place.end - place.begin);
        const std::string inner = whole.substr(2, whole.size() - 3);
        if (count > kMostFilled || text.size() > kMostBytes) {
            result.reason = "its variables go round in a circle";
            return result;
        }
        std::optional<std::string> value;
        const auto alternatives = parts(inner);
        for (std::size_t i = 0; i < alternatives.size() && !value; ++i) {
            const bool isLast = i + 1 == alternatives.size();
            // A stage that nobody gives is looked for behind the comma before it is assumed.
            Filled tried;
            auto found = valueOf(alternatives[i], tried);
            if (found && (tried.assumptions.empty() || isLast)) {
                value = std::move(found);
                result.assumptions.insert(result.assumptions.end(), tried.assumptions.begin(),
                                          tried.assumptions.end());
            }
            if (!value && isLast && alternatives[i] == "opt:stage") value = ofFile("provider.stage", result);
            if (!value && isLast && alternatives[i] == "opt:region")
                value = ofFile("provider.region", result);
        }
        if (!value) {
            result.reason = whole + " is not told by this file";
            return result;
        }
        text.replace(place.begin, place.end - place.begin, *value);
    }
    result.text = std::move(text);
    return result;
}

}  // namespace partita
