#include "app/table_forms.h"

#include <QMessageBox>
#include <QPushButton>
#include <set>

#include "model/session.h"
#include "ui/add_index_dialog.h"
#include "ui/new_table_dialog.h"
#include "ui/time_to_live_dialog.h"

namespace partita {
namespace {

/// Jobs answer with a value; these have none.
Result<bool> done(const Result<void>& result) {
    if (!result) return result.error();
    return true;
}

constexpr std::size_t kMostLookedAt = 50;  // blocks whose first item may name the attribute

/// Attributes that hold numbers in the first items of the table.
QStringList numberAttributes(const Engine& engine, const std::string& table) {
    std::set<std::string> names;
    const ViewId view{table, {}};
    const auto blocks = engine.firstCollections(view, CollectionOrderBy::Key, kMostLookedAt);
    if (!blocks) return {};
    for (const CollectionSummary& block : *blocks) {
        const auto items = engine.items(view, block.id, 0, 10);
        if (!items) continue;
        for (const BrowsedItem& item : items->items) {
            for (const Attribute& attribute : item.item)
                if (attribute.value.type() == ValueType::Number) names.insert(attribute.name);
        }
    }
    QStringList list;
    for (const std::string& name : names)
        list << QString::fromStdString(name);
    return list;
}

}  // namespace

TableForms::TableForms(Session* session, QWidget* page, QObject* parent)
    : QObject(parent), m_session(session), m_page(page) {}

void TableForms::addTable() {
    auto* dialog = new NewTableDialog(NewTableDialog::Target::OpenFile, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewTableDialog::createRequested, this,
            [this, dialog](const QString&, const TableDefinition& table) {
                m_job = m_session->run<bool>(
                    dialog,
                    [table](Engine& engine, std::stop_token) { return done(engine.createTable(table)); },
                    [this, dialog, name = QString::fromStdString(table.name)](Result<bool> result) {
                        if (!result) {
                            dialog->showError(result.error());
                            return;
                        }
                        dialog->accept();
                        emit tableAdded(name);
                    });
            });
    dialog->open();
}

void TableForms::addIndex(const QString& table) {
    const auto definition = m_session->definition(table);
    if (!definition) return;
    auto* dialog = new AddIndexDialog(*definition, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(
        dialog, &AddIndexDialog::createRequested, this, [this, dialog, table](const IndexDefinition& index) {
            UpdateTableRequest request;
            request.table = table.toStdString();
            request.createIndex = index;
            m_job = m_session->run<TableDescription>(
                dialog, [request](Engine& engine, std::stop_token) { return engine.updateTable(request); },
                [dialog](Result<TableDescription> result) {
                    if (result)
                        dialog->accept();
                    else
                        dialog->showError(result.error());
                });
        });
    dialog->open();
}

void TableForms::deleteIndex(const QString& table, const QString& index) {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("Delete an index"),
                        tr("Delete the index “%1” of %2?").arg(index, table), QMessageBox::Cancel, m_page);
    box->setInformativeText(
        tr("The items of the table stay as they are. Requests that name the index will fail; making it again "
           "fills it anew."));
    QPushButton* remove = box->addButton(tr("Delete index"), QMessageBox::DestructiveRole);
    remove->setObjectName(QStringLiteral("deleteIndexButton"));
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(remove, &QPushButton::clicked, this, [this, table, index] {
        UpdateTableRequest request;
        request.table = table.toStdString();
        request.removeIndex = index.toStdString();
        m_job = m_session->run<TableDescription>(
            this, [request](Engine& engine, std::stop_token) { return engine.updateTable(request); },
            [this, index](Result<TableDescription> result) {
                if (!result)
                    emit failed(tr("The index %1 was not deleted. %2")
                                    .arg(index, QString::fromStdString(result.error().message)));
            });
    });
    box->open();
}

void TableForms::setTimeToLive(const QString& table) {
    using Start = std::pair<TimeToLive, QStringList>;
    m_job = m_session->run<Start>(
        this,
        [name = table.toStdString()](Engine& engine, std::stop_token) -> Result<Start> {
            auto current = engine.timeToLive(name);
            if (!current) return current.error();
            return Start(*current, numberAttributes(engine, name));
        },
        [this, table](Result<Start> start) {
            if (!start) {
                emit failed(QString::fromStdString(start.error().message));
                return;
            }
            const std::optional<std::string> current = start->first.attribute;
            auto* dialog = new TimeToLiveDialog(table, current, start->second, m_page);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &TimeToLiveDialog::changeRequested, this,
                    [this, dialog, current, name = table.toStdString()](const QString& attribute) {
                        m_job = m_session->run<bool>(
                            dialog,
                            [=](Engine& engine, std::stop_token) -> Result<bool> {
                                // Another attribute is taken only once it is off.
                                if (current) {
                                    const Result<void> off = engine.setTimeToLive(name, std::nullopt);
                                    if (!off) return off.error();
                                }
                                if (attribute.isEmpty()) return true;
                                return done(engine.setTimeToLive(name, attribute.toStdString()));
                            },
                            [dialog](Result<bool> result) {
                                if (result)
                                    dialog->accept();
                                else
                                    dialog->showError(result.error());
                            });
                    });
            dialog->open();
        });
}

}  // namespace partita
