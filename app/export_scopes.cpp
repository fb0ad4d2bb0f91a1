#include "app/export_scopes.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "engine/table/key_text.h"
#include "model/entity_model.h"
#include "model/query_runner.h"
#include "model/roles.h"
#include "model/session.h"
#include "model/view_list_model.h"

namespace partita {
namespace {

using Kind = ExportScope::Kind;

std::optional<std::uint64_t> countOf(const QAbstractItemModel& model, int row) {
    const QVariant count = row < 0 ? QVariant() : model.index(row, 0).data(ItemCountRole);
    return count.isValid() ? std::optional<std::uint64_t>(count.toULongLong()) : std::nullopt;
}

QString joined(const QString& a, const QString& b) {
    return fileNameFor(QStringLiteral("%1-%2").arg(a, b));
}

/// Keys may hold line breaks, and be long: a choice is one line.
QString onOneLine(QString text) {
    constexpr qsizetype kMostCharacters = 120;
    for (QChar& c : text)
        if (c.isSpace() || c.category() == QChar::Other_Control) c = QLatin1Char(' ');
    if (text.size() <= kMostCharacters) return text;
    qsizetype size = kMostCharacters;
    if (text[size - 1].isHighSurrogate()) --size;
    return text.left(size) + QStringLiteral("…");
}

/// The choices in the order in which they are offered.
class ScopeList final {
    Q_DECLARE_TR_FUNCTIONS(ExportScopes)
  public:
    ScopeList(const Session& session, const ExportFront& front)
        : m_session(session),
          m_front(front),
          m_table(QString::fromStdString(front.shown.table)),
          m_definition(session.definition(m_table)) {}

    QList<ExportScope> all() {
        if (!m_definition) return {};
        addTables();
        addIndexes();
        addEntities();
        addFront();
        return m_scopes;
    }

  private:
    using Definition = std::shared_ptr<const TableDefinition>;

    /// Valid until the next one is added.
    ExportScope& add(Kind kind, const QString& title, const QString& fileName, const Definition& table) {
        ExportScope scope;
        scope.kind = kind;
        scope.title = onOneLine(title);
        scope.fileName = fileNameFor(fileName);
        scope.schemaFileName = QString::fromStdString(table->name);
        scope.tables.push_back(table);
        m_scopes << scope;
        return m_scopes.last();
    }

    void addTables() {
        ExportScope& whole = add(Kind::Table, tr("Table %1").arg(m_table), m_table, m_definition);
        whole.views = {{m_front.shown.table, {}}};
        if (m_front.tables) whole.items = countOf(*m_front.tables, m_front.tables->rowOf(whole.views[0]));
        const QStringList names = m_session.tableNames();
        if (names.size() < 2) return;
        ExportScope& every = add(Kind::AllTables, tr("All %Ln table(s)", "", static_cast<int>(names.size())),
                                 QFileInfo(m_session.path()).completeBaseName(), m_definition);
        every.tables.clear();
        every.schemaFileName = every.fileName;
        every.items = 0;
        for (const QString& name : names) {
            const Definition table = m_session.definition(name);
            if (!table) continue;
            every.tables.push_back(table);
            every.views.push_back({table->name, {}});
            const auto items = m_front.tables
                                   ? countOf(*m_front.tables, m_front.tables->rowOf(every.views.back()))
                                   : std::nullopt;
            every.items = every.items && items ? std::optional(*every.items + *items) : std::nullopt;
        }
    }

    void addIndexes() {
        for (const IndexDefinition& index : m_definition->indexes) {
            const QString name = QString::fromStdString(index.name);
            ExportScope& scope =
                add(Kind::Index, tr("Index %1").arg(name), joined(m_table, name), m_definition);
            scope.views = {{m_front.shown.table, index.name}};
            if (m_front.indexes)
                scope.items = countOf(*m_front.indexes, m_front.indexes->rowOf(scope.views[0]));
        }
    }

    void addEntities() {
        for (int row = 0; m_front.entities && row < m_front.entities->rowCount(); ++row) {
            const QString name = m_front.entities->index(row).data().toString();
            if (name.isEmpty()) continue;
            ExportScope& scope =
                add(Kind::Entity, tr("Entity %1").arg(name), joined(m_table, name), m_definition);
            scope.views = {{m_front.shown.table, {}}};
            scope.entity = name.toStdString();
            scope.items = countOf(*m_front.entities, row);
        }
    }

    /// The result in front, the selected block, the selected item.
    void addFront() {
        const ViewId view = m_front.result ? m_front.result->view() : m_front.shown;
        const QString table = QString::fromStdString(view.table);
        const Definition definition = m_session.definition(table);
        if (!definition || !definition->keysOf(view.index)) return;  // it is gone
        if (m_front.result && m_front.result->state() != QueryRunner::State::Idle)
            addResult(m_front.result->request(), table, definition);
        if (m_front.partition) {
            const QString key = QString::fromStdString(displayText(*m_front.partition));
            ExportScope& scope =
                add(Kind::Collection, tr("Item collection %1").arg(key), joined(table, key), definition);
            scope.query.emplace();
            scope.query->table = view.table;
            scope.query->index = view.index;
            scope.query->partition = *m_front.partition;
        }
        if (m_front.item) {
            const QString key = QString::fromStdString(displayText(m_front.item->partition));
            const QString& sort = m_front.item->sortText;
            const QString title =
                sort.isEmpty() ? key : tr("%1 / %2", "partition key, sort key").arg(key, sort);
            ExportScope& scope =
                add(Kind::Selection, tr("Selected item %1").arg(title), joined(table, title), definition);
            scope.views = {view};
            scope.selection = std::vector<Item>{m_front.item->item};
            scope.items = 1;
        }
    }

    void addResult(const ReadRequest& request, const QString& table, const Definition& definition) {
        if (const auto* query = std::get_if<QueryRequest>(&request)) {
            const QString key = QString::fromStdString(displayText(query->partition));
            add(Kind::ResultTab, tr("This result: Query %1").arg(key), joined(table, key), definition).query =
                *query;
        } else {
            add(Kind::ResultTab, tr("This result: Scan"), joined(table, QStringLiteral("scan")), definition)
                .scan = std::get<ScanRequest>(request);
        }
    }

    const Session& m_session;
    const ExportFront& m_front;
    QString m_table;
    Definition m_definition;
    QList<ExportScope> m_scopes;
};

}  // namespace

QList<ExportScope> exportScopes(const Session& session, const ExportFront& front) {
    return ScopeList(session, front).all();
}

}  // namespace partita
