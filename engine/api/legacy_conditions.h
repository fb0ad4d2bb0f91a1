// What the conditions of the older parameters (KeyConditions, QueryFilter, ScanFilter, Expected) mean: their
// operators, what each takes, and the condition that it makes. Values only; legacy_parameters.h reads them
// from a request. Free functions; any thread.
// Source: API reference, "Legacy conditional parameters"; recorded answers of the service for the words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/key_condition.h"
#include "engine/result.h"

namespace partita {

/// ComparisonOperator.
enum class LegacyOperator {
    Equal,
    NotEqual,
    In,
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
    Between,
    NotNull,
    Null,
    Contains,
    NotContains,
    BeginsWith,
};

/// "EQ", "NE", … in this case only.
std::optional<LegacyOperator> legacyOperatorNamed(std::string_view name);
std::string_view legacyOperatorName(LegacyOperator op);

/// One test of one attribute.
struct LegacyTest {
    std::string attribute;
    LegacyOperator op = LegacyOperator::Equal;
    std::vector<Value> values;
};

/// One member of Expected, as it was given.
struct LegacyExpectation {
    std::string attribute;
    std::optional<LegacyOperator> op;
    std::optional<std::vector<Value>> values;  // AttributeValueList
    std::optional<Value> value;
    std::optional<bool> exists;
};

/// ConditionalOperator.
enum class LegacyJoin { And, Or };

/// Fails (ValidationException) on a wrong number of values, values of several types or of types that the
/// operator cannot take, and BETWEEN with its bounds the wrong way round.
Result<void> checkLegacyTest(const LegacyTest& test);
/// The test that Value, Exists, or a ComparisonOperator with its values stand for, checked. Fails
/// (ValidationException) where they do not go together.
Result<LegacyTest> legacyTestOf(LegacyExpectation expectation);
/// Fails (ValidationException) when a ConditionalOperator joins fewer than two tests.
Result<void> checkLegacyJoin(std::size_t tests);

/// Of checked tests, at least one.
Condition legacyCondition(std::vector<LegacyTest> tests, LegacyJoin join);
/// Of a checked test. An operator that no key can be asked by gives a condition without values: it is for
/// matchKeys() to refuse, because the service looks for the table and its keys first.
AttributeCondition legacyKeyCondition(LegacyTest test);

}  // namespace partita
