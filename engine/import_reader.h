// The first half of an import: cuts a source into records, parses and encodes them on other threads, and
// hands them on in the source's order. One thread at a time calls next(); the work runs on threads of its
// own.
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/record_reader.h"
#include "engine/operation/item_writer.h"

namespace partita {

struct ImportRecord {
    std::uint64_t line = 0;
    Result<PreparedItem> item;
    JsonForm form = JsonForm::DynamoDb;
    std::uint32_t numbersRewritten = 0;
    std::string excerpt;             // of a refused record
    std::string entity;              // of one of the first records, which teach the order of attributes
    std::vector<std::string> names;  // its attributes in the order of the text; empty for later records
};

class ImportReader final {
  public:
    /// `table` must outlive the reader.
    ImportReader(std::unique_ptr<RecordReader> source, const TableDefinition& table, JsonForm form);

    /// The next records, some thousand at most; none at the end. Fails when the source can't be read on.
    Result<std::vector<ImportRecord>> next();

    std::uint64_t bytesRead() const { return m_source->bytesRead(); }
    std::uint64_t bytesTotal() const { return m_source->bytesTotal(); }
    bool endedEarly() const { return m_source->endedEarly(); }

  private:
    struct Chunk;
    void readAhead();

    std::unique_ptr<RecordReader> m_source;
    const TableDefinition& m_table;
    JsonForm m_form;
    std::deque<std::future<std::vector<ImportRecord>>> m_parsing;
    bool m_atEnd = false;
    std::uint64_t m_records = 0;     // read so far
    std::optional<Error> m_failure;  // of the source
};

}  // namespace partita
