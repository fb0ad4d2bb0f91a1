#include "model/block_table_source.h"

#include <cassert>

#include "model/session.h"

namespace partita {
namespace {

class EngineBlockReader final : public BlockReader {
  public:
    EngineBlockReader(std::shared_ptr<Engine> engine, ViewId view, KeySchema viewKeys, KeySchema tableKeys)
        : m_engine(std::move(engine)),
          m_view(std::move(view)),
          m_viewKeys(std::move(viewKeys)),
          m_tableKeys(std::move(tableKeys)) {}

    Result<ViewStatistics> statistics() const override { return m_engine->statistics(m_view); }
    Result<std::vector<BlockSummaryPtr>> firstCollections(CollectionOrderBy by,
                                                          std::size_t most) const override {
        return shown(m_engine->firstCollections(m_view, by, most));
    }
    Result<std::shared_ptr<const CollectionOrder>> order(CollectionOrderBy by,
                                                         std::stop_token stop) const override {
        return m_engine->collectionOrder(m_view, by, stop);
    }
    Result<std::vector<BlockSummaryPtr>> collections(const std::vector<CollectionId>& ids) const override {
        return shown(m_engine->collections(m_view, ids));
    }
    Result<std::vector<BlockItemPtr>> items(CollectionId collection, std::uint64_t first,
                                            std::size_t most) const override {
        auto window = m_engine->items(m_view, collection, first, most);
        if (!window) return window.error();
        // A table whose order can't be read shows its attributes by name.
        const auto order = m_engine->attributeOrder(m_view.table);
        std::vector<BlockItemPtr> items;
        items.reserve(window->items.size());
        for (BrowsedItem& item : window->items)
            items.push_back(
                makeBlockItem(m_viewKeys, m_tableKeys, std::move(item), order ? order->get() : nullptr));
        return items;
    }
    Result<KeyPlace> find(const std::vector<Value>& partition,
                          const std::vector<Value>& sort) const override {
        return m_engine->find(m_view, partition, sort);
    }
    Result<std::optional<std::vector<Value>>> firstWithPrefix(const QString& prefix) const override {
        auto keys = m_engine->completePartition(m_view, prefix.toStdString(), 1);
        if (!keys) return keys.error();
        return keys->empty() ? std::nullopt : std::optional(std::move(keys->front()));
    }

  private:
    static Result<std::vector<BlockSummaryPtr>> shown(Result<std::vector<CollectionSummary>> summaries) {
        if (!summaries) return summaries.error();
        std::vector<BlockSummaryPtr> shown;
        shown.reserve(summaries->size());
        for (CollectionSummary& summary : *summaries)
            shown.push_back(makeBlockSummary(std::move(summary)));
        return shown;
    }
    std::shared_ptr<Engine> m_engine;
    ViewId m_view;
    KeySchema m_viewKeys;
    KeySchema m_tableKeys;
};

}  // namespace

TableBlockSource::TableBlockSource(Session* session, ViewId view, QObject* parent)
    : BlockSource(parent), m_session(session), m_view(std::move(view)) {
    const auto definition = session->definition(QString::fromStdString(m_view.table));
    assert(definition && definition->keysOf(m_view.index));
    m_tableKeys = definition->keys;
    m_viewKeys = *definition->keysOf(m_view.index);
    m_reader = std::make_shared<EngineBlockReader>(session->engine(), m_view, m_viewKeys, m_tableKeys);
    connect(session, &Session::itemsChanged, this, [this](const QString& table) {
        if (table.toStdString() == m_view.table) emit changed();
    });
}

Job TableBlockSource::start(QObject* context, Work work, Done done) {
    return m_session->run<void>(
        context,
        [reader = m_reader, work = std::move(work)](Engine&, std::stop_token stop) {
            return work(*reader, stop);
        },
        std::move(done));
}

}  // namespace partita
