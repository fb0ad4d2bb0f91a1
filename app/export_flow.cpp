#include "app/export_flow.h"

#include <QAction>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>
#include <set>

#include "app/browse_room.h"
#include "app/export_scopes.h"
#include "app/query_room.h"
#include "model/export_job.h"
#include "model/session.h"
#include "ui/block_view.h"
#include "ui/export_dialog.h"
#include "ui/export_form.h"
#include "ui/export_place.h"
#include "ui/result_page.h"

namespace partita {
namespace {

constexpr std::size_t kBlocksLookedAt = 100;  // blocks whose first items tell which attributes there are
constexpr std::size_t kItemsLookedAt = 10;
constexpr std::size_t kMostNames = 5000;  // names can be data

using Kind = ExportScope::Kind;

/// The attributes that items of the table have: keys, those that an import taught, and those of some items.
QStringList attributeNames(const Engine& engine, const std::set<std::string>& tables, std::stop_token stop) {
    std::set<std::string> names;
    for (const std::string& table : tables) {
        if (stop.stop_requested() || names.size() > kMostNames) break;
        if (const auto definition = engine.table(table)) {
            for (const KeyAttribute& key : (*definition)->keys.all())
                names.insert(key.name);
            for (const IndexDefinition& index : (*definition)->indexes)
                for (const KeyAttribute& key : index.keys.all())
                    names.insert(key.name);
        }
        if (const auto order = engine.attributeOrder(table))
            for (const auto& [entity, of] : (*order)->entities())
                names.insert(of.begin(), of.end());
        const ViewId view{table, {}};
        const auto blocks = engine.firstCollections(view, CollectionOrderBy::Key, kBlocksLookedAt);
        if (!blocks) continue;
        for (const CollectionSummary& block : *blocks) {
            if (const auto items = engine.items(view, block.id, 0, kItemsLookedAt))
                for (const BrowsedItem& item : items->items)
                    for (const Attribute& attribute : item.item)
                        names.insert(attribute.name);
        }
    }
    QStringList list;
    for (const std::string& name : names)
        list << QString::fromStdString(name);
    return list;
}

}  // namespace

ExportFlow::ExportFlow(Session* session, const Parts& parts, QWidget* page, QObject* parent)
    : QObject(parent), m_session(session), m_parts(parts), m_page(page) {}

void ExportFlow::setDefaults(ExportFormat format, const QString& folder) {
    m_format = format;
    m_folder = folder;
}

void ExportFlow::follow(BlockView* view) {
    connect(view->actions().exportItem, &QAction::triggered, this, [this] { open(Kind::Selection); });
    connect(view->actions().exportBlock, &QAction::triggered, this, [this] { open(Kind::Collection); });
}

ExportFront ExportFlow::front() const {
    ExportFront front;
    front.shown = m_parts.browse->shown();
    front.tables = m_parts.tables;
    front.indexes = m_parts.indexes;
    front.entities = m_parts.entities;
    const BlockView* view = m_parts.browse->view();
    if (const ResultPage* result = m_parts.query->currentResult()) {
        front.result = &result->runner();
        view = result->view();
    }
    front.item = view->currentItem();
    const int row = view->currentRow();
    if (row >= 0 && row < view->model()->rowCount())
        if (const BlockSummaryPtr block = view->model()->summary(view->model()->line(row)))
            front.partition = block->collection.partition;
    return front;
}

ExportDialog* ExportFlow::openFront() {
    if (m_parts.query->currentResult()) return open(Kind::ResultTab);
    return open(m_parts.browse->shown().index ? Kind::Index : Kind::Table);
}

ExportDialog* ExportFlow::open(ExportScope::Kind wanted) {
    const ExportFront before = front();
    const QList<ExportScope> scopes = exportScopes(*m_session, before);
    if (scopes.isEmpty()) return nullptr;
    int current = 0;
    for (int i = 0; i < scopes.size(); ++i) {
        const ExportScope& scope = scopes[i];
        if (scope.kind == wanted && (wanted != Kind::Index || scope.views[0] == before.shown)) current = i;
    }
    auto* dialog = new ExportDialog(m_page->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    ExportForm* form = dialog->form();
    form->place()->setOwnFile(m_session->path());
    form->place()->setFolder(m_folder);
    form->setScopes(scopes, current);
    form->setFormat(m_format);
    connectJob(dialog);
    readNames(dialog, scopes);
    dialog->open();
    return dialog;
}

void ExportFlow::connectJob(ExportDialog* dialog) {
    // The job reads through the session, so it must not outlive it.
    connect(m_page, &QObject::destroyed, dialog, [dialog] { delete dialog; });
    auto* job = new ExportJob(m_session, dialog);
    connect(dialog, &ExportDialog::exportRequested, job, &ExportJob::start);
    connect(dialog, &ExportDialog::cancelRequested, job, &ExportJob::cancel);
    connect(job, &ExportJob::progressed, dialog, &ExportDialog::showProgress);
    connect(job, &ExportJob::finished, dialog, &ExportDialog::showReport);
    connect(job, &ExportJob::failed, dialog, &ExportDialog::showFailure);
    connect(job, &ExportJob::finished, this, [this, form = dialog->form()](const ExportReport& report) {
        if (report.cancelled) return;
        setDefaults(form->format(), QFileInfo(form->place()->path()).path());
        emit defaultsChanged();
    });
    connect(dialog, &ExportDialog::showFolderRequested, dialog, [dialog](const QString& folder) {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) dialog->showNoFolder();
    });
}

void ExportFlow::readNames(ExportDialog* dialog, const QList<ExportScope>& scopes) {
    std::set<std::string> tables;
    for (const ExportScope& scope : scopes)
        for (const auto& table : scope.tables)
            tables.insert(table->name);
    m_namesJob = m_session->run<QStringList>(
        dialog,
        [tables](Engine& engine, std::stop_token stop) -> Result<QStringList> {
            return attributeNames(engine, tables, stop);
        },
        [dialog](Result<QStringList> names) {
            // Without them nothing is completed and nothing doubted.
            if (names) dialog->form()->setKnownNames(*names);
        });
}

}  // namespace partita
