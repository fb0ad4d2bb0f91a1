#include "model/import_history.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include "model/roles.h"
#include "model/session.h"

namespace partita {
namespace {

struct Nothing {};

QString outcomeOf(const ImportReport& import) {
    const std::uint64_t changed = import.inserted + import.replaced + import.merged + import.deleted;
    QString text = ImportHistory::tr("%Ln change(s)", "", static_cast<int>(changed));
    if (import.refused > 0) text += ImportHistory::tr(", %Ln refused", "", static_cast<int>(import.refused));
    if (import.brokenOff) return ImportHistory::tr("broken off after %1").arg(text);
    if (import.cancelled) return ImportHistory::tr("cancelled after %1").arg(text);
    if (import.failure) return ImportHistory::tr("ended early after %1").arg(text);
    return text;
}

}  // namespace

ImportHistory::ImportHistory(Session* session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {}

ImportHistory::~ImportHistory() = default;

void ImportHistory::refresh() {
    m_reading = m_session->run<std::vector<ImportReport>>(
        this, [](Engine& engine, std::stop_token) { return engine.imports(); },
        [this](Result<std::vector<ImportReport>> imports) {
            if (!imports) {
                emit failed(imports.error());
                return;
            }
            beginResetModel();
            m_imports = *std::move(imports);
            endResetModel();
            emit loaded();
        });
}

void ImportHistory::readReport(int row) {
    m_report = m_session->run<ImportReport>(
        this,
        [report = import(row)](Engine& engine, std::stop_token) -> Result<ImportReport> {
            auto problems = engine.importProblems(report.id, kMostProblems);
            if (!problems) return problems.error();
            ImportReport whole = report;
            whole.problems = *std::move(problems);
            return whole;
        },
        [this](Result<ImportReport> report) {
            if (report)
                emit reportRead(*report);
            else
                emit failed(report.error());
        });
}

void ImportHistory::prepareRetry(const QList<qint64>& imports) {
    if (isBusy()) return;
    using All = QList<RefusedRecords>;
    m_work = m_session->run<All>(
        this,
        [imports](Engine& engine, std::stop_token) -> Result<All> {
            All all;
            for (const qint64 import : imports) {
                auto refused = engine.refusedRecords(import);
                if (!refused) return refused.error();
                all << *std::move(refused);
            }
            return all;
        },
        [this](Result<All> refused) {
            if (refused)
                emit retryReady(*refused);
            else
                emit failed(refused.error());
        });
}

void ImportHistory::restore(const QList<qint64>& imports) {
    if (isBusy()) return;
    m_work = m_session->run<RestoreReport>(
        this,
        [imports](Engine& engine, std::stop_token stop) -> Result<RestoreReport> {
            RestoreReport sum;
            for (const qint64 import : imports) {
                const auto report = engine.restoreReplaced(import, {}, stop);
                if (!report) return report.error();
                sum.restored += report->restored;
                sum.changedSince += report->changedSince;
                sum.cancelled |= report->cancelled;
            }
            return sum;
        },
        [this](Result<RestoreReport> report) {
            if (report)
                emit restored(*report);
            else
                emit failed(report.error());
        });
}

void ImportHistory::forget(qint64 import) {
    if (isBusy()) return;
    m_work = m_session->run<Nothing>(
        this,
        [import](Engine& engine, std::stop_token) -> Result<Nothing> {
            const auto done = engine.forgetImport(import);
            if (!done) return done.error();
            return Nothing();
        },
        [this](Result<Nothing> done) {
            if (done)
                refresh();
            else
                emit failed(done.error());
        });
}

void ImportHistory::cancel() {
    m_work.requestStop();
}

int ImportHistory::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_imports.size());
}

QVariant ImportHistory::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ImportReport& shown = import(index.row());
    const QString source = QString::fromStdString(shown.source);
    switch (role) {
        case Qt::DisplayRole: {
            const QString name = QFileInfo(source).fileName();
            return name.isEmpty() ? source : name;
        }
        case Qt::ToolTipRole:
            return source;
        case StatusTextRole:
            return tr("%1 · %2", "time, what came of it")
                .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(shown.begunMillis),
                                        QLocale::ShortFormat),
                     outcomeOf(shown));
        case ErrorTextRole:
            return shown.failure ? QString::fromStdString(shown.failure->text()) : QString();
        default:
            return {};
    }
}

}  // namespace partita
