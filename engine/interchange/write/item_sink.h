// Where exported items go: one implementation a format. Nothing stands at its place before finish(): a file
// is written beside it and renamed, so that a failure leaves what was there. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_table.h"
#include "engine/interchange/write/export_format.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita {

/// A table as a sink needs to know it before its items come.
struct SinkTable {
    TableDefinition definition;
    /// Whose items come, in its order; nothing: the table's own.
    std::optional<std::string> index = {};
    std::vector<SourceEntity> entities;  // declared by the source that it came from, or inferred
    std::string extra;                   // see SourceTable::extra
    /// Every top-level attribute with the types it occurs in, in the order for people; only for formats that
    /// ask for a first pass over the items (needsColumns()).
    struct Column {
        std::string name;
        std::vector<std::string> types;  // "S", "N", … of the service
    };
    std::vector<Column> columns;
};

class ItemSink {
  public:
    ItemSink() = default;
    virtual ~ItemSink() = default;
    ItemSink(const ItemSink&) = delete;
    ItemSink& operator=(const ItemSink&) = delete;

    /// Before the items of each table. Fails with DiskFull, InputOutput.
    virtual Result<void> begin(const SinkTable& table) = 0;
    /// `bytes` as stored (engine/value/item_bytes.h); `firstNames`: attributes to write first, in this order.
    virtual Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) = 0;
    /// Everything is at its place afterwards. Not called: nothing is left behind.
    virtual Result<void> finish() = 0;
    virtual std::uint64_t bytesWritten() const = 0;
    /// Sentences: what this format could not hold of what it was given.
    virtual std::vector<std::string> losses() const { return {}; }
};

struct SinkOptions {
    ExportFormat format = ExportFormat::JsonLines;
    bool gzip = false;   // of JsonLines, JsonArray and Csv; S3 exports always are
    bool plain = false;  // plain JSON instead of DynamoDB JSON (JsonLines, JsonArray): lossy
    int indent = 0;      // of JsonArray
};

/// Whether the format wants SinkTable::columns.
bool needsColumns(ExportFormat format);
/// "-" is standard output (formats of one file only). Fails with InputOutput when the place can't be written;
/// a file that exists is replaced at finish(), a folder must not exist or be empty.
Result<std::unique_ptr<ItemSink>> openSink(const std::string& path, const SinkOptions& options);
/// Before anything is written: sentences on what the format can't hold of any table. Empty: it is lossless.
std::vector<std::string> knownLosses(const SinkOptions& options);

}  // namespace partita
