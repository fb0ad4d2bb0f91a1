#include "ui/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "ui/theme.h"

namespace partita {
namespace {

QString fileOf(IconName name) {
    const char* file = "";
    switch (name) {
        case IconName::Open:
            file = "open";
            break;
        case IconName::New:
            file = "new";
            break;
        case IconName::Import:
            file = "import";
            break;
        case IconName::Lock:
            file = "lock";
            break;
        case IconName::Warning:
            file = "warning";
            break;
        case IconName::Info:
            file = "info";
            break;
        case IconName::Close:
            file = "close";
            break;
        case IconName::Table:
            file = "table";
            break;
        case IconName::Refresh:
            file = "refresh";
            break;
        case IconName::Back:
            file = "back";
            break;
        case IconName::Add:
            file = "add";
            break;
        case IconName::Remove:
            file = "remove";
            break;
    }
    return QStringLiteral(":/icons/%1.svg").arg(QLatin1String(file));
}

/// The drawings use "currentColor"; it is replaced on each paint.
class ThemedIconEngine final : public QIconEngine {
  public:
    explicit ThemedIconEngine(IconName name) : m_name(name) {
        QFile file(fileOf(name));
        if (file.open(QIODevice::ReadOnly)) m_drawing = file.readAll();
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const ThemeColours& colours = Theme::instance().colours();
        const QColor colour = mode == QIcon::Disabled                            ? colours.textFaint
                              : mode == QIcon::Active || mode == QIcon::Selected ? colours.text
                                                                                 : colours.textSecondary;
        QByteArray drawing = m_drawing;
        drawing.replace("currentColor", colour.name().toLatin1());
        QSvgRenderer(drawing).render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(m_name); }

  private:
    IconName m_name;
    QByteArray m_drawing;
};

}  // namespace

QIcon icon(IconName name) {
    return QIcon(new ThemedIconEngine(name));
}

}  // namespace partita
