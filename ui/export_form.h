// The form of an export: what, in which format, with which attributes hidden, and where to; checked as it is
// filled in, with what the format can't hold in sight. Says what is wanted; reads and writes nothing. GUI
// thread only.
#pragma once

#include <QList>
#include <QWidget>

#include "engine/error.h"
#include "model/export_scope.h"

class QCheckBox;
class QComboBox;
class QDialog;
class QPushButton;

namespace partita {

class ExportFormatList;
class ExportPlace;
class LossNote;
class RedactionEdit;
class SegmentedControl;
class ThemedLabel;

class ExportForm final : public QWidget {
    Q_OBJECT
  public:
    /// `dialog` is rejected by the form's Cancel.
    explicit ExportForm(QDialog* dialog);

    /// `current` is chosen at first. Not empty.
    void setScopes(const QList<ExportScope>& scopes, int current);
    void setFormat(ExportFormat format);
    /// Attributes that items of the scopes have, to complete names and to doubt others.
    void setKnownNames(const QStringList& names);
    void setHidden(const std::vector<Redaction>& redactions);

    ExportPlace* place() const { return m_place; }
    QPushButton* acceptButton() const { return m_export; }
    const ExportScope& scope() const;
    ExportFormat format() const;
    ExportOptions options() const;
    /// The form is right as far as it can tell.
    bool isReady() const;
    /// What became of the export, until something is edited.
    void say(const QString& text, bool isError);
    /// Looks at the place anew: files and folders come and go.
    void updateState();

  signals:
    void exportRequested();

  private:
    QWidget* makeFields();
    QWidget* makeOptions();
    void takeEdit();
    void updateFormat();
    void suggestName();
    void updateHint();
    void updateNote();
    QString problem() const;
    QString warning() const;
    QStringList losses() const;
    bool isOfSeveralTables() const { return scope().tables.size() > 1; }

    QList<ExportScope> m_scopes;
    ExportFormatList* m_formats;
    QComboBox* m_scope;
    ThemedLabel* m_scopeHint;
    ThemedLabel* m_optionsName;
    QWidget* m_options;
    SegmentedControl* m_json;
    QCheckBox* m_gzip;
    QCheckBox* m_indent;
    ThemedLabel* m_hideName;
    RedactionEdit* m_hide;
    ExportPlace* m_place;
    ThemedLabel* m_placeNote;
    LossNote* m_note;
    ThemedLabel* m_problem;
    QPushButton* m_export;
    QString m_said;
    bool m_isError = false;
};

}  // namespace partita
