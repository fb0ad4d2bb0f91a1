// The one exception of the engine. It never leaves the façade: Engine turns it into the Error that it
// carries.
#pragma once

#include <exception>
#include <utility>

#include "engine/error.h"

namespace partita {

class StorageError final : public std::exception {
  public:
    explicit StorageError(Error error) : m_error(std::move(error)) {}
    const Error& error() const { return m_error; }
    const char* what() const noexcept override { return m_error.message.c_str(); }

  private:
    Error m_error;
};

}  // namespace partita
