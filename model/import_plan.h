// What is going to be imported: the sources, what each turned out to be, and where its tables go. Reads the
// beginning of each source off the GUI thread, again whenever something is chosen that changes what would
// come of it; the newest choice wins. A list model of the sources for the form. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/error.h"
#include "engine/import.h"
#include "model/import_job.h"
#include "model/job.h"

namespace partita {

class Session;

class ImportPlan final : public QAbstractListModel {
    Q_OBJECT
  public:
    enum class State { Reading, Ready, Failed };

    /// Where the items of one table of a source go.
    struct Choice {
        enum class Where { Existing, Create, LeaveOut };
        Where where = Where::LeaveOut;
        std::string table;                          // of the file; LeaveOut: of no meaning
        std::optional<TableDefinition> definition;  // Create: how; it has the name `table`
        bool isByUser = false;                      // then it stays when the source is read again
    };

    struct Source {
        SourceLocation location;
        SourceOptions options;  // `repair` is the plan's
        State state = State::Reading;
        std::optional<Error> error;   // Failed: why
        ImportPreview preview;        // Ready; while reading again, the one before
        std::vector<Choice> choices;  // by ImportPreview::tables
        /// Of the records looked at and refused: those that `repair` would take.
        std::uint64_t repairable = 0;
    };

    /// `current`: the table that items go to that name none, if any of them fits it; may be empty.
    ImportPlan(Session* session, const QString& current, QObject* parent = nullptr);
    ~ImportPlan() override;

    /// Several folders at once are taken for the exports of one table, if they are such. A folder that holds
    /// no export gives its files instead. Paths that are there already are not taken twice.
    void addPaths(const QStringList& paths);
    /// Returns its row.
    int addText(const QString& text, const SourceOptions& options = {});
    void setText(int row, const QString& text);
    void remove(int row);
    void clear();

    const Source& source(int row) const { return m_entries[static_cast<std::size_t>(row)].source; }
    bool isPasted(int row) const { return source(row).location.text.has_value(); }
    void setOptions(int row, const SourceOptions& options);
    /// Of a source or a table that is gone by now: nothing happens.
    void setChoice(int row, int table, Choice choice);
    /// What "make a new table" would make of a table of the source; nothing when no keys can be guessed.
    std::optional<TableDefinition> newTable(int row, int table) const;
    /// The tables of the file.
    QStringList tables() const;
    /// Null when the file has no such table.
    std::shared_ptr<const TableDefinition> definition(const std::string& table) const;

    OnExisting onExisting() const { return m_onExisting; }
    void setOnExisting(OnExisting what);
    bool repairs() const { return m_repairs; }
    /// Reads all sources again.
    void setRepairs(bool repairs);

    bool isReading() const;
    /// Why nothing can be imported as it stands, a sentence; empty: it can.
    QString obstacle() const;
    /// Of the sources that are ready and from which something goes somewhere.
    QList<ImportTask> tasks() const;

    // Display: the name; tool tip: where it is; StatusTextRole: what it is; ErrorTextRole: why it can't be
    // read.
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  signals:
    /// What source(row) says has changed.
    void sourceChanged(int row);
    /// Anything has changed that obstacle() or isReading() depends on.
    void readinessChanged();

  private:
    struct Entry {
        quint64 id = 0;  // rows come and go while sources are read
        Source source;
        Job job;
    };
    struct Looked;

    int add(SourceLocation location, const SourceOptions& options);
    void read(int row);
    void take(quint64 id, Result<Looked> looked);
    /// Takes the files in the place of the source.
    void replaceByFiles(int row, const QStringList& files);
    void chooseTargets(Source& source) const;
    /// With a name that no table of the file has.
    std::optional<TableDefinition> freshlyNamed(std::optional<TableDefinition> definition) const;
    int rowOf(quint64 id) const;
    bool holds(const QString& path) const;
    ImportOptions optionsFor(const Source& source) const;
    QString statusText(const Source& source) const;

    Session* m_session;
    QString m_current;
    std::vector<Entry> m_entries;
    quint64 m_lastId = 0;
    OnExisting m_onExisting = OnExisting::Replace;
    bool m_repairs = false;
};

}  // namespace partita
