// Where blocks come from: a table, an index, or what a query returned. A BlockSource is what the GUI thread
// holds; its BlockReader is what jobs read from, off the GUI thread.
#pragma once

#include <QList>
#include <QObject>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/browse.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "model/block_item.h"
#include "model/job.h"

namespace partita {

/// Reads collections and items. Thread-safe: jobs of one view may overlap.
class BlockReader {
  public:
    virtual ~BlockReader() = default;

    virtual Result<ViewStatistics> statistics() const = 0;
    /// At most `most`, without building the whole order.
    virtual Result<std::vector<BlockSummaryPtr>> firstCollections(CollectionOrderBy by,
                                                                  std::size_t most) const = 0;
    virtual Result<std::shared_ptr<const CollectionOrder>> order(CollectionOrderBy by,
                                                                 std::stop_token stop) const = 0;
    /// In the order asked for; ids that no longer exist are left out.
    virtual Result<std::vector<BlockSummaryPtr>> collections(const std::vector<CollectionId>& ids) const = 0;
    /// Items [first, first + most) of one collection; fewer at its end.
    virtual Result<std::vector<BlockItemPtr>> items(CollectionId collection, std::uint64_t first,
                                                    std::size_t most) const = 0;
    /// Fails with ResourceNotFound when no collection has that key.
    virtual Result<KeyPlace> find(const std::vector<Value>& partition,
                                  const std::vector<Value>& sort) const = 0;
    /// The first partition key, in key order, whose text begins with `prefix`; nothing when there is none.
    virtual Result<std::optional<std::vector<Value>>> firstWithPrefix(const QString& prefix) const = 0;
};

/// GUI thread only.
class BlockSource : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    /// The keys that the blocks are grouped by, and the table's own: the same for the table itself.
    virtual const KeySchema& viewKeys() const = 0;
    virtual const KeySchema& tableKeys() const = 0;
    /// Whether the collections have an order of their own, so that choosing another is no use (a result).
    virtual bool hasOwnOrder() const { return false; }

    using Work = std::function<Result<void>(const BlockReader&, std::stop_token)>;
    using Done = std::function<void(Result<void>)>;
    /// Runs `work` off the GUI thread and then `done` on it. See Job.
    [[nodiscard]] virtual Job start(QObject* context, Work work, Done done) = 0;

    /// start() for work that has an answer.
    template <class T>
    [[nodiscard]] Job read(QObject* context,
                           std::function<Result<T>(const BlockReader&, std::stop_token)> work,
                           std::function<void(Result<T>)> done) {
        auto answer = std::make_shared<std::optional<T>>();
        return start(
            context,
            [answer, work = std::move(work)](const BlockReader& reader,
                                             std::stop_token stop) -> Result<void> {
                Result<T> result = work(reader, stop);
                if (!result) return result.error();
                *answer = std::move(*result);
                return {};
            },
            [answer, done = std::move(done)](Result<void> result) {
                if (!result)
                    done(result.error());
                else
                    done(std::move(**answer));
            });
    }

  signals:
    /// Something was added, changed or taken away. Often, during an import; whoever reads should wait a
    /// little.
    void changed();
};

}  // namespace partita
