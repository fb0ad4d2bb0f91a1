#include "model/item_history.h"

#include <QPointer>

#include "model/session.h"

namespace partita {
namespace {

/// What will not go away by trying again.
bool isFinal(ErrorCode code) {
    switch (code) {
        case ErrorCode::ConditionalCheckFailed:
        case ErrorCode::ResourceNotFound:
        case ErrorCode::Validation:  // the table has got an index since that refuses the item
            return true;
        default:
            return false;
    }
}

}  // namespace

ItemHistory::ItemHistory(Session* session, QObject* parent) : QObject(parent), m_session(session) {}

void ItemHistory::run(const ItemEdit& edit, std::function<void(Result<bool>)> done) {
    m_job = m_session->run<bool>(
        this,
        [edit](Engine& engine, std::stop_token) -> Result<bool> {
            if (const Result<void> edited = engine.edit(edit); !edited) return edited.error();
            return true;
        },
        std::move(done));
    emit changed();
}

void ItemHistory::apply(const ItemEdit& edit, QObject* context, std::function<void(Result<bool>)> answered) {
    const QPointer<QObject> guard(context);
    if (isBusy()) {
        answered(Error::of(ErrorCode::TransactionConflict,
                           tr("Another change is being written. Try again in a moment.").toStdString()));
        return;
    }
    run(edit, [this, edit, guard, answered = std::move(answered)](const Result<bool>& result) {
        if (result && edit.before != edit.after) {
            m_steps.resize(m_done);
            m_steps.push_back(edit);
            if (m_steps.size() > kMostSteps) m_steps.erase(m_steps.begin());
            m_done = m_steps.size();
        }
        emit changed();
        if (result) emit applied(edit);
        if (guard) answered(result);
    });
}

void ItemHistory::undo() {
    if (canUndo()) step(Direction::Back);
}

void ItemHistory::redo() {
    if (canRedo()) step(Direction::Forth);
}

void ItemHistory::step(Direction direction) {
    const bool isBack = direction == Direction::Back;
    const std::size_t at = isBack ? m_done - 1 : m_done;
    const ItemEdit edit = isBack ? m_steps[at].inverse() : m_steps[at];
    run(edit, [this, edit, at, isBack](const Result<bool>& result) {
        const bool isGivenUp = !result && isFinal(result.error().code);
        if (isGivenUp) m_steps.erase(m_steps.begin() + static_cast<std::ptrdiff_t>(at));
        if (isBack && (result || isGivenUp)) --m_done;
        if (!isBack && result) ++m_done;
        emit changed();
        if (result)
            emit applied(edit);
        else
            emit failed(edit, result.error(), isGivenUp);
    });
}

}  // namespace partita
