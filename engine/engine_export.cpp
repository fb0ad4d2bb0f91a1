// Export: items of tables, indexes, queries and selections, through a redactor, into a sink.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <map>
#include <set>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/interchange/json.h"
#include "engine/table/entity.h"
#include "engine/table/key_values.h"
#include "engine/value/item_bytes.h"

namespace partita {

namespace {

/// The attributes of a view's keys in the order for people: the table's first, then the index's.
std::vector<std::string> keyNames(const TableDefinition& table, const std::optional<std::string>& index) {
    std::vector<std::string> names;
    for (const KeyAttribute& key : table.keys.all())
        names.push_back(key.name);
    if (const KeySchema* keys = index ? table.keysOf(index) : nullptr)
        for (const KeyAttribute& key : keys->all())
            if (std::find(names.begin(), names.end(), key.name) == names.end()) names.push_back(key.name);
    return names;
}

std::vector<Value> keyValuesIn(const std::vector<KeyAttribute>& attributes, const ItemView& item) {
    std::vector<Value> values;
    for (const KeyAttribute& attribute : attributes)
        if (const auto found = item.find(attribute.name))
            if (auto value = found->value()) values.push_back(std::move(value).value());
    return values;
}

/// The table file or one of those that lie beside it while it is open: an export must not take its place.
bool isOwnFile(const std::string& path, const std::string& tableFile) {
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
        std::string own = tableFile;
        own += suffix;
        std::error_code none;
        if (std::filesystem::equivalent(path, own, none)) return true;
    }
    return false;
}

/// One export from beginning to end.
class ExportRun final {
  public:
    ExportRun(const Engine& engine, const ExportOptions& options, const ProgressSink& progress,
              std::stop_token stop)
        : m_engine(engine),
          m_options(options),
          m_progress(progress),
          m_stop(std::move(stop)),
          m_redactor(options.redactions, options.hashKey) {}

    Result<ExportReport> run(const std::string& path) {
        const auto begin = std::chrono::steady_clock::now();
        auto views = wantedViews();
        if (!views) return views.error();
        for (const ViewId& view : *views) {
            const auto table = m_engine.table(view.table);
            if (!table) return table.error();
            if (auto valid = m_redactor.check(**table); !valid) return valid.error();
        }
        if (path != "-" && isOwnFile(path, m_engine.path()))
            return Error::badInput("This is the table file itself. Choose another place.", path);
        m_bytesTotal = bytesToRead(*views);
        auto sink = openSink(path, m_options.sink);
        if (!sink) return sink.error();
        for (const ViewId& view : *views)
            if (auto written = writeView(view, **sink); !written) return ended(written.error());
        if (auto finished = (*sink)->finish(); !finished) return finished.error();
        m_report.bytes = (*sink)->bytesWritten();
        m_report.losses = (*sink)->losses();
        if (writesItems(m_options.sink.format)) addUnmetRedactions();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        m_report.seconds = elapsed.count();
        return std::move(m_report);
    }

  private:
    Result<std::vector<ViewId>> wantedViews() const {
        if (m_options.query) return std::vector<ViewId>{{m_options.query->table, m_options.query->index}};
        if (m_options.scan) return std::vector<ViewId>{{m_options.scan->table, m_options.scan->index}};
        std::vector<ViewId> all = m_options.views;
        if (all.empty())
            for (const std::string& name : m_engine.tableNames())
                all.push_back({name, {}});
        if (all.empty()) return Error::badInput("There is no table in this file.", m_engine.path());
        if (m_options.items) all.resize(1);  // a selection is of one table
        return all;
    }

    Result<ExportReport> ended(const Error& error) {
        if (error.code != ErrorCode::Cancelled) return error;
        m_report = {};
        m_report.cancelled = true;
        return std::move(m_report);
    }

    Result<void> writeView(const ViewId& view, ItemSink& sink) {
        const auto table = m_engine.table(view.table);
        if (!table) return table.error();
        const auto order = m_engine.attributeOrder(view.table);
        if (!order) return order.error();
        SinkTable described;
        described.definition = **table;
        described.index = view.index;
        if (auto source = m_engine.tableSource(view.table)) {
            described.entities = std::move(source->entities);
            described.extra = std::move(source->extra);
        }
        m_table = table->get();
        m_order = order->get();
        m_keyNames = keyNames(**table, view.index);
        m_firstNames.clear();
        if (!writesItems(m_options.sink.format)) return sink.begin(described);
        if (needsColumns(m_options.sink.format)) {
            Columns columns;
            if (auto read = forEachItem(view, [&](std::string_view bytes) { return columns.add(bytes); });
                !read)
                return read;
            described.columns = columns.inOrder(m_keyNames);
        }
        if (auto begun = sink.begin(described); !begun) return begun;
        return forEachItem(view, [&](std::string_view bytes) -> Result<void> {
            auto written = sink.item(bytes, firstNames(bytes));
            if (written) ++m_report.items;
            return written;
        });
    }

    /// A wrong letter in a name would let out, unnoticed, what was to be hidden.
    void addUnmetRedactions() {
        for (const Redaction& redaction : m_options.redactions) {
            if (m_redacted.contains(redaction.attribute)) continue;
            std::string sentence = "No item has an attribute ";
            sentence += jsonString(redaction.attribute);
            sentence += ": nothing was hidden under that name.";
            m_report.losses.push_back(std::move(sentence));
        }
    }

    /// Over all passes; 0 where nobody knows (a Query) or it takes no time (a selection, a schema).
    std::uint64_t bytesToRead(const std::vector<ViewId>& views) const {
        if (m_options.items || m_options.query || !writesItems(m_options.sink.format)) return 0;
        if (m_options.scan && m_options.scan->options.startKey) return 0;
        std::uint64_t bytes = 0;
        for (const ViewId& view : views)
            if (const auto statistics = m_engine.statistics(view)) bytes += statistics->bytes;
        return needsColumns(m_options.sink.format) ? 2 * bytes : bytes;
    }

    /// What is written meanwhile changes how much there is to read: never more than all of it is told.
    void tellProgress(std::uint64_t bytesRead) {
        m_bytesRead += bytesRead;
        const std::uint64_t done = m_bytesTotal > 0 ? std::min(m_bytesRead, m_bytesTotal) : m_bytesRead;
        if (m_progress) m_progress({Progress::Phase::Writing, done, m_bytesTotal, m_report.items});
    }

    /// Which attributes there are, and of which types.
    class Columns final {
      public:
        Result<void> add(std::string_view bytes) {
            const bool isWhole = ItemView(bytes).forEach([&](std::string_view name, const ValueView& value) {
                auto found = m_types.find(name);
                if (found == m_types.end()) {
                    found = m_types.emplace(std::string(name), std::set<std::string>()).first;
                    m_names.emplace_back(name);
                }
                found->second.insert(std::string(typeName(value.type())));
            });
            if (isWhole) return {};
            return Error::file(ErrorCode::DamagedFile, "The stored bytes of an item are damaged.", {});
        }
        /// Keys first, then by first appearance.
        std::vector<SinkTable::Column> inOrder(const std::vector<std::string>& keys) const {
            std::vector<SinkTable::Column> columns;
            const auto append = [&](const std::string& name) {
                const auto found = m_types.find(name);
                if (found != m_types.end())
                    columns.push_back({name, {found->second.begin(), found->second.end()}});
            };
            for (const std::string& name : keys)
                append(name);
            for (const std::string& name : m_names)
                if (std::find(keys.begin(), keys.end(), name) == keys.end()) append(name);
            return columns;
        }

      private:
        std::map<std::string, std::set<std::string>, std::less<>> m_types;
        std::vector<std::string> m_names;
    };

    std::string entityOfItem(std::string_view bytes) const {
        const ItemView item(bytes);
        return entityOf(keyValuesIn(m_table->keys.partition, item), keyValuesIn(m_table->keys.sort, item));
    }

    /// Keys, then the entity's attributes as people first wrote them.
    const std::vector<std::string>& firstNames(std::string_view bytes) {
        const std::string entity = entityOfItem(bytes);
        const auto known = m_firstNames.find(entity);
        if (known != m_firstNames.end()) return known->second;
        std::vector<std::string> names = m_keyNames;
        for (const std::string& name : m_order->namesOf(entity))
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        if (m_firstNames.size() >= AttributeOrder::kEntities) m_firstNames.clear();
        return m_firstNames.emplace(entity, std::move(names)).first->second;
    }

    using Visit = std::function<Result<void>(std::string_view)>;

    Result<void> forEachItem(const ViewId& view, const Visit& visit) {
        if (m_options.items) {
            for (const Item& item : *m_options.items)
                if (auto done = take(itemBytes(item), visit); !done) return done;
            return {};
        }
        if (m_options.query) {
            QueryRequest request = *m_options.query;
            request.options.limit.reset();
            return forEachPage(request.options, visit,
                               [&] { return m_engine.query(request, Metering::Off, m_stop); });
        }
        ScanRequest request;
        if (m_options.scan) {
            request = *m_options.scan;
            request.options.limit.reset();
        } else {
            request.table = view.table;
            request.index = view.index;
            request.options.consistent = !view.index;
        }
        return forEachPage(request.options, visit,
                           [&] { return m_engine.scan(request, Metering::Off, m_stop); });
    }

    /// The next page is read while the one before is written.
    template <class ReadPage>
    Result<void> forEachPage(ReadOptions& options, const Visit& visit, const ReadPage& readPage) {
        // One read at a time: `options` changes only between two.
        std::future<Result<PageResponse>> reading = std::async(std::launch::async, readPage);
        while (reading.valid()) {
            if (m_stop.stop_requested()) return Error::cancelled();
            const Result<PageResponse> page = reading.get();
            if (!page) return page.error();
            if (page->lastEvaluatedKey) {
                options.startKey = page->lastEvaluatedKey;
                reading = std::async(std::launch::async, readPage);
            }
            for (std::size_t i = 0; i < page->items.size(); ++i)
                if (auto done = take(page->items.bytesOf(i), visit); !done) return done;
            tellProgress(page->bytesRead);
        }
        return {};
    }

    Result<void> take(std::string_view bytes, const Visit& visit) {
        if (m_options.entity && entityOfItem(bytes) != *m_options.entity) return {};
        if (m_redactor.isEmpty()) return visit(bytes);
        auto item = itemFromBytes(bytes);
        if (!item) return item.error();
        for (const Redaction& redaction : m_options.redactions)
            if (item->find(redaction.attribute)) m_redacted.insert(redaction.attribute);
        m_redactor.apply(*item);
        return visit(itemBytes(*item));
    }

    const Engine& m_engine;
    const ExportOptions& m_options;
    const ProgressSink& m_progress;
    std::stop_token m_stop;
    Redactor m_redactor;
    ExportReport m_report;
    std::set<std::string> m_redacted;  // attributes that were met
    std::uint64_t m_bytesRead = 0;     // of the table, as the service counts it, in all passes
    std::uint64_t m_bytesTotal = 0;
    const TableDefinition* m_table = nullptr;  // at hand
    const AttributeOrder* m_order = nullptr;
    std::vector<std::string> m_keyNames;
    std::map<std::string, std::vector<std::string>> m_firstNames;  // by entity
};

}  // namespace

Result<ExportReport> Engine::exportItems(const std::string& path, const ExportOptions& options,
                                         const ProgressSink& progress, std::stop_token stop) const {
    return ExportRun(*this, options, progress, std::move(stop)).run(path);
}

Result<TableSource> Engine::tableSource(const std::string& table) const {
    const auto stored = m_state->table(table);
    if (!stored) return stored.error();
    return guarded([&]() -> Result<TableSource> {
        TableSource source;
        if (m_state->file->catalogue()->format() < kFormatWithSources) return source;
        const TableFile::Reader reader = m_state->file->reader();
        StoredSource kept = sourceOf(*reader, (*stored)->id);
        source.extra = std::move(kept.extra);
        for (StoredSource::Entity& entity : kept.entities)
            source.entities.push_back(
                {std::move(entity.name), std::move(entity.keyTemplates), std::move(entity.attributes)});
        return source;
    });
}

}  // namespace partita
