// JSON text that is edited: coloured, with what is wrong underlined and what was changed marked. Gives its
// text back as it was set, character for character. GUI thread only.
#pragma once

#include <QPlainTextEdit>
#include <utility>
#include <vector>

#include "ui/json_highlighter.h"

namespace partita {

class JsonEdit final : public QPlainTextEdit {
    Q_OBJECT
  public:
    explicit JsonEdit(QWidget* parent = nullptr);

    /// Forgets what could be undone. The text must hold none of the characters that end a paragraph of a text
    /// document (U+2028, U+2029, U+FDD0, U+FDD1); line feeds it may.
    void setText(const QString& text);
    /// toPlainText() would make spaces of no-break spaces.
    QString text() const;

    /// Characters [begin, end); begin < 0: nothing is wrong.
    void setFault(qsizetype begin, qsizetype end);
    void setChanged(std::vector<std::pair<qsizetype, qsizetype>> ranges);
    /// The keyboard goes to what is wrong.
    void goToFault();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void mark();
    void applyTheme();

    JsonHighlighter* m_highlighter;
    std::pair<qsizetype, qsizetype> m_fault{-1, -1};
    std::vector<std::pair<qsizetype, qsizetype>> m_changed;
};

}  // namespace partita
