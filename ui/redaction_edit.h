// What is not to leave the house: attributes with what becomes of each on the way out, a row each, with the
// names that are known completed as they are typed. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

#include "engine/interchange/write/redaction.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QStringListModel;
class QVBoxLayout;

namespace partita {

class ThemedLabel;

class RedactionEdit final : public QWidget {
    Q_OBJECT
  public:
    explicit RedactionEdit(QWidget* parent = nullptr);

    /// Offered while a name is typed, and what unknownNames() knows. Empty: nothing is known yet.
    void setKnownNames(const QStringList& names);
    /// Rows without a name are left out.
    std::vector<Redaction> redactions() const;
    void setRedactions(const std::vector<Redaction>& redactions);
    /// Empty: a random one for each export.
    std::string hashKey() const;
    /// Names of rows that are none of the known ones: a wrong letter would let an attribute out as it is.
    QStringList unknownNames() const;
    /// A name that stands in two rows; empty: there is none.
    QString doubledName() const;

  signals:
    void edited();

  private:
    struct Row {
        QWidget* widget;
        QLineEdit* name;
        QComboBox* action;
    };
    void addRow(const Redaction& redaction);
    void removeRow(QWidget* widget);
    void updateState();

    QStringListModel* m_names;
    QVBoxLayout* m_column;
    std::vector<Row> m_rows;
    QPushButton* m_add;
    QWidget* m_hashing;
    QLineEdit* m_hashKey;
};

}  // namespace partita
