// What an import would do, shown before it does anything: the first records, read as the import would read
// them.
#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/import_reader.h"
#include "engine/interchange/read/open_source.h"
#include "engine/table/schema_guess.h"

namespace partita {

namespace {

constexpr std::size_t kPreviewBytes = 8 * 1024 * 1024;
constexpr std::size_t kMostProblems = 1000;

/// "Orders" of "exports/Orders.json"; what a table name can't hold becomes '-'.
std::string nameFromPath(const SourceLocation& location) {
    std::string name = location.paths.empty()
                           ? std::string()
                           : std::filesystem::path(location.paths.front()).filename().string();
    name = name.substr(0, name.find('.'));
    for (char& c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
              c == '-'))
            c = '-';
    constexpr std::size_t kShortestName = 3;
    return name.size() < kShortestName ? "Imported" : name;
}

/// A record whose text is kept.
struct KeptRecord {
    SourceRecord record;
    std::string text;

    SourceRecord whole() const {
        SourceRecord same = record;
        same.text = text;
        return same;
    }
};

class Preview final {
  public:
    Preview(SourceReader& source, const Catalogue& catalogue, const ImportOptions& options)
        : m_source(source), m_catalogue(catalogue), m_options(options) {}

    Result<void> read(std::stop_token stop) {
        std::size_t bytes = 0;
        while (m_records.size() < kPreviewRecords && bytes < kPreviewBytes) {
            if (stop.stop_requested()) return Error::cancelled();
            auto record = m_source.next();
            if (!record) {
                // What came before it can be shown.
                if (m_records.empty()) return record.error();
                note(0, record.error().text());
                break;
            }
            if (!*record) {
                preview.isWhole = true;
                break;
            }
            m_records.push_back({**record, std::string((*record)->text)});
            bytes += m_records.back().text.size();
        }
        return {};
    }

    /// Of each table the schema and the table of the file that fits.
    void describe(const SourceLocation& location) {
        preview.detection = m_source.detection();
        for (const SourceTable& table : m_source.tables()) {
            ImportPreview::Table& shown = preview.tables.emplace_back();
            shown.source = table;
            shown.schema = table.schema;
        }
        for (std::size_t i = 0; i < preview.tables.size(); ++i) {
            ImportPreview::Table& shown = preview.tables[i];
            if (!shown.schema) {
                shown.schema = guess(static_cast<std::uint32_t>(i));
                shown.isGuess = shown.schema.has_value();
            }
            if (shown.schema && shown.schema->name.empty())
                shown.schema->name = shown.source.name.empty() ? nameFromPath(location) : shown.source.name;
            shown.target = targetOf(shown);
        }
        preview.notes = m_source.notes();
    }

    void look(Database& reader) {
        for (const KeptRecord& kept : m_records) {
            ImportPreview::Table& shown = preview.tables[kept.record.table];
            ++shown.looked;
            const auto target = m_catalogue.find(shown.target);
            const TableDefinition* const made = toBeMade(shown);
            if (!target && !made) {
                show(kept, {}, shown);
                continue;
            }
            const TableDefinition& definition = target ? target->definition : *made;
            auto decoded = decode(kept, definition.keys);
            if (!decoded) {
                refuse(kept, shown, decoded.error().text());
                continue;
            }
            for (const std::string& repair : decoded->repairs)
                problem(ImportProblem::Kind::Repaired, kept, shown, repair);
            if (decoded->action == DecodedRecord::Action::Delete) {
                ++shown.deleted;
                continue;
            }
            auto prepared = prepareItem(definition, decoded->item);
            if (!prepared) {
                refuse(kept, shown, prepared.error().text());
                continue;
            }
            take(reader, target.get(), kept.record, *prepared, std::move(decoded->item), shown);
        }
    }

    ImportPreview preview;

  private:
    Result<DecodedRecord> decode(const KeptRecord& kept, const KeySchema& keys) const {
        if (kept.record.tooLong)
            return Error::badInput("The record is longer than 16 MiB; an item has at most 400 KB.");
        if (!kept.record.complete)
            return Error::badInput("The record is cut off: the text ends before its closing bracket.");
        return m_source.decode(kept.whole(), keys, true);
    }

    std::optional<TableDefinition> guess(std::uint32_t table) const {
        std::vector<Item> items;
        std::vector<std::string> names;
        for (const KeptRecord& kept : m_records) {
            if (kept.record.table != table) continue;
            auto decoded = decode(kept, {});
            if (!decoded) continue;
            const bool isRemoval = decoded->action == DecodedRecord::Action::Delete;
            if (isRemoval || decoded->key) {
                const Item& key = isRemoval ? decoded->item : *decoded->key;
                if (auto keys = keysFromKey(key, decoded->names)) return made(std::move(*keys));
                if (isRemoval) continue;
            }
            for (const std::string& name : decoded->names)
                if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
            items.push_back(std::move(decoded->item));
        }
        auto keys = guessKeys(items, names);
        if (!keys) return std::nullopt;
        return made(std::move(*keys));
    }

    static TableDefinition made(KeySchema keys) {
        TableDefinition definition;
        definition.keys = std::move(keys);
        return definition;
    }

    /// How the table would be made that the items go to; null: nothing is known of its keys.
    const TableDefinition* toBeMade(const ImportPreview::Table& shown) const {
        for (const ImportTarget& target : m_options.targets)
            if (target.sourceTable == shown.source.name && target.create) return &*target.create;
        return shown.schema ? &*shown.schema : nullptr;
    }

    std::string targetOf(const ImportPreview::Table& shown) const {
        for (const ImportTarget& target : m_options.targets)
            if (target.sourceTable == shown.source.name) return target.table;
        if (!m_options.table.empty()) return m_options.table;
        if (const auto named = m_catalogue.find(shown.source.name)) return named->definition.name;
        std::string fits;
        for (const auto& table : m_catalogue.tables()) {
            const bool same = shown.schema && table->definition.keys == shown.schema->keys;
            if (same && !fits.empty()) return {};  // more than one: the person must say which
            if (same) fits = table->definition.name;
        }
        return fits;
    }

    using Count = std::uint64_t ImportPreview::Table::*;

    /// Counts the item, and shows it; of one key the record that the import would keep.
    void take(Database& reader, const StoredTable* target, const SourceRecord& record,
              const PreparedItem& prepared, Item item, ImportPreview::Table& shown) {
        const auto [place, isFirst] = m_seen[record.table].try_emplace(prepared.key);
        Seen& seen = place->second;
        if (!isFirst) {
            ++shown.duplicate;
            if (record.order < seen.order) return;
            --(shown.*seen.count);
        }
        seen.order = record.order;
        seen.count = countOf(reader, target, prepared);
        ++(shown.*seen.count);
        if (isFirst && shown.items.size() < kPreviewItems) {
            seen.item = shown.items.size();
            shown.items.push_back(std::move(item));
        } else if (seen.item) {
            shown.items[*seen.item] = std::move(item);
        }
    }

    static Count countOf(Database& reader, const StoredTable* target, const PreparedItem& item) {
        if (!target) return &ImportPreview::Table::fresh;
        RowCursor cursor = RowReader(reader, target->view).one(item.rowKey());
        const Row* const row = cursor.next();
        if (!row) return &ImportPreview::Table::fresh;
        return row->bytes == item.bytes ? &ImportPreview::Table::unchanged : &ImportPreview::Table::replaced;
    }

    /// An item that no table fits yet.
    void show(const KeptRecord& kept, const KeySchema& keys, ImportPreview::Table& shown) {
        auto decoded = decode(kept, keys);
        if (!decoded) {
            refuse(kept, shown, decoded.error().text());
        } else if (shown.items.size() < kPreviewItems) {
            shown.items.push_back(std::move(decoded->item));
        }
    }

    void refuse(const KeptRecord& kept, ImportPreview::Table& shown, std::string reason) {
        ++shown.refused;
        problem(ImportProblem::Kind::Refused, kept, shown, std::move(reason));
    }

    void problem(ImportProblem::Kind kind, const KeptRecord& kept, const ImportPreview::Table& shown,
                 std::string reason) {
        if (preview.problems.size() >= kMostProblems) return;
        ImportProblem made;
        made.kind = kind;
        made.line = kept.record.line;
        made.reason = std::move(reason);
        made.excerpt = excerptOf(kept.text);
        if (m_source.files().size() > 1 && kept.record.file < m_source.files().size())
            made.file = m_source.files()[kept.record.file];
        if (m_source.tables().size() > 1) made.table = shown.source.name;
        preview.problems.push_back(std::move(made));
    }

    void note(std::uint64_t line, std::string text) {
        ImportProblem made;
        made.kind = ImportProblem::Kind::Note;
        made.line = line;
        made.reason = std::move(text);
        preview.problems.push_back(std::move(made));
    }

    SourceReader& m_source;
    const Catalogue& m_catalogue;
    const ImportOptions& m_options;
    std::vector<KeptRecord> m_records;
    /// Of a key: the record that counts.
    struct Seen {
        std::uint64_t order = 0;
        Count count = nullptr;
        std::optional<std::size_t> item;  // of ImportPreview::Table::items
    };
    std::map<std::uint32_t, std::map<KeyBytes, Seen>> m_seen;  // by table of the source
};

}  // namespace

Result<ImportPreview> Engine::previewImport(const SourceLocation& location, const ImportOptions& options,
                                            std::stop_token stop) const {
    auto source = openSource(location, options.source);
    if (!source) return source.error();
    const auto catalogue = m_state->file->catalogue();
    return guarded([&]() -> Result<ImportPreview> {
        Preview looking(**source, *catalogue, options);
        if (auto read = looking.read(stop); !read) return read.error();
        looking.describe(location);
        const TableFile::Reader reader = m_state->file->reader();
        const Transaction snapshot(*reader, Transaction::Kind::Read);
        looking.look(*reader);
        return std::move(looking.preview);
    });
}

}  // namespace partita
