// What can still be read of a damaged table file: which tables it has, their items, and what is kept beside
// them. Reads the file's pages by itself (page_file.h, page_forest.h), so that a page that is lost costs what
// stood on it and no more. Takes nothing on trust: an item counts when its bytes are those of an item and
// stand under their own key and that key's hash. Never writes. Throws StorageError. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/progress.h"
#include "engine/storage/database.h"
#include "engine/storage/page_forest.h"
#include "engine/storage/table_state.h"
#include "engine/table/key.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

struct SalvagedTable {
    std::int64_t id = 0;  // its number in the damaged file
    TableDefinition definition;
    std::vector<std::int64_t> indexIds;   // in the order of definition.indexes
    std::optional<std::uint64_t> stated;  // how many items the file says there are
    std::optional<TableState> state;      // nothing: lost, or the format knows none
    std::optional<std::uint32_t> partitions;
    std::vector<std::string> losses;  // of its definition, as sentences
};

struct SalvagedItem {
    KeyBytes key;
    std::uint64_t hash = 0;
    std::uint64_t size = 0;
    std::string bytes;  // item bytes
};

/// The numbers of table and index in "rows_7_1" with `before` "rows_"; nothing for another name.
std::optional<std::pair<std::int64_t, std::int64_t>> viewNumbers(std::string_view name,
                                                                 std::string_view before);

class Salvage final {
  public:
    /// Fails (StorageError) when the file can't be read or holds no definition of a table: ForeignFile when
    /// it does not look like a table file at all, else DamagedFile.
    Salvage(const std::string& path, ProgressSink progress, std::stop_token stop);
    ~Salvage();

    const std::vector<SalvagedTable>& tables() const { return m_tables; }
    /// Definitions that are lost with all that was in them, as sentences.
    const std::vector<std::string>& losses() const { return m_losses; }
    /// Tables and indexes that were being removed, and so are left out.
    const std::vector<std::string>& leftOut() const { return m_leftOut; }
    /// The small inner tables, as far as they could be read, to be read as those of a file: all but rows,
    /// collections, marks, bodies, stream records, and the problems and replaced items of imports.
    Database& small() { return m_small; }
    /// Whether all of that inner table could be read.
    bool isWhole(const std::string& innerTable) const;
    /// Rows of one of the large inner tables.
    void forEachRow(const std::string& innerTable,
                    const std::function<void(std::int64_t rowid, const std::vector<Field>&)>& visit);

    enum class From {
        Tree,     // pages that the table's tree leads to
        Strays,   // pages that nothing leads to any more
        Indexes,  // entries of the table's indexes that hold whole items
    };
    struct Read {
        std::uint64_t items = 0;
        std::uint64_t unreadable = 0;  // rows that are there, but damaged
        std::uint64_t doubtful = 0;    // items that may belong to another table of the same keys
    };
    /// The order is the file's.
    Read forEachItem(const SalvagedTable& table, From from,
                     const std::function<void(const SalvagedItem&)>& visit);
    /// Whether some of the table's tree is missing.
    bool isTorn(const SalvagedTable& table) const;

    const PageFile& file() const { return m_file; }
    const PageForest& forest() const { return *m_forest; }

  private:
    // A row holds 3,500 bytes of an item at most, its key twice 3 KB, and its numbers.
    static constexpr std::uint64_t kMostRowBytes = 64 * 1024;
    static constexpr std::size_t kSample = 60;  // rows of a page that are looked at to tell whose it is

    struct Object {
        std::string name;
        std::uint32_t root = 0;
        bool isTable = false;  // of rows by number
        bool isFound = false;  // whether its root is a page of its kind
    };
    struct View {
        std::size_t table = 0;  // of m_tables
        std::optional<std::size_t> index;
        std::int32_t rows = PageForest::kNobody;  // their owners
        std::int32_t strays = PageForest::kNobody;
        std::int32_t collections = PageForest::kNobody;
        std::optional<std::vector<std::uint64_t>> hashes;  // of its collections, sorted, once asked for
    };
    struct BodyPlace {
        std::int64_t id = 0;
        std::uint32_t page = 0;
        std::uint32_t cell = 0;
    };

    // salvage.cpp
    void makeSmall();
    void readSchema();
    void addObject(const std::string& name, std::uint32_t root, bool isTable);
    void findInnerTables();
    void readSmallTables();
    std::int32_t ownerOf(const std::string& name) const;
    [[noreturn]] void refuse() const;
    void tell(std::uint64_t done);

    // salvage_definitions.cpp
    void readDefinitions();
    std::string nameInIndex(std::int64_t id);
    bool readTable(std::int64_t id);
    void addIndexes(SalvagedTable& table);

    // salvage_trees.cpp
    std::string nameOf(const View& view) const;
    void claimTree(View& view, std::uint32_t root);
    std::optional<std::uint64_t> statedOf(const View& view);
    void claimTrees();
    void claimByPlace();

    // salvage_rows.cpp
    void findViews();
    std::vector<View*> fittingViews(std::uint32_t page, const PageCells& cells);
    void claimStrays();
    void claimStray(std::uint32_t page, const PageCells& cells);
    bool isMissing(std::int32_t owner) const;
    std::uint64_t knownHashes(View& view, const std::vector<std::uint64_t>& hashes);
    std::optional<KeySchema> guessKeys(std::int64_t table);
    bool readCell(const PageCell& cell, std::uint64_t most, std::uint32_t page);
    bool readItem(const SalvagedTable& table, bool isIndex, SalvagedItem& item, Item* decoded = nullptr);
    bool fitsView(const View& view, SalvagedItem& item);
    void findBodies();
    bool body(std::int64_t id, const std::function<bool(std::string_view)>& take);
    Read forEachItemOf(const SalvagedTable& table, std::int32_t owner, bool isIndex,
                       const std::function<void(const SalvagedItem&)>& visit);

    PageFile m_file;
    ProgressSink m_progress;
    std::stop_token m_stop;
    Database m_small;
    std::unique_ptr<PageForest> m_forest;
    std::vector<Object> m_objects;  // an owner's number is its place
    std::map<std::string, std::int32_t> m_byName;
    std::map<std::string, bool> m_isDamaged;  // small tables with rows that could not be read
    std::vector<SalvagedTable> m_tables;
    std::vector<View> m_views;
    std::vector<bool> m_isDoubtful;  // by page
    std::optional<std::vector<BodyPlace>> m_bodies;
    std::vector<std::string> m_losses;
    std::vector<std::string> m_leftOut;
    std::string m_record;  // the one being read, and its fields
    std::vector<Field> m_fields;
    std::string m_bodyPage;
    std::uint32_t m_bodyPageNumber = 0;
    std::string m_bodyRecord;
};

}  // namespace partita
