// XML as events, piece by piece: names without their namespaces. No document type, so no entities that grow;
// memory is bounded whatever comes. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/interchange/read/xlsx_package.h"
#include "engine/result.h"

namespace partita {

/// The attributes of an element. Valid during the event.
class XmlAttributes final {
  public:
    explicit XmlAttributes(const char** pairs) : m_pairs(pairs) {}
    /// The value of the first of that name, of any namespace; empty when there is none.
    std::string_view value(std::string_view name) const;

  private:
    const char** m_pairs;
};

class XmlEvents {
  public:
    virtual ~XmlEvents() = default;
    virtual void begin(std::string_view element, const XmlAttributes& attributes) = 0;
    virtual void end(std::string_view element) = 0;
    /// Some of the text of the element that is open.
    virtual void text(std::string_view utf8) = 0;
};

class XlsxXml final {
  public:
    /// `events` outlives it. `name`: of the part, for messages.
    XlsxXml(XlsxPart part, XmlEvents& events, std::string name);
    XlsxXml(XlsxXml&&) noexcept;
    ~XlsxXml();

    /// Reads a piece, whose events come meanwhile. False at the end. Fails (BadInput) on damage and on what
    /// is no XML.
    Result<bool> more();
    const XlsxPart& part() const;

    /// A whole part. Fails (BadInput) when it is longer than `mostBytes`.
    static Result<void> readAll(const XlsxPackage& package, const std::string& part, XmlEvents& events,
                                std::uint64_t mostBytes);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
