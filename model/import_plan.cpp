#include "model/import_plan.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "model/roles.h"
#include "model/session.h"

namespace partita {
namespace {

// A folder of loose files: what is looked for in it, and how many files are taken.
const QStringList& sourcePatterns() {
    static const QStringList patterns = {
        QStringLiteral("*.json"),     QStringLiteral("*.jsonl"), QStringLiteral("*.ndjson"),
        QStringLiteral("*.csv"),      QStringLiteral("*.tsv"),   QStringLiteral("*.xlsx"),
        QStringLiteral("*.ion"),      QStringLiteral("*.yaml"),  QStringLiteral("*.yml"),
        QStringLiteral("*.template"), QStringLiteral("*.gz"),    QStringLiteral("*.zst")};
    return patterns;
}
constexpr qsizetype kMostFiles = 200;

bool isFolder(const SourceLocation& location) {
    return location.paths.size() == 1 && QFileInfo(QString::fromStdString(location.paths.front())).isDir();
}

QStringList pathsOf(const SourceLocation& location) {
    QStringList paths;
    for (const std::string& path : location.paths)
        paths << QString::fromStdString(path);
    return paths;
}

}  // namespace

struct ImportPlan::Looked {
    ImportPreview preview;
    std::uint64_t repairable = 0;  // see Source
    QStringList files;             // not empty: a folder, whose files are to be read one by one; no preview

    /// `current`: the table of the file that items are tried for which name none; may be empty.
    static Result<Looked> at(Engine& engine, const SourceLocation& location, ImportOptions options,
                             const std::string& current, const std::stop_token& stop) {
        Looked looked;
        auto preview = engine.previewImport(location, options, stop);
        if (!preview) {
            if (preview.error().code != ErrorCode::Cancelled) looked.files = filesIn(location);
            if (looked.files.isEmpty()) return preview.error();
            if (looked.files.size() > kMostFiles)
                return Error::badInput("The folder holds " + std::to_string(looked.files.size()) +
                                           " files that do not go together as one source. Choose at most " +
                                           std::to_string(kMostFiles) + " of them at a time.",
                                       location.name());
            return looked;
        }
        looked.preview = *std::move(preview);
        if (mayBeFor(looked.preview, current)) {
            // Items that name no table are likely meant for the one that is shown, if any of them fits it.
            ImportOptions forCurrent = options;
            forCurrent.table = current;
            auto asCurrent = engine.previewImport(location, forCurrent, stop);
            if (!asCurrent) return asCurrent.error();
            if (asCurrent->tables.front().refused < asCurrent->tables.front().looked) {
                looked.preview = *std::move(asCurrent);
                options = forCurrent;
            }
        }
        const std::uint64_t refused = refusedOf(looked.preview);
        if (refused == 0 || options.source.repair) return looked;
        options.source.repair = true;
        if (const auto repaired = engine.previewImport(location, options, stop))
            looked.repairable = refused - std::min(refused, refusedOf(*repaired));
        return looked;
    }

  private:
    static bool mayBeFor(const ImportPreview& preview, const std::string& current) {
        const auto& tables = preview.tables;
        return !current.empty() && tables.size() == 1 && tables.front().source.name.empty() &&
               tables.front().looked > 0 && tables.front().target != current;
    }

    static std::uint64_t refusedOf(const ImportPreview& preview) {
        std::uint64_t sum = 0;
        for (const ImportPreview::Table& table : preview.tables)
            sum += table.refused;
        return sum;
    }

    /// Of a folder: the files that may be sources.
    static QStringList filesIn(const SourceLocation& location) {
        QStringList files;
        if (!isFolder(location)) return files;
        const QDir folder(QString::fromStdString(location.paths.front()));
        for (const QString& name : folder.entryList(sourcePatterns(), QDir::Files, QDir::Name)) {
            files << folder.filePath(name);
        }
        return files;
    }
};

ImportPlan::ImportPlan(Session* session, const QString& current, QObject* parent)
    : QAbstractListModel(parent), m_session(session), m_current(current) {}

ImportPlan::~ImportPlan() = default;

void ImportPlan::addPaths(const QStringList& paths) {
    QStringList folders;
    for (const QString& path : paths) {
        if (holds(path)) continue;
        if (QFileInfo(path).isDir())
            folders << path;
        else
            add(SourceLocation::file(path.toStdString()), {});
    }
    if (folders.isEmpty()) return;
    SourceLocation location;
    for (const QString& folder : folders)
        location.paths.push_back(folder.toStdString());
    add(std::move(location), {});
}

int ImportPlan::addText(const QString& text, const SourceOptions& options) {
    return add(SourceLocation::pasted(text.toStdString()), options);
}

void ImportPlan::setText(int row, const QString& text) {
    Source& source = m_entries[static_cast<std::size_t>(row)].source;
    if (source.location.text == text.toStdString()) return;
    source.location.text = text.toStdString();
    read(row);
}

int ImportPlan::add(SourceLocation location, const SourceOptions& options) {
    const int row = rowCount();
    beginInsertRows({}, row, row);
    Entry& entry = m_entries.emplace_back();
    entry.id = ++m_lastId;
    entry.source.location = std::move(location);
    entry.source.options = options;
    endInsertRows();
    read(row);
    return row;
}

void ImportPlan::remove(int row) {
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    emit readinessChanged();
}

void ImportPlan::clear() {
    beginResetModel();
    m_entries.clear();
    endResetModel();
    emit readinessChanged();
}

void ImportPlan::setOptions(int row, const SourceOptions& options) {
    m_entries[static_cast<std::size_t>(row)].source.options = options;
    read(row);
}

void ImportPlan::setChoice(int row, int table, Choice choice) {
    if (row >= rowCount()) return;
    Source& source = m_entries[static_cast<std::size_t>(row)].source;
    if (static_cast<std::size_t>(table) >= source.choices.size()) return;
    choice.isByUser = true;
    source.choices[static_cast<std::size_t>(table)] = std::move(choice);
    read(row);
}

std::optional<TableDefinition> ImportPlan::newTable(int row, int table) const {
    return freshlyNamed(source(row).preview.tables[static_cast<std::size_t>(table)].schema);
}

std::optional<TableDefinition> ImportPlan::freshlyNamed(std::optional<TableDefinition> definition) const {
    if (!definition) return definition;
    const std::string name = definition->name;
    for (int number = 2; m_session->definition(QString::fromStdString(definition->name)); ++number)
        definition->name = name + "-" + std::to_string(number);
    return definition;
}

QStringList ImportPlan::tables() const {
    return m_session->tableNames();
}

std::shared_ptr<const TableDefinition> ImportPlan::definition(const std::string& table) const {
    return m_session->definition(QString::fromStdString(table));
}

void ImportPlan::setOnExisting(OnExisting what) {
    m_onExisting = what;
    for (int row = 0; row < rowCount(); ++row)
        emit sourceChanged(row);
}

void ImportPlan::setRepairs(bool repairs) {
    if (m_repairs == repairs) return;
    m_repairs = repairs;
    for (int row = 0; row < rowCount(); ++row)
        read(row);
}

bool ImportPlan::isReading() const {
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [](const Entry& entry) { return entry.source.state == State::Reading; });
}

QString ImportPlan::obstacle() const {
    if (m_entries.empty()) return tr("Nothing is chosen yet.");
    if (isReading()) return tr("Reading the beginning of the sources …");
    if (!tasks().isEmpty()) return {};
    const bool anyReady = std::any_of(m_entries.begin(), m_entries.end(),
                                      [](const Entry& entry) { return entry.source.state == State::Ready; });
    return anyReady ? tr("Everything is left out: say where the items go.")
                    : tr("None of the sources can be read.");
}

QList<ImportTask> ImportPlan::tasks() const {
    QList<ImportTask> tasks;
    for (const Entry& entry : m_entries) {
        const Source& source = entry.source;
        const bool goesSomewhere =
            std::any_of(source.choices.begin(), source.choices.end(),
                        [](const Choice& choice) { return choice.where != Choice::Where::LeaveOut; });
        if (source.state == State::Ready && goesSomewhere)
            tasks << ImportTask{source.location, optionsFor(source)};
    }
    return tasks;
}

ImportOptions ImportPlan::optionsFor(const Source& source) const {
    ImportOptions options;
    options.source = source.options;
    options.source.repair = m_repairs;
    options.onExisting = m_onExisting;
    for (std::size_t i = 0; i < source.choices.size(); ++i) {
        const Choice& choice = source.choices[i];
        ImportTarget target;
        target.sourceTable = source.preview.tables[i].source.name;
        if (choice.where != Choice::Where::LeaveOut) target.table = choice.table;
        if (choice.where == Choice::Where::Create) target.create = choice.definition;
        options.targets.push_back(std::move(target));
    }
    return options;
}

void ImportPlan::read(int row) {
    Entry& entry = m_entries[static_cast<std::size_t>(row)];
    Source& source = entry.source;
    source.state = State::Reading;
    ImportOptions options = optionsFor(source);
    // What was not chosen by the user is found anew: it may be another format now.
    const bool anyByUser = std::any_of(source.choices.begin(), source.choices.end(),
                                       [](const Choice& choice) { return choice.isByUser; });
    if (!anyByUser) options.targets.clear();
    entry.job = m_session->run<Looked>(
        this,
        [location = source.location, options, current = anyByUser ? std::string() : m_current.toStdString()](
            Engine& engine, std::stop_token stop) {
            return Looked::at(engine, location, options, current, stop);
        },
        [this, id = entry.id](Result<Looked> looked) { take(id, std::move(looked)); });
    emit dataChanged(index(row), index(row));
    emit sourceChanged(row);
    emit readinessChanged();
}

void ImportPlan::take(quint64 id, Result<Looked> looked) {
    const int row = rowOf(id);
    if (row < 0) return;
    Source& source = m_entries[static_cast<std::size_t>(row)].source;
    if (looked && !looked->files.isEmpty()) {
        replaceByFiles(row, looked->files);
        return;
    }
    if (!looked && source.location.paths.size() > 1) {
        // No exports of one table: each folder for itself.
        const QStringList folders = pathsOf(source.location);
        replaceByFiles(row, folders);
        return;
    }
    if (looked) {
        source.state = State::Ready;
        source.error.reset();
        source.preview = std::move(looked->preview);
        source.repairable = looked->repairable;
        chooseTargets(source);
    } else {
        source.state = State::Failed;
        source.error = looked.error();
        source.preview = {};
        source.repairable = 0;
        source.choices.clear();
    }
    emit dataChanged(index(row), index(row));
    emit sourceChanged(row);
    emit readinessChanged();
}

void ImportPlan::replaceByFiles(int row, const QStringList& files) {
    const SourceOptions options = source(row).options;
    remove(row);
    for (const QString& file : files) {
        if (!holds(file)) add(SourceLocation::file(file.toStdString()), options);
    }
}

void ImportPlan::chooseTargets(Source& source) const {
    const auto& tables = source.preview.tables;
    const bool sameTables = source.choices.size() == tables.size();
    std::vector<Choice> choices(tables.size());
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (sameTables && source.choices[i].isByUser) {
            choices[i] = source.choices[i];
            continue;
        }
        Choice& choice = choices[i];
        const bool isThere = definition(tables[i].target) != nullptr;
        if (isThere) {
            choice = {Choice::Where::Existing, tables[i].target, {}, false};
        } else if (auto made = freshlyNamed(tables[i].schema)) {
            choice = {Choice::Where::Create, made->name, made, false};
        } else if (!m_current.isEmpty() && tables.size() == 1) {
            choice = {Choice::Where::Existing, m_current.toStdString(), {}, false};
        }
    }
    source.choices = std::move(choices);
}

int ImportPlan::rowOf(quint64 id) const {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id) return static_cast<int>(i);
    }
    return -1;
}

bool ImportPlan::holds(const QString& path) const {
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [&path](const Entry& entry) { return pathsOf(entry.source.location).contains(path); });
}

int ImportPlan::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QString ImportPlan::statusText(const Source& source) const {
    if (source.state == State::Failed) return tr("can’t be read");
    if (source.state == State::Reading) return tr("reading …");
    const SourceDetection& detection = source.preview.detection;
    QString text = QString::fromUtf8(sourceFormatTitle(detection.format).data(),
                                     static_cast<qsizetype>(sourceFormatTitle(detection.format).size()));
    if (source.preview.tables.size() > 1)
        text += tr(" · %Ln table(s)", "", static_cast<int>(source.preview.tables.size()));
    return text;
}

QVariant ImportPlan::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Source& entry = source(index.row());
    const QStringList paths = pathsOf(entry.location);
    switch (role) {
        case Qt::DisplayRole: {
            if (paths.isEmpty()) return tr("Pasted text");
            const QString name = QFileInfo(paths.first()).fileName();
            return paths.size() == 1
                       ? name
                       : tr("%1 and %Ln more", "", static_cast<int>(paths.size()) - 1).arg(name);
        }
        case Qt::ToolTipRole:
            return entry.error ? QString::fromStdString(entry.error->text()) : paths.join(QLatin1Char('\n'));
        case StatusTextRole:
            return statusText(entry);
        case ErrorTextRole:
            return entry.error ? QString::fromStdString(entry.error->text()) : QString();
        default:
            return {};
    }
}

}  // namespace partita
