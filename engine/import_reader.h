// The first half of an import: takes the records of a source, reads and encodes them on other threads, and
// hands them on in the source's order. One thread at a time calls next(); the work runs on threads of its
// own.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/source_reader.h"
#include "engine/operation/prepared_item.h"

namespace partita {

struct ImportRecord {
    std::uint32_t table = 0;  // of the source
    std::uint32_t file = 0;   // the same
    std::uint64_t line = 0;
    std::uint64_t order = 0;  // see SourceRecord::order
    DecodedRecord::Action action = DecodedRecord::Action::Put;
    Result<PreparedItem> item;  // of a Delete: its key, without bytes
    JsonForm form = JsonForm::DynamoDb;
    std::uint32_t numbersRewritten = 0;
    std::vector<std::string> repairs = {};
    std::string text = {};                // of a refused record, all of it; of a repaired one the first of it
    std::string entity = {};              // of one of the first records, which teach the order of attributes
    std::vector<std::string> names = {};  // its attributes in the order of the text; empty for later records
    Item value = {};                      // when it is asked for
};

/// At most 200 bytes, cut where a character ends.
std::string excerptOf(std::string_view record);

class ImportReader final {
  public:
    /// The definition of the table that items of that table of the source go to; null: they are left out. It
    /// must outlive the reader. Called on the thread of next(), once for each table, when its first record
    /// comes.
    using TargetOf = std::function<const TableDefinition*(std::uint32_t sourceTable)>;
    /// `source` must outlive the reader. `keepValues`: whether ImportRecord::value is filled.
    ImportReader(SourceReader& source, TargetOf targetOf, bool keepValues = false);
    /// Waits for what is being read.
    ~ImportReader();
    ImportReader(const ImportReader&) = delete;
    ImportReader& operator=(const ImportReader&) = delete;

    /// The next records, some thousand at most; none at the end. Fails when the source can't be read on.
    Result<std::vector<ImportRecord>> next();
    /// Records of tables that are left out, so far.
    std::uint64_t leftOut() const { return m_leftOut; }

  private:
    struct Chunk;
    void readAhead();
    /// Null: left out.
    const TableDefinition* target(std::uint32_t table);

    SourceReader& m_source;
    TargetOf m_targetOf;
    bool m_keepValues;
    std::vector<std::optional<const TableDefinition*>> m_targets;  // by table of the source, once asked
    std::deque<std::future<std::vector<ImportRecord>>> m_parsing;
    bool m_atEnd = false;
    std::uint64_t m_records = 0;  // read so far
    std::uint64_t m_leftOut = 0;
    std::optional<Error> m_failure;  // of the source
};

}  // namespace partita
