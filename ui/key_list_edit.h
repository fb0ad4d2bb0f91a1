// A short list of key attributes, each a name and a type: the partition or the sort part of a key.
// GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/table/table_definition.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace partita {

class KeyListEdit final : public QWidget {
    Q_OBJECT
  public:
    struct Shape {
        int least = 1;  // rows that cannot be taken away
        int most = 1;
        QString rowName;  // "Partition key", for screen readers and placeholders
        QString addText;  // of the button that adds a row
    };
    explicit KeyListEdit(const Shape& shape, QWidget* parent = nullptr);

    void setAttributes(const std::vector<KeyAttribute>& attributes);
    /// Rows in order; a row whose name is empty counts only if it cannot be taken away.
    std::vector<KeyAttribute> attributes() const;
    QLineEdit* firstName() const;

  signals:
    void edited();

  private:
    struct Row {
        QWidget* widget;
        QLineEdit* name;
        QComboBox* type;
    };
    void addRow(const KeyAttribute& attribute);
    void removeRow(QWidget* widget);
    void updateButtons();

    Shape m_shape;
    std::vector<Row> m_rows;
    QVBoxLayout* m_column;
    QPushButton* m_add;
};

}  // namespace partita
