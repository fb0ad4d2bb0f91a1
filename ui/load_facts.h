// What a recording holds, as name and figure in two columns: where it came from, when, how many requests and
// units. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "model/load_snapshot.h"

namespace partita {

class ElidedLabel;

class LoadFacts final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadFacts(QWidget* parent = nullptr);
    void setSnapshot(const LoadSnapshot* snapshot);
    /// "name: figure" a line.
    QString text() const;

  private:
    struct Fact {
        QString name;
        QString figure;
    };
    static std::vector<Fact> factsOf(const LoadSnapshot& snapshot);

    std::vector<ElidedLabel*> m_names;
    std::vector<ElidedLabel*> m_figures;
};

}  // namespace partita
