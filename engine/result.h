// Result<T>: a value, or the Error that stands in its place. Nothing throws across the engine's face.
#pragma once

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "engine/error.h"

namespace partita {

template <class T>
class [[nodiscard]] Result final {
  public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}  // NOLINT

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only when ok().
    T& value() & { return assert(ok()), *std::get_if<0>(&m_state); }
    const T& value() const& { return assert(ok()), *std::get_if<0>(&m_state); }
    T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    /// Only when not ok().
    const Error& error() const { return assert(!ok()), *std::get_if<1>(&m_state); }

  private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> final {
  public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}  // NOLINT: implicit on purpose

    bool ok() const { return !m_error; }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return assert(m_error), *m_error; }

  private:
    std::optional<Error> m_error;
};

}  // namespace partita
