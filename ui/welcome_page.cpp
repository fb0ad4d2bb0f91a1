#include "ui/welcome_page.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/card_button.h"
#include "ui/icons.h"
#include "ui/notice_bar.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kWidth = 1120;  // a line of text stays readable on a wide screen
constexpr int kRecentWidth = 300;
constexpr int kLogo = 44;

QString tildePath(const QString& path) {
    const QString home = QDir::homePath();
    return path.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + path.mid(home.size()) : path;
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("welcomePage"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("welcomeContent"));
    auto* outer = new QVBoxLayout(content);
    outer->setContentsMargins(0, 0, 0, 24);
    outer->setSpacing(0);
    m_notice = new NoticeBar;
    outer->addWidget(m_notice);
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] { emit recoverRequested(m_damaged); });

    m_body = new QWidget;
    m_body->setMaximumWidth(kWidth);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(32, 40, 32, 0);
    column->setSpacing(0);
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_body, 100);
    middle->addStretch(1);
    outer->addLayout(middle);
    outer->addStretch(1);

    auto* head = new QHBoxLayout;
    head->setSpacing(14);
    auto* logo = new QLabel;
    logo->setPixmap(
        QIcon(QStringLiteral(":/icons/partita.svg")).pixmap(QSize(kLogo, kLogo), devicePixelRatioF()));
    head->addWidget(logo, 0, Qt::AlignVCenter);
    auto* names = new QVBoxLayout;
    names->setSpacing(1);
    names->addWidget(new ThemedLabel(ThemedLabel::Role::Title, tr("Partita")));
    names->addWidget(
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("See a single-table design as its item collections, query it as DynamoDB "
                           "would, and find its hot partitions.")));
    head->addLayout(names, 1);
    auto* open = new QPushButton(tr("Open…"));
    open->setObjectName(QStringLiteral("openButton"));
    open->setToolTip(tr("Open a table file (Ctrl+O)"));
    auto* create = new QPushButton(tr("New table…"));
    create->setObjectName(QStringLiteral("newTableButton"));
    create->setToolTip(tr("Make a new table file (Ctrl+N)"));
    create->setProperty("accent", true);
    auto* import = new QPushButton(tr("Import…"));
    import->setObjectName(QStringLiteral("importSourcesButton"));
    import->setToolTip(tr("Make a new table file of items, a model, an export or a template (Ctrl+I)"));
    head->addWidget(open);
    head->addWidget(import);
    head->addWidget(create);
    column->addLayout(head);
    column->addSpacing(28);
    m_busy = new ThemedLabel(ThemedLabel::Role::Body);
    m_busy->hide();
    column->addWidget(m_busy);

    auto* row = new QHBoxLayout;
    row->setSpacing(32);
    row->addWidget(makeSamples(), 1);
    m_recentSide = new QWidget;
    m_recentSide->setFixedWidth(kRecentWidth);
    auto* recentColumn = new QVBoxLayout(m_recentSide);
    recentColumn->setContentsMargins(0, 0, 0, 0);
    recentColumn->setSpacing(8);
    auto* recentHead = new QHBoxLayout;
    recentHead->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Recent files")), 1);
    recentColumn->addLayout(recentHead);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(2);
    recentColumn->addLayout(m_recent);
    recentColumn->addStretch(1);
    row->addWidget(m_recentSide);
    column->addLayout(row);
    column->addSpacing(24);
    auto* drop =
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("Drop a table file (.partita) anywhere in this window to open it; drop "
                           "anything else, such as items, a model or an export to S3, to import it."));
    column->addWidget(drop);
    setWidget(content);

    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    connect(create, &QPushButton::clicked, this, &WelcomePage::newTableRequested);
    connect(import, &QPushButton::clicked, this, &WelcomePage::importRequested);
    connect(&Theme::instance(), &Theme::changed, this, &WelcomePage::applyTheme);
    setRecentFiles({});
    applyTheme();
}

QWidget* WelcomePage::makeSamples() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(new ThemedLabel(ThemedLabel::Role::Section, tr("Samples")));
    auto* grid = new QGridLayout;
    grid->setSpacing(12);
    int place = 0;
    for (const Sample& sample : sampleList()) {
        const QString items = tr("%Ln item(s)", "", sample.items);
        const QString note =
            sample.indexes == 0
                ? items
                : tr("%1 · %2", "items and indexes").arg(items, tr("%n index(es)", "", sample.indexes));
        auto* card = new CardButton(CardButton::Look::Card, sample.title, sample.description, note);
        card->setObjectName(QStringLiteral("sample-%1").arg(sample.id));
        connect(card, &CardButton::clicked, this, [this, sample] { emit sampleRequested(sample); });
        grid->addWidget(card, place / 2, place % 2);
        ++place;
    }
    column->addLayout(grid);
    m_sampleFolder = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_sampleFolder->setWordWrap(true);
    column->addWidget(m_sampleFolder);
    column->addStretch(1);
    return side;
}

void WelcomePage::setRecentFiles(const QStringList& paths) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        // Later: one of them may be the sender of what led here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    if (paths.isEmpty()) {
        auto* none =
            new ThemedLabel(ThemedLabel::Role::Secondary,
                            tr("Files that you open are listed here. A sample is a good first one."));
        none->setWordWrap(true);
        m_recent->addWidget(none);
        return;
    }
    for (const QString& path : paths) {
        const QFileInfo file(path);
        auto* button = new CardButton(CardButton::Look::Row, file.fileName(), tildePath(file.absolutePath()));
        button->setToolTip(path);
        connect(button, &CardButton::clicked, this, [this, path] { emit fileRequested(path); });
        m_recent->addWidget(button);
    }
    auto* clear = new QPushButton(tr("Clear this list"));
    clear->setFlat(true);
    connect(clear, &QPushButton::clicked, this, &WelcomePage::recentCleared);
    m_recent->addWidget(clear, 0, Qt::AlignLeft);
}

void WelcomePage::setSampleFolder(const QString& folder) {
    m_sampleFolder->setText(tr("Opening a sample makes a new table file in %1.").arg(tildePath(folder)));
}

void WelcomePage::showError(const Error& error, const QString& path) {
    const QString message = QString::fromStdString(error.message);
    const QString where = QString::fromStdString(error.where);
    const QString place = where.isEmpty() || where == path ? path : tr("%1, %2").arg(path, where);
    m_notice->say(NoticeBar::Kind::Error, tr("%1 was not opened.\n%2").arg(place, message));
    if (error.code == ErrorCode::DamagedFile) {
        m_damaged = path;
        m_notice->setAction(tr("Recover into a new file…"));
    }
    ensureVisible(0, 0);
}

void WelcomePage::showMessage(const QString& text) {
    m_notice->say(NoticeBar::Kind::Warning, text);
}
void WelcomePage::clearMessage() {
    m_notice->dismiss();
}
QString WelcomePage::message() const {
    return m_notice->text();
}

void WelcomePage::setBusy(const QString& what) {
    m_busy->setText(what);
    m_busy->setVisible(!what.isEmpty());
}

void WelcomePage::applyTheme() {
    setStyleSheet(QStringLiteral("#welcomePage, #welcomeContent { background: %1; border: 0; }")
                      .arg(Theme::instance().colours().surface.name()));
}

}  // namespace partita
