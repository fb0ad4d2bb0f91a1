// What a person changed in the items of an open file, step by step, so that it can be taken back and done
// again. Every step, forth and back, is done only while the item is still as the step left it; a step that
// meets another item is given up, and nothing is overwritten. One step at a time; GUI thread only, the work
// is done off it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

#include "engine/error.h"
#include "engine/item_edit.h"
#include "model/job.h"

namespace partita {

class Session;

class ItemHistory final : public QObject {
    Q_OBJECT
  public:
    /// Enough for a person, and bounded: a step holds up to two items of 400 KB.
    static constexpr std::size_t kMostSteps = 100;

    /// The session must outlive it.
    explicit ItemHistory(Session* session, QObject* parent = nullptr);

    /// Does the edit and remembers it; what was taken back before can't be done again after that. `answered`
    /// is told the outcome on the GUI thread, unless `context` has gone by then.
    void apply(const ItemEdit& edit, QObject* context, std::function<void(Result<bool>)> answered);
    void undo();
    void redo();

    bool isBusy() const { return m_job.isRunning(); }
    bool canUndo() const { return m_done > 0 && !isBusy(); }
    bool canRedo() const { return m_done < m_steps.size() && !isBusy(); }
    /// What undo() would take back; null: nothing.
    const ItemEdit* undoStep() const { return m_done > 0 ? &m_steps[m_done - 1] : nullptr; }
    const ItemEdit* redoStep() const { return m_done < m_steps.size() ? &m_steps[m_done] : nullptr; }

  signals:
    /// What can be undone or done again is another, or something is under way.
    void changed();
    /// An edit is in the file, however it came there.
    void applied(const partita::ItemEdit& edit);
    /// undo() or redo() could not do that. `isGivenUp`: nor ever will, so the step is forgotten.
    void failed(const partita::ItemEdit& edit, const partita::Error& error, bool isGivenUp);

  private:
    enum class Direction { Back, Forth };
    void step(Direction direction);
    void run(const ItemEdit& edit, std::function<void(Result<bool>)> done);

    Session* m_session;
    std::vector<ItemEdit> m_steps;
    std::size_t m_done = 0;  // of m_steps, from the first; what follows can be done again
    Job m_job;
};

}  // namespace partita
