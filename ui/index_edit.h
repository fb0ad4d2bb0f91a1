// The form of one secondary index: name, keys, what it holds. GUI thread only.
#pragma once

#include <QFrame>

#include "engine/table/table_definition.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace partita {

class KeyListEdit;

class IndexEdit final : public QFrame {
    Q_OBJECT
  public:
    explicit IndexEdit(IndexKind kind, QWidget* parent = nullptr);

    void setIndex(const IndexDefinition& index);
    /// A local index takes its partition key from the table.
    IndexDefinition index(const KeySchema& table) const;
    QLineEdit* nameEdit() const { return m_name; }
    /// Whether there is a button to remove it; there is, at first.
    void setRemovable(bool isRemovable);

  signals:
    void edited();
    void removeRequested();

  private:
    void applyTheme();

    IndexKind m_kind;
    QToolButton* m_remove;
    QLineEdit* m_name;
    KeyListEdit* m_partition = nullptr;  // none for a local index
    KeyListEdit* m_sort;
    QComboBox* m_projection;
    QLineEdit* m_included;
    std::optional<Throughput> m_throughput;  // from a schema file; kept as it is
};

}  // namespace partita
