// Reads one source: cuts it into records (one thread), and makes an item of each (any thread, several at
// once). One implementation a format; open_source.h makes them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/read/source_format.h"
#include "engine/interchange/read/source_table.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

/// One record as it stands in the source: text that decode() understands.
struct SourceRecord {
    std::string_view text;     // valid until the next call of next()
    std::uint32_t table = 0;   // of SourceReader::tables()
    std::uint64_t line = 0;    // where it begins, from 1; of a sheet: the row
    std::uint64_t offset = 0;  // bytes from the start of the source, after decompression
    /// Of records of one key the one with the highest counts; of equal ones the last read. 0 where the source
    /// has no order but its own.
    std::uint64_t order = 0;
    std::uint32_t file = 0;  // of SourceReader::files(), for messages
    bool complete = true;  // false: the source ended inside it, or it is too long and `text` is its beginning
    bool tooLong = false;
};

struct DecodedRecord {
    enum class Action { Put, Delete };
    Action action = Action::Put;
    Item item;                // of Delete: the key
    std::optional<Item> key;  // of Put: the key, where the record says it beside the item
    JsonForm form = JsonForm::DynamoDb;
    std::uint32_t numbersRewritten = 0;  // numbers whose text was not the canonical one
    std::vector<std::string> names;      // top-level names in the order of the text, when asked for
    std::vector<std::string> repairs;    // sentences: what was read otherwise than it stands
};

struct TabularOptions {
    std::optional<char> delimiter;  // nothing: as detected
    bool hasHeader = true;
    std::string sheet;  // of XLSX; empty: the first
    /// By name; columns that are not named keep the type that was found.
    std::vector<SourceColumn> columns;
    enum class EmptyCell { LeaveOut, EmptyString, Null };
    EmptyCell emptyCell = EmptyCell::LeaveOut;
    char setDelimiter = ',';  // between members of a set that isn't written as JSON
};

struct SourceOptions {
    std::optional<SourceFormat> format;  // nothing: as detected
    JsonForm form = JsonForm::Auto;
    TabularOptions tabular;
    /// Rows that are no items as they stand but have one obvious meaning are read so, and each is named in
    /// the report. Without it they are refused, with what a repair would do.
    bool repair = false;
};

class SourceReader {
  public:
    SourceReader() = default;
    virtual ~SourceReader() = default;
    SourceReader(const SourceReader&) = delete;
    SourceReader& operator=(const SourceReader&) = delete;

    virtual const SourceDetection& detection() const = 0;
    /// At least one once the source is read. A source that names tables as it goes (a batch file) finds more
    /// while it is read; those known keep their places.
    virtual const std::vector<SourceTable>& tables() const = 0;
    /// The files that records come from; of most sources one.
    virtual const std::vector<std::string>& files() const = 0;

    /// The next record, or nothing at the end. What is wrong with one record is decode()'s to say; after a
    /// broken one the reader goes on with the next. Fails (InputOutput, BadInput) when the source cannot be
    /// read on.
    virtual Result<std::optional<SourceRecord>> next() = 0;
    /// What the record says. Fails (BadInput, ValidationException) with the byte range of the record's text
    /// that is wrong. `keys`: of the table that it goes to. `keepNames`: whether DecodedRecord::names is
    /// filled. Thread-safe, also beside next(); `record.text` may be a copy.
    virtual Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                         bool keepNames) const = 0;

    // A refused record is kept, to be tried again: as a source of its own, which is `preamble()` (the header
    // of a CSV) and the records, a line each.
    virtual SourceFormat recordFormat() const { return SourceFormat::Items; }
    virtual std::string preamble() const { return {}; }

    /// After the last record: whether the source ended inside one, or before its end mark.
    virtual bool endedEarly() const { return false; }
    /// As the source lies on the disk, before decompression. Total 0: not known.
    virtual std::uint64_t bytesRead() const = 0;
    virtual std::uint64_t bytesTotal() const = 0;
    /// So far; all of them after the last record.
    virtual std::vector<SourceNote> notes() const { return {}; }
};

}  // namespace partita
