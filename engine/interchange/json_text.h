// JSON text held for simdjson, and the faults of it said as an Error with the bytes that are wrong.
// Of use to this room's parsers only. One thread at a time.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

/// One document after another, in one buffer with the padding that simdjson reads past the end.
class JsonText final {
  public:
    /// Copies the text (it lives until the next call) and finds its tokens. `wrapped` puts it between [ and
    /// ], so that a scalar is read as any other value is. Fails (BadInput) on what is no UTF-8, on an open
    /// string, on a control character in a string, and on empty text.
    Result<simdjson::ondemand::document> begin(std::string_view text, bool wrapped);

    /// Fails (BadInput) when something stands after the document, which has been read to its end.
    Result<void> end(simdjson::ondemand::document& document) const;

    /// The Error of a fault that simdjson met. The place is that of the document's current token.
    Error fault(simdjson::error_code code, simdjson::ondemand::document& document) const;
    /// Bytes of the caller's text for a token of the buffer, without blanks after it.
    SourceRange rangeOf(std::string_view token) const;
    /// A string of JSON is UTF-8 already, unless an escape wrote half of a surrogate pair.
    bool mayHoldLoneSurrogates() const { return m_escapes; }

  private:
    Error indexFault(simdjson::error_code code) const;
    Error trailing(std::size_t begin) const;
    Error unbalanced() const;
    std::string_view text() const { return std::string_view(m_buffer).substr(m_prefix, m_size); }

    simdjson::ondemand::parser m_parser;
    std::string m_buffer;
    std::size_t m_prefix = 0;  // 1 when wrapped
    std::size_t m_size = 0;    // of the caller's text
    bool m_escapes = false;
};

/// Blanks that simdjson counts as part of the token before them.
std::string_view withoutBlanksAfter(std::string_view token);

/// Whether a token is a number by RFC 8259 (Number::parse takes more: +1, .5, 007).
bool isJsonNumber(std::string_view token);

}  // namespace partita
