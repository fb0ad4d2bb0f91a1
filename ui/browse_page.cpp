#include "ui/browse_page.h"

#include <QVBoxLayout>

#include "ui/browse_bar.h"
#include "ui/go_to_key_bar.h"

namespace partita {

BrowsePage::BrowsePage(QWidget* blocks, QWidget* parent)
    : QWidget(parent), m_bar(new BrowseBar), m_goToKey(new GoToKeyBar) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_goToKey);
    column->addWidget(blocks, 1);
    setFocusProxy(blocks);
    connect(m_goToKey, &GoToKeyBar::closed, blocks, qOverload<>(&QWidget::setFocus));
}

}  // namespace partita
