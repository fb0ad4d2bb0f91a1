// Writes a NoSQL Workbench model as today's Workbench opens it (version 3.0), row by row as they come. Knows
// no files: the text goes to a function. What the tables' source said beside (SinkTable::extra, when it was a
// model) is said again. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/write/item_sink.h"
#include "engine/result.h"

namespace partita {

class WorkbenchWriter final {
  public:
    using Write = std::function<Result<void>(std::string_view)>;

    /// `nowMillis`: UTC, for the model's dates.
    WorkbenchWriter(Write write, std::int64_t nowMillis);

    // As ItemSink. Fail as `write` does; item() also (DamagedFile) on bytes that are no item.
    Result<void> begin(const SinkTable& table);
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames);
    Result<void> finish();
    std::uint64_t bytesWritten() const { return m_bytes; }
    std::vector<std::string> losses() const;

    /// Before anything is written: what a model can't hold of any table.
    static std::vector<std::string> knownLosses();

  private:
    Result<void> put(std::string_view text);
    Result<void> endTable();

    Write m_write;
    std::int64_t m_nowMillis;
    std::uint64_t m_bytes = 0;
    bool m_begun = false;                                       // the model's head is written
    bool m_inTable = false;                                     // the table's rows are being written
    bool m_anyRow = false;                                      // of this table
    std::string m_tail;                                         // of this table, after its rows
    std::string m_table;                                        // its name
    std::set<std::string> m_declared;                           // of this table
    std::map<std::string, std::set<std::string>> m_undeclared;  // by table
    std::vector<std::string> m_losses;
};

}  // namespace partita
