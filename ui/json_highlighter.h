// Colours JSON as engine/interchange/json.h writes it: names, strings, and the other scalars. GUI thread
// only.
#pragma once

#include <QSyntaxHighlighter>

namespace partita {

class JsonHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT
  public:
    explicit JsonHighlighter(QTextDocument* document);

  protected:
    void highlightBlock(const QString& line) override;
};

}  // namespace partita
