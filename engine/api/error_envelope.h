// "1 validation error detected: " in front of what single writes and Query say of their own parameters. Until
// 2026 only what breaks the model's constraints began so (violations.h); README.md tells what is recorded,
// and where recordings disagree. Free functions; any thread.
#pragma once

#include <utility>

#include "engine/result.h"

namespace partita {

/// The error with these words in front; as it is when it begins so already or is no ValidationException.
Error enveloped(Error error);

/// Of a fault in the UpdateExpression of UpdateItem: some kinds are recorded without the words.
Error envelopedUpdateFault(Error error);

/// A step with its error in the envelope.
template <class T>
Result<T> enveloped(Result<T> step) {
    if (step) return step;
    return enveloped(step.error());
}

}  // namespace partita
