// One line of a trace, read into a load event. One thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/partition/load.h"
#include "engine/table/table_definition.h"

namespace partita {

class TraceLineReader final {
  public:
    /// Bytes after a line that must be readable; what they hold does not matter.
    static constexpr std::size_t kPadding = 64;

    /// `table` must outlive it.
    explicit TraceLineReader(const TableDefinition& table);
    ~TraceLineReader();

    /// Reads a line, without its end, into `event`, whose strings are used again. False: reason() says what
    /// is wrong, and the event is not to be used.
    bool read(std::string_view line, LoadEvent& event);

    /// A sentence about the line that was refused last.
    const std::string& reason() const;
    /// Whether the line read last told no units, so that the least its operation can cost was taken.
    bool assumedUnits() const;

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
