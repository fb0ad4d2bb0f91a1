// What a document for people shows of a table: the entities with the patterns of their keys, and the first
// item collections as designers draw them. Holds what is shown and counts the rest, so that its size does not
// depend on the number of items. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/write/document_key_pattern.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/result.h"
#include "engine/value/item_bytes.h"

namespace partita {

/// How much is shown: about two printed pages a table.
struct DocumentLimits {
    std::size_t collections = 20;
    std::size_t itemsOfCollection = 10;
    std::size_t attributesOfItem = 12;
    std::size_t charactersOfValue = 60;
    std::size_t entities = 60;
    std::size_t attributesOfEntity = 60;
};

struct DocumentEntity {
    struct Attribute {
        std::string name;
        std::set<std::string> types;  // of the service; empty: declared, and in no item
    };
    std::string name;                              // empty: items whose keys name no entity
    std::map<std::string, std::string> templates;  // as declared, by key attribute
    std::map<std::string, KeyPattern> patterns;    // as found, by key attribute
    std::uint64_t items = 0;
    std::vector<Attribute> attributes;
    bool hasMoreAttributes = false;

    /// What is declared, else what was found; empty: nothing.
    std::string patternOf(const std::string& keyAttribute) const;
};

struct DocumentItem {
    struct Cell {
        std::string name;
        std::string text;  // on one line, cut
    };
    std::size_t entity = 0;  // a place in DocumentOutline::entities()
    std::string sortKey;
    std::vector<Cell> cells;  // without the keys of the table
    std::size_t moreCells = 0;
};

struct DocumentCollection {
    std::string partitionKey;
    std::vector<DocumentItem> shown;
    std::uint64_t items = 0;
};

class DocumentOutline final {
  public:
    explicit DocumentOutline(const SinkTable& table, const DocumentLimits& limits = {});

    /// As they come to an ItemSink. Fails (DamagedFile) on bytes that are no item.
    Result<void> add(std::string_view bytes, const std::vector<std::string>& firstNames);

    const TableDefinition& table() const { return m_table; }
    /// Whose items are shown; nothing: the table's own.
    const std::optional<std::string>& index() const { return m_index; }
    /// The keys that group and order them.
    const KeySchema& shownKeys() const { return *m_table.keysOf(m_index); }
    /// Key attributes of the table, then of its indexes, each once.
    const std::vector<std::string>& keyNames() const { return m_keyNames; }
    /// Those that are declared first, then in order of appearance.
    const std::vector<DocumentEntity>& entities() const { return m_entities; }
    const std::vector<DocumentCollection>& collections() const { return m_collections; }
    std::uint64_t items() const { return m_items; }
    std::uint64_t collectionCount() const { return m_collectionCount; }
    /// Sentences: what is not shown, with counts.
    std::vector<std::string> losses() const;

  private:
    std::size_t entityOfItem(const ItemView& item);
    void describe(DocumentEntity& entity, const ItemView& item) const;
    DocumentItem shownItem(const ItemView& item, std::size_t entity,
                           const std::vector<std::string>& firstNames);
    std::string cut(const ValueView& value);
    std::string keyText(const std::vector<KeyAttribute>& attributes, const ItemView& item);

    const TableDefinition m_table;
    const std::optional<std::string> m_index;
    const DocumentLimits m_limits;
    std::vector<std::string> m_keyNames;  // of the table and its indexes
    std::vector<DocumentEntity> m_entities;
    std::size_t m_declared = 0;                         // so many of them are declared
    std::map<std::string, std::size_t> m_entityPlaces;  // by name
    std::vector<DocumentCollection> m_collections;
    std::string m_partition;  // of the item before
    bool m_isShown = false;   // the collection of the item before
    std::uint64_t m_items = 0;
    std::uint64_t m_shownItems = 0;
    std::uint64_t m_collectionCount = 0;
    std::uint64_t m_cutValues = 0;
    std::uint64_t m_hiddenAttributes = 0;
    std::uint64_t m_itemsOfOtherEntities = 0;
};

}  // namespace partita
