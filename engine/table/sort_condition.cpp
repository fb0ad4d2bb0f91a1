#include "engine/table/sort_condition.h"

#include <algorithm>
#include <array>

#include "engine/limits.h"
#include "engine/table/key_component.h"
#include "engine/table/key_text.h"

namespace partita {
namespace {

constexpr std::array<std::string_view, 7> kOperatorTexts = {"=",  "<",       "<=",         ">",
                                                            ">=", "between", "begins_with"};

std::string lowerCase(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

/// The first byte string after all that begin with `prefix`; nothing when there is none.
std::optional<std::string> endOfPrefix(std::string prefix) {
    while (!prefix.empty() && prefix.back() == '\xFF') {
        prefix.pop_back();
    }
    if (prefix.empty()) return std::nullopt;
    prefix.back() = static_cast<char>(static_cast<unsigned char>(prefix.back()) + 1);
    return prefix;
}

Result<void> checkValues(const KeyAttribute& attribute, const SortCondition& condition) {
    const std::size_t wanted = condition.op == SortOperator::Between ? 2 : 1;
    if (condition.values.size() != wanted) {
        return Error::validation(
            "One or more parameter values were invalid: Invalid number of argument(s) for the " +
                std::string(operatorText(condition.op)) + " operator",
            attribute.name);
    }
    std::size_t size = 0;
    for (const Value& value : condition.values) {
        if (value.type() != attribute.type) {
            return Error::validation(
                "One or more parameter values were invalid: Condition parameter type does not match schema "
                "type",
                attribute.name);
        }
        if (isEmptyKeyValue(value)) {
            return Error::validation(
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
                "contain "
                "an empty " +
                std::string(attribute.type == ValueType::Binary ? "binary" : "string") +
                " value. Key: " + attribute.name);
        }
        size = std::max(size, sizeOf(value));
    }
    if (size > limits::kSortKeySize) {
        return Error::validation(
            "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
            "size "
            "limit of 1024 bytes");
    }
    if (condition.op == SortOperator::BeginsWith && attribute.type == ValueType::Number) {
        return Error::validation(
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or "
            "function: begins_with, operand type: N",
            attribute.name);
    }
    return {};
}

}  // namespace

bool SortRange::contains(std::string_view sortKeyBytes) const {
    return sortKeyBytes >= lower && (!upper || sortKeyBytes < *upper);
}

std::string_view operatorText(SortOperator op) {
    return kOperatorTexts[static_cast<std::size_t>(op)];
}

std::optional<SortOperator> operatorNamed(std::string_view text) {
    const auto* const at = std::find(kOperatorTexts.begin(), kOperatorTexts.end(), lowerCase(text));
    if (at == kOperatorTexts.end()) return std::nullopt;
    return static_cast<SortOperator>(at - kOperatorTexts.begin());
}

Result<SortRange> sortRange(const std::vector<KeyAttribute>& sortAttributes,
                            const std::vector<SortCondition>& conditions) {
    if (conditions.size() > sortAttributes.size()) {
        return Error::validation("Query key condition not supported");
    }
    const bool composite = isComposite(sortAttributes.size());
    std::string prefix;  // the bytes of the attributes that are held equal
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const SortCondition& condition = conditions[i];
        if (auto checked = checkValues(sortAttributes[i], condition); !checked) return checked.error();
        if (i + 1 == conditions.size()) break;
        if (condition.op != SortOperator::Equal) {
            return Error::validation("Query key condition not supported", sortAttributes[i].name);
        }
        appendComponent(condition.values.front(), composite, prefix);
    }
    if (conditions.empty()) return SortRange{};

    const SortCondition& last = conditions.back();
    const auto startOf = [&](const Value& value) {
        std::string bytes = prefix;
        appendComponent(value, composite, bytes);
        return bytes;
    };
    // After every key whose attribute is `value`. A lone text is a prefix of longer texts, which lie behind
    // it. In a composite key it is closed, so that what it is a prefix of has the same value; and what is
    // closed is never all FF, so that it has an end.
    const auto endOf = [&](const Value& value) {
        return composite ? *endOfPrefix(startOf(value)) : startOf(value) + '\0';
    };
    const Value& value = last.values.front();
    switch (last.op) {
        case SortOperator::Equal:
            return SortRange{startOf(value), endOf(value)};
        case SortOperator::Less:
            return SortRange{prefix, startOf(value)};
        case SortOperator::LessOrEqual:
            return SortRange{prefix, endOf(value)};
        case SortOperator::Greater:
            return SortRange{endOf(value), endOfPrefix(prefix)};
        case SortOperator::GreaterOrEqual:
            return SortRange{startOf(value), endOfPrefix(prefix)};
        case SortOperator::Between:
            if (startOf(last.values[1]) < startOf(value)) {
                return Error::validation(
                    "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater "
                    "than or "
                    "equal to lower bound; lower bound operand: AttributeValue: {" +
                        std::string(typeName(value.type())) + ":" + displayText(value) +
                        "}, upper bound operand: AttributeValue: {" + std::string(typeName(value.type())) +
                        ":" + displayText(last.values[1]) + "}",
                    sortAttributes[conditions.size() - 1].name);
            }
            return SortRange{startOf(value), endOf(last.values[1])};
        case SortOperator::BeginsWith: {
            std::string begin = prefix;
            const std::string& text = value.asString() ? *value.asString() : *value.asBinary();
            if (composite) {
                appendEscaped(text, begin);
            } else {
                begin += text;
            }
            auto end = endOfPrefix(begin);
            return SortRange{std::move(begin), std::move(end)};
        }
    }
    return Error::internal("No such sort operator.");
}

}  // namespace partita
