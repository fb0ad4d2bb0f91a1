// What a table file keeps of the imports that were made into it: a report each,
// the records that were refused, so that they can be tried again, and the items
// that were replaced, so that they can be put back. Within the caller's
// transaction. Failures throw StorageError.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/clock.h"
#include "engine/storage/database.h"

namespace partita {

/// Texts and numbers are the façade's (engine/import.h); this room keeps them
/// as they are.
struct StoredImport {
    // On disk: do not renumber. Running, in a file that nobody writes: the
    // program was killed.
    enum class State { Running = 0, Done = 1, Cancelled = 2, Failed = 3 };

    std::int64_t id = 0;
    UtcMillis begun = 0;
    State state = State::Running;
    std::string source;
    std::string format;  // sourceFormatName()
    std::string description;
    std::string encoding;
    std::string compression;
    std::string recordFormat;  // of the records that are kept, and what must stand
                               // before them
    std::string preamble;
    std::string failure;  // a sentence; empty: none
    std::uint64_t bytes = 0;
    std::int64_t micros = 0;
    std::map<std::string, std::uint64_t> counts;  // by the names of ImportReport's members
};

struct StoredImportProblem {
    int kind = 0;
    std::uint64_t line = 0;
    std::uint64_t otherLine = 0;
    std::string table;  // of the file
    std::string file;
    std::string reason;
    std::string excerpt;
    std::optional<std::string> record;  // all of it, as it stood in the source
};

class ImportStore final {
  public:
    explicit ImportStore(Database& database) : m_database(database) {}

    /// Whether the file has a place for imports: formats before 3 have none.
    bool isThere() const;
    /// The number of the new one.
    std::int64_t begin(const StoredImport& import);
    /// Everything but id, begun and source.
    void update(const StoredImport& import);
    /// In the order in which they are shown.
    void addProblem(std::int64_t import, const StoredImportProblem& problem);
    /// `old`: item bytes. `now`: the bytes that stand there since; nothing: it
    /// was deleted.
    void addReplaced(std::int64_t import, std::int64_t table, std::string_view old,
                     std::optional<std::string_view> now);

    /// The newest first.
    std::vector<StoredImport> all() const;
    std::optional<StoredImport> find(std::int64_t import) const;
    /// Without their records.
    std::vector<StoredImportProblem> problems(std::int64_t import, std::size_t most) const;
    /// Those with a record.
    void forEachRecord(std::int64_t import,
                       const std::function<void(const StoredImportProblem&)>& visit) const;
    struct Replaced {
        std::int64_t row = 0;
        std::int64_t table = 0;
        std::string old;
        std::optional<std::uint64_t> nowHash;  // importedHash() of what stood there; nothing: it was deleted
    };
    /// The next ones after that row, so that no read outlives a batch.
    std::vector<Replaced> replaced(std::int64_t import, std::int64_t afterRow, std::size_t most) const;
    std::uint64_t replacedCount(std::int64_t import) const;
    std::uint64_t recordCount(std::int64_t import) const;
    void forgetReplaced(std::int64_t row);
    void remove(std::int64_t import);

  private:
    std::map<std::string, std::uint64_t> countsOf(std::int64_t import) const;
    Database& m_database;
};

/// Tells whether an item is still what the import wrote. XXH3, 64 bits.
std::uint64_t importedHash(std::string_view itemBytes);

/// What the source of a table said beside its items
/// (engine/interchange/read/source_table.h), flat.
struct StoredSource {
    struct Entity {
        std::string name;
        std::map<std::string, std::string> keyTemplates;
        std::vector<std::string> attributes;
    };
    std::vector<Entity> entities;
    std::string extra;
};
/// The first format that keeps sources and imports.
inline constexpr std::int32_t kFormatWithSources = 3;
StoredSource sourceOf(Database& database, std::int64_t table);
void setSource(Database& database, std::int64_t table, const StoredSource& source);

}  // namespace partita
