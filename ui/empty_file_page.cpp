#include "ui/empty_file_page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kWidth = 520;

}  // namespace

EmptyFilePage::EmptyFilePage(QWidget* parent)
    : QWidget(parent),
      m_hint(new ThemedLabel(ThemedLabel::Role::Body)),
      m_newTable(new QPushButton(tr("New table…"))),
      m_import(new QPushButton(tr("Import…"))),
      m_serve(new QPushButton(tr("Serve this file…"))) {
    auto* outer = new QHBoxLayout(this);
    auto* middle = new QWidget;
    middle->setFixedWidth(kWidth);
    outer->addStretch(1);
    outer->addWidget(middle);
    outer->addStretch(1);
    auto* column = new QVBoxLayout(middle);
    column->setSpacing(14);
    column->addStretch(2);
    auto* title = new ThemedLabel(ThemedLabel::Role::Title, tr("This file has no tables yet"));
    title->setAlignment(Qt::AlignHCenter);
    column->addWidget(title);
    m_hint->setAlignment(Qt::AlignHCenter);
    m_hint->setWordWrap(true);
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_hint);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    m_newTable->setObjectName(QStringLiteral("emptyNewTable"));
    m_newTable->setProperty("accent", true);
    m_import->setObjectName(QStringLiteral("emptyImport"));
    m_serve->setObjectName(QStringLiteral("emptyServe"));
    buttons->addStretch(1);
    buttons->addWidget(m_newTable);
    buttons->addWidget(m_import);
    buttons->addWidget(m_serve);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addStretch(3);
    connect(m_newTable, &QPushButton::clicked, this, &EmptyFilePage::newTableRequested);
    connect(m_import, &QPushButton::clicked, this, &EmptyFilePage::importRequested);
    connect(m_serve, &QPushButton::clicked, this, &EmptyFilePage::serveRequested);
    showHint();
}

void EmptyFilePage::setReadOnly(bool isReadOnly) {
    m_isReadOnly = isReadOnly;
    m_newTable->setEnabled(!isReadOnly);
    m_import->setEnabled(!isReadOnly);
    showHint();
}

void EmptyFilePage::setUrl(const QString& url) {
    m_url = url;
    showHint();
}

void EmptyFilePage::showHint() {
    m_serve->setVisible(m_url.isEmpty());
    if (m_isReadOnly)
        m_hint->setText(tr("It can only be read, so none can be made."));
    else if (m_url.isEmpty())
        m_hint->setText(tr(
            "Design one here, import what you have, or serve the file and let a program make its tables with "
            "CreateTable. They show here as they come."));
    else
        m_hint->setText(tr("It is served at %1: a table that a program makes there with CreateTable shows "
                           "here at once.")
                            .arg(m_url));
}

}  // namespace partita
