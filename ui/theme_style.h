// How standard widgets are drawn: flat inputs with thin lines, one accent, quiet lists. ThemeStyle draws what
// a style sheet cannot without picture files (arrows, checks, frames of inputs and buttons); the style sheet
// does the rest. A QPushButton with the property "accent" set to true is the one accent button of its page.
// GUI thread only.
#pragma once

#include <QProxyStyle>
#include <QString>

namespace partita {

struct ThemeColours;

QString styleSheetOf(const ThemeColours& colours);

class ThemeStyle final : public QProxyStyle {
    Q_OBJECT
  public:
    ThemeStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
};

}  // namespace partita
