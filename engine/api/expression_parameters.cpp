#include "engine/api/expression_parameters.h"

#include <algorithm>

namespace partita {
namespace {

void appendListed(std::string& list, std::string_view separator, std::string_view name) {
    list.append(list.empty() ? "" : separator).append(name);
}

/// Whether a fault is an empty set's or a false null's.
bool isOfSetOrNull(const std::string& fault) {
    return fault.ends_with("may not be empty") || fault.ends_with("should not be empty") ||
           fault.ends_with("must have the value of true");
}

}  // namespace

ExpressionParameters::ExpressionParameters(Members& members, std::initializer_list<ExpressionKind> kinds) {
    bool takesValues = false;
    for (const ExpressionKind kind : kinds) {
        m_texts.push_back({kind, members.string(parameterName(kind))});
        takesValues = takesValues || kind != ExpressionKind::Projection;
    }
    m_names = members.stringMap("ExpressionAttributeNames");
    if (takesValues) m_values = readAttributes(members, "ExpressionAttributeValues");
}

std::optional<std::string_view> ExpressionParameters::textOf(ExpressionKind kind) const {
    for (const Text& each : m_texts) {
        if (each.kind == kind) return each.text;
    }
    return std::nullopt;
}

bool ExpressionParameters::any() const {
    return std::any_of(m_texts.begin(), m_texts.end(),
                       [](const Text& each) { return each.text.has_value(); });
}

Result<void> ExpressionParameters::checkTogether(
    std::initializer_list<std::pair<std::string_view, bool>> older) const {
    std::string given;
    std::string missing;  // of those that take values
    std::size_t missingCount = 0;
    bool valuesHaveUse = false;
    for (const Text& each : m_texts) {
        const std::string_view name = parameterName(each.kind);
        if (each.text) appendListed(given, ", ", name);
        if (each.kind == ExpressionKind::Projection) continue;
        valuesHaveUse = valuesHaveUse || each.text;
        ++missingCount;
        appendListed(missing, " and ", name);
    }
    std::string mixed;
    for (const auto& [name, isGiven] : older) {
        if (isGiven) appendListed(mixed, ", ", name);
    }
    if (!given.empty() && !mixed.empty()) {
        return Error::validation(
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {" +
            mixed + "} Expression parameters: {" + given + "}");
    }
    if (m_names && given.empty()) {
        return Error::validation("ExpressionAttributeNames can only be specified when using expressions");
    }
    if (m_values && !valuesHaveUse) {
        return Error::validation("ExpressionAttributeValues can only be specified when using expressions: " +
                                 missing + (missingCount > 1 ? " are" : " is") + " null");
    }
    return {};
}

Result<void> ExpressionParameters::takeNames() {
    if (!m_names) return {};
    if (m_names->empty()) return Error::validation("ExpressionAttributeNames must not be empty");
    for (const auto& [key, name] : *m_names) {
        m_placeholders.names.insert_or_assign(std::string(key), std::string(name));
    }
    return {};
}

Result<void> ExpressionParameters::prepare(SetFaults faults) {
    if (auto taken = takeNames(); !taken) return taken;
    if (m_values) {
        if (m_values->attributes.empty()) {
            // Recorded: what is wrong with the names is said before that there are no values.
            auto checked = checkPlaceholders(m_placeholders);
            return checked ? Error::validation("ExpressionAttributeValues must not be empty") : checked;
        }
        for (const Attribute& attribute : m_values->attributes) {
            m_placeholders.values.emplace_hint(m_placeholders.values.end(), attribute.name, attribute.value);
        }
    }
    if (auto checked = checkPlaceholders(m_placeholders); !checked) return checked;
    if (m_values && m_values->fault) {
        if (faults == SetFaults::OnTheirOwn && isOfSetOrNull(m_values->fault->message)) {
            return *m_values->fault;
        }
        return Error::validation("ExpressionAttributeValues contains invalid value: " +
                                 m_values->fault->message + " for key " + m_values->faultAt);
    }
    return {};
}

Result<std::optional<Condition>> ExpressionParameters::condition(ExpressionKind kind) {
    const auto text = textOf(kind);
    if (!text) return std::optional<Condition>();
    auto parsed = parseCondition(*text, kind, m_placeholders, m_used);
    if (!parsed) return parsed.error();
    return std::optional<Condition>(*std::move(parsed));
}

Result<std::optional<Update>> ExpressionParameters::update() {
    const auto text = textOf(ExpressionKind::Update);
    if (!text) return std::optional<Update>();
    auto parsed = parseUpdate(*text, m_placeholders, m_used);
    if (!parsed) return parsed.error();
    return std::optional<Update>(*std::move(parsed));
}

Result<std::optional<ItemProjection>> ExpressionParameters::projection() {
    const auto text = textOf(ExpressionKind::Projection);
    if (!text) return std::optional<ItemProjection>();
    auto parsed = parseProjection(*text, m_placeholders, m_used);
    if (!parsed) return parsed.error();
    return std::optional<ItemProjection>(*std::move(parsed));
}

}  // namespace partita
