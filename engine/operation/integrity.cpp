#include "engine/operation/integrity.h"

#include "engine/operation/index_entry.h"
#include "engine/storage/collection_store.h"
#include "engine/storage/row_reader.h"
#include "engine/storage/storage_error.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

constexpr std::size_t kMostFindings = 50;
constexpr std::uint64_t kRowsPerReport = 10'000;

/// Figures of a damaged file may be anything: their sum wraps and then disagrees with what is written.
void addTo(std::int64_t& sum, std::int64_t figure) {
    sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(figure));
}

class Checker final {
  public:
    Checker(Database& database, const ProgressSink& progress, std::stop_token stop)
        : m_database(database), m_progress(progress), m_stop(std::move(stop)) {}

    std::vector<std::string> run(const Catalogue& catalogue) {
        Transaction snapshot(m_database, Transaction::Kind::Read);
        {
            Execution check = m_database.prepare("PRAGMA integrity_check(20)");
            while (check.step())
                if (check.text(0) != "ok") found(std::string(check.text(0)));
        }
        for (const auto& table : catalogue.tables()) {
            checkView(*table, table->view, nullptr);
            for (std::size_t i = 0; i < table->indexViews.size(); ++i)
                checkView(*table, table->indexViews[i], &table->definition.indexes[i]);
        }
        return m_findings;
    }

  private:
    void found(std::string finding) {
        if (m_findings.size() < kMostFindings) m_findings.push_back(std::move(finding));
    }

    static std::string nameOf(const StoredTable& table, const IndexDefinition* index) {
        return index ? "index " + index->name + " of table " + table.definition.name
                     : "table " + table.definition.name;
    }

    void checkView(const StoredTable& table, const ViewTables& view, const IndexDefinition* index) {
        const std::string name = nameOf(table, index);
        const CollectionStore store(m_database, view);
        ViewTotals counted;
        StoredCollection current;
        const auto closeCollection = [&] {
            if (current.items == 0) return;
            ++counted.collections;
            counted.items += current.items;
            addTo(counted.bytes, current.bytes);
            checkCollection(name, view, store, current);
        };
        std::vector<std::uint64_t> entriesOfItems(table.indexViews.size(), 0);
        RowCursor cursor = RowReader(m_database, view).scan(0, ~0ULL, std::nullopt);
        while (const Row* row = cursor.next()) {
            if (++m_rows % kRowsPerReport == 0) {
                if (m_stop.stop_requested()) throw StorageError(Error::cancelled());
                if (m_progress) m_progress({Progress::Phase::Reading, 0, 0, m_rows});
            }
            if (row->key.partition != current.partition || row->key.hash != current.hash) {
                closeCollection();
                current = {0, std::string(row->key.partition), row->key.hash, 0, 0, false};
                if (partitionHash(current.partition) != current.hash)
                    found("In " + name + ", a partition key is filed under another key's hash.");
            }
            ++current.items;
            addTo(current.bytes, static_cast<std::int64_t>(row->size));
            checkRow(name, table, index, *row, entriesOfItems);
        }
        closeCollection();
        const ViewTotals stored = store.totals();
        if (stored.items != counted.items || stored.bytes != counted.bytes ||
            stored.collections != counted.collections)
            found("The totals of " + name + " say " + std::to_string(stored.items) + " items in " +
                  std::to_string(stored.collections) + " collections, but there are " +
                  std::to_string(counted.items) + " in " + std::to_string(counted.collections) + ".");
        const std::int64_t collections = m_database.integer("SELECT count(*) FROM " + view.collections());
        if (collections != counted.collections)
            found("There are " + std::to_string(collections) + " collection entries of " + name + " for " +
                  std::to_string(counted.collections) + " collections.");
        if (!index)
            for (std::size_t i = 0; i < table.indexViews.size(); ++i) {
                if (table.indexStates[i].status == TableStatus::Creating) continue;
                const auto entries = CollectionStore(m_database, table.indexViews[i]).totals().items;
                if (static_cast<std::uint64_t>(entries) != entriesOfItems[i])
                    found(nameOf(table, &table.definition.indexes[i]) + " has " + std::to_string(entries) +
                          " entries, but the items make " + std::to_string(entriesOfItems[i]) + ".");
            }
    }

    void checkRow(const std::string& name, const StoredTable& table, const IndexDefinition* index,
                  const Row& row, std::vector<std::uint64_t>& entriesOfItems) {
        const auto item = itemFromBytes(row.bytes);
        if (!item) {
            found("An item in " + name + " can't be read.");
            return;
        }
        if (sizeOf(*item) != row.size)
            found("An item in " + name + " has another size than is written beside it.");
        if (index) {
            const auto key = indexKey(*index, ItemView(row.bytes));
            if (!key || key->partition != row.key.partition || key->sort != row.key.sort)
                found("An entry in " + name + " stands under another key than its own.");
            return;
        }
        const auto key = tableKey(table.definition.keys, *item);
        if (!key || key->partition != row.key.partition || key->sort != row.key.sort) {
            found("An item in " + name + " stands under another key than its own.");
            return;
        }
        for (std::size_t i = 0; i < table.indexViews.size(); ++i) {
            const auto entry = indexEntry(table.definition, table.definition.indexes[i], row.bytes, row.size);
            if (!entry) continue;
            ++entriesOfItems[i];
            RowCursor stored = RowReader(m_database, table.indexViews[i]).one(entry->rowKey(*key));
            const Row* there = stored.next();
            if (!there && table.indexStates[i].status == TableStatus::Creating) continue;
            if (!there || there->bytes != entry->bytes)
                found("An item in " + name + " is missing from its index " +
                      table.definition.indexes[i].name + ", or stands there with other attributes.");
        }
    }

    void checkCollection(const std::string& name, const ViewTables& view, const CollectionStore& store,
                         const StoredCollection& counted) {
        const auto stored = store.byKey(counted.partition);
        if (!stored) {
            found("A collection of " + name + " has no entry.");
            return;
        }
        if (stored->items != counted.items || stored->bytes != counted.bytes || stored->hash != counted.hash)
            found("A collection of " + name + " is said to have " + std::to_string(stored->items) +
                  " items, but has " + std::to_string(counted.items) + ".");
        if (!stored->marked) {
            if (stored->items > kMarkedFrom) found("A large collection of " + name + " has no marks.");
            return;
        }
        std::int64_t inMarks = 0;
        Execution mark = m_database.prepare(view.sql->marksOf);
        mark.bind(1, stored->id);
        while (mark.step())
            addTo(inMarks, mark.integer(3));
        if (inMarks != counted.items)
            found("The marks of a collection of " + name + " count " + std::to_string(inMarks) +
                  " items of " + std::to_string(counted.items) + ".");
    }

    Database& m_database;
    const ProgressSink& m_progress;
    std::stop_token m_stop;
    std::uint64_t m_rows = 0;
    std::vector<std::string> m_findings;
};

}  // namespace

std::vector<std::string> checkIntegrity(Database& database, const Catalogue& catalogue,
                                        const ProgressSink& progress, std::stop_token stop) {
    return Checker(database, progress, std::move(stop)).run(catalogue);
}

}  // namespace partita
