// A label whose font and colour come from the theme and follow it. GUI thread only.
#pragma once

#include <QLabel>

namespace partita {

class ThemedLabel final : public QLabel {
    Q_OBJECT
  public:
    enum class Role {
        Title,    // of a page
        Heading,  // of a card or a group
        Section,  // small grey capitals over a list
        Body,
        Secondary,  // explanations, counts
        Error,
        Warning,
        Mono,
    };
    explicit ThemedLabel(Role role, const QString& text = {}, QWidget* parent = nullptr);
    void setRole(Role role);

  private:
    void applyTheme();
    Role m_role;
};

}  // namespace partita
