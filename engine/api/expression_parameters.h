// The expressions of one request with their names and values, read and checked in the service's order:
// the form first, then which parameters go together, then placeholders, then each expression, then whether
// every placeholder was used. One for each structure that holds expressions; one thread.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/json_request.h"
#include "engine/api/json_value.h"
#include "engine/expression/parse.h"
#include "engine/result.h"

namespace partita {

class ExpressionParameters final {
  public:
    /// Reads the members of these expressions, and ExpressionAttributeNames and -Values. The members must
    /// outlive it. `kinds` are in the order in which messages list them.
    ExpressionParameters(Members& members, std::initializer_list<ExpressionKind> kinds);

    bool has(ExpressionKind kind) const { return textOf(kind).has_value(); }
    bool any() const;

    /// Fails when an expression is given beside one of `older` that is given too, and when names or values
    /// are given for no expression. `older`: names of older parameters and whether they are given, in the
    /// order in which messages list them.
    Result<void> checkTogether(std::initializer_list<std::pair<std::string_view, bool>> older) const;

    /// How it is told that a value is an empty set or a false null: single writes say it as of an item's
    /// value.
    enum class SetFaults { WithTheirKey, OnTheirOwn };
    /// Takes over names and values. Fails on what is wrong with them.
    Result<void> prepare(SetFaults faults = SetFaults::WithTheirKey);

    // After prepare(). Nothing when the expression is not given.
    Result<std::optional<Condition>> condition(ExpressionKind kind);
    Result<std::optional<Update>> update();
    Result<std::optional<ItemProjection>> projection();
    /// After all of them.
    Result<void> checkAllUsed() const { return m_used.checkAllUsed(m_placeholders); }

  private:
    Result<void> takeNames();
    struct Text {
        ExpressionKind kind = ExpressionKind::Condition;
        std::optional<std::string_view> text;
    };
    std::optional<std::string_view> textOf(ExpressionKind kind) const;

    std::vector<Text> m_texts;
    std::optional<Members::StringMap> m_names;
    std::optional<GivenAttributes> m_values;
    Placeholders m_placeholders;
    UsedPlaceholders m_used;
};

}  // namespace partita
