// The blocks of a table, an index or a result as a list of lines: an item is a line, a collapsed collection
// is one line. Knows how many lines there are at once, loads what is wanted off the GUI thread, and keeps its
// place by key, not by row, when items change. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <array>
#include <functional>
#include <optional>
#include <unordered_set>

#include "model/block_attributes.h"
#include "model/block_loader.h"
#include "model/block_rows.h"
#include "model/block_source.h"
#include "model/roles.h"

namespace partita {

/// One line, for those who paint it.
struct BlockLine {
    enum class Kind { SingleItem, Collapsed };
    Kind kind = Kind::SingleItem;
    bool known = false;  // its collection is known; otherwise only the line's place is
    CollectionId collection = 0;
    std::size_t position = 0;  // of the collection in the order
    std::uint64_t index = 0;   // of the item in its collection
    std::uint64_t items = 0;   // of the collection
    int firstRow = 0;          // of the block
    int lastRow = 0;
};

class BlockModel final : public QAbstractListModel {
    Q_OBJECT
  public:
    enum class State {
        None,     // no source
        Opening,  // nothing is known yet
        Ready,
        Failed,  // nothing can be shown: see errorText()
    };
    /// Rows that are followed by key when the rows change.
    enum class Place { Top, Current };

    explicit BlockModel(QObject* parent = nullptr);
    ~BlockModel() override;

    /// Not owned, must outlive the model or be replaced before it goes. Null: nothing to show.
    void setSource(BlockSource* source);
    BlockSource* source() const { return m_source; }

    State state() const { return m_state; }
    QString errorText() const { return m_errorText; }
    ViewStatistics statistics() const { return m_statistics; }
    /// Whether the order of all collections is there, and not only its beginning.
    bool isOrderComplete() const { return m_state == State::Ready && m_rows.isComplete(); }

    CollectionOrderBy orderBy() const { return m_orderBy; }
    void setOrderBy(CollectionOrderBy by);
    /// Reads the order anew; changes of items do it by themselves.
    void refresh();
    /// Tries again what failed.
    void retry();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    // For painting: the same as data(), typed and fast. A row must be in [0, rowCount()).
    BlockLine line(int row) const;
    BlockItemPtr item(int row) const;  // null while it loads and on a collapsed block
    BlockSummaryPtr summary(const BlockLine& line) const;
    LoadState loadState(int row) const;
    QString rowErrorText(int row) const;
    /// Attribute names of an entity in the order to show them.
    const QStringList& attributesOf(const QString& entity) const { return m_attributes.namesOf(entity); }
    /// What is on the screen: loads it, a little around it, and nothing else.
    void want(int firstRow, int lastRow);

    // Collapsing.
    void setCollapsed(int row, bool collapsed);
    void setAllCollapsed(bool collapsed);
    bool areAllCollapsed() const { return m_rows.allCollapsed(); }

    /// A place is kept by the key of its item. -1: none. After a reset, ask where it is now.
    void setPlace(Place place, int row);
    int place(Place place) const;

    // Jumps answer with keyFound or keyMissing, perhaps later.
    void goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort = {});
    /// The first block whose partition key begins with that text.
    void goToPrefix(const QString& prefix);
    /// The first block of the `partition`th of `count` equal hash ranges; orders by hash.
    void goToPartition(std::uint32_t partition, std::uint32_t count);

  signals:
    void stateChanged();
    void statisticsChanged();
    void orderByChanged();
    /// New items came in: what measures columns wants to see them. dataChanged() follows.
    void itemsLoaded(const std::vector<partita::BlockItemPtr>& items);
    void keyFound(int row, bool exact);
    void keyMissing(const QString& message);

  private:
    struct Anchor {
        int row = -1;
        bool known = false;
        CollectionId collection = 0;
        std::size_t position = 0;
        std::uint64_t index = 0;
        bool collapsed = false;
        std::vector<Value> partition, sort;  // empty while the item is not loaded
    };
    struct Opening;
    struct Fresh;
    struct Jump;

    void open();
    void takeOpening(Result<Opening> opening);
    void readOrder();
    void takeOrder(Result<Fresh> fresh);
    void fail(const Error& error);
    void setState(State state, const QString& errorText = {});
    void setStatistics(const ViewStatistics& statistics);
    void resetRows(BlockRows rows, const std::unordered_map<CollectionId, std::size_t>& positions);
    int rowOf(const Anchor& anchor, const Fresh& fresh, std::size_t which) const;
    void fillAnchor(Anchor& anchor);
    void takeItems(const std::vector<BlockItemPtr>& items);
    void emitAllChanged();
    void jump(std::function<Result<Jump>(const BlockReader&, const CollectionOrder&)> find);
    void runJump();
    void takeJump(Result<Jump> jump);
    int clampedRow(std::uint64_t row) const;

    QPointer<BlockSource> m_source;
    BlockLoader m_loader;
    BlockAttributes m_attributes;
    BlockRows m_rows;
    ViewStatistics m_statistics;
    State m_state = State::None;
    QString m_errorText;
    CollectionOrderBy m_orderBy = CollectionOrderBy::Key;
    std::unordered_set<CollectionId> m_exceptions;  // collapsed, or, when all are collapsed, not
    std::array<Anchor, 2> m_places;
    Job m_orderJob;
    Job m_jumpJob;
    std::function<Result<Jump>(const BlockReader&, const CollectionOrder&)> m_pendingJump;
    QTimer m_refreshTimer;
    QElapsedTimer m_sinceRefresh;
    bool m_refreshAgain = false;
    int m_wantedFirst = 0;
    int m_wantedLast = -1;
};

}  // namespace partita
