// Sums of 38-digit numbers, exact. Free functions; any thread.
// A sum that needs more than 38 significant digits, or lies outside the range of numbers, is an error, never
// a rounding.
#pragma once

#include "engine/result.h"
#include "engine/value/number.h"

namespace partita {

/// Fail (ValidationException, the service's words).
Result<Number> add(const Number& a, const Number& b);
Result<Number> subtract(const Number& a, const Number& b);

}  // namespace partita
