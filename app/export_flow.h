// The exports of one open file: the dialog with what can be exported now, and the job behind it. GUI thread
// only.
#pragma once

#include <QObject>

#include "model/export_scope.h"
#include "model/job.h"

namespace partita {

class BlockView;
class BrowseRoom;
class EntityModel;
class ExportDialog;
struct ExportFront;
class QueryRoom;
class Session;
class ViewListModel;

class ExportFlow final : public QObject {
    Q_OBJECT
  public:
    /// What tells what is in front; all of it outlives this.
    struct Parts {
        const BrowseRoom* browse = nullptr;
        const QueryRoom* query = nullptr;
        const ViewListModel* tables = nullptr;
        const ViewListModel* indexes = nullptr;
        const EntityModel* entities = nullptr;
    };
    /// `page`: what the dialog stands over; it goes with it.
    ExportFlow(Session* session, const Parts& parts, QWidget* page, QObject* parent = nullptr);

    /// Those of the last export.
    void setDefaults(ExportFormat format, const QString& folder);
    ExportFormat format() const { return m_format; }
    QString folder() const { return m_folder; }

    /// What these blocks say is to be exported is asked for.
    void follow(BlockView* view);
    /// What is in front is chosen at first: a result, else the index or the table. Null when the file has no
    /// table.
    ExportDialog* openFront();
    /// `wanted` is chosen at first where it is possible, else the table.
    ExportDialog* open(ExportScope::Kind wanted);

  signals:
    void defaultsChanged();

  private:
    ExportFront front() const;
    void connectJob(ExportDialog* dialog);
    void readNames(ExportDialog* dialog, const QList<ExportScope>& scopes);

    Session* m_session;
    Parts m_parts;
    QWidget* m_page;
    ExportFormat m_format = ExportFormat::JsonLines;
    QString m_folder;
    Job m_namesJob;
};

}  // namespace partita
