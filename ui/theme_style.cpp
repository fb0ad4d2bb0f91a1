#include "ui/theme_style.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QMenuBar>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolButton>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr qreal kRadius = 4;
constexpr int kTextInset = 4;     // between the frame of a field or button and its text, beyond Fusion's
constexpr int kInputHeight = 26;  // inputs and buttons of one row stand on one line

const ThemeColours& colours() {
    return Theme::instance().colours();
}

void frame(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& line, qreal width = 1) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(line.alpha() == 0 ? QPen(Qt::NoPen) : QPen(line, width));
    const qreal half = width / 2;
    painter->drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), kRadius, kRadius);
    painter->restore();
}

/// Turned by quarters: 0 points down, 1 left, 2 up, 3 right.
void chevron(QPainter* painter, const QRect& rect, int quarters, const QColor& colour) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(QRectF(rect).center());
    painter->rotate(90.0 * quarters);
    painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(QPolygonF{QPointF(-3.5, -1.6), QPointF(0, 1.9), QPointF(3.5, -1.6)});
    painter->restore();
}

void inputFrame(QPainter* painter, const QStyleOption* option) {
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool focused = option->state & QStyle::State_HasFocus;
    frame(painter, option->rect, enabled ? colours().surfaceRaised : colours().window,
          focused ? colours().accent : colours().line, focused ? 1.5 : 1);
}

bool isAccent(const QWidget* widget) {
    return widget && widget->property("accent").toBool();
}

void buttonFrame(QPainter* painter, const QStyleOption* option, const QWidget* widget) {
    const auto& c = colours();
    const auto state = option->state;
    const bool enabled = state & QStyle::State_Enabled;
    const bool pressed = state & QStyle::State_Sunken;
    const bool hovered = state & QStyle::State_MouseOver;
    if (isAccent(widget) && enabled) {
        const QColor fill = pressed ? c.accent.darker(115) : hovered ? c.accent.lighter(107) : c.accent;
        frame(painter, option->rect, fill, Qt::transparent);
        if (state & QStyle::State_HasFocus)
            frame(painter, option->rect.adjusted(2, 2, -2, -2), Qt::transparent, c.onAccent, 1);
        return;
    }
    QColor fill = enabled ? c.surfaceRaised : c.window;
    if (state & QStyle::State_On)
        fill = c.selection;
    else if (pressed)
        fill = c.line;
    else if (hovered && enabled)
        fill = c.hover;
    const bool focused = state & QStyle::State_HasFocus;
    frame(painter, option->rect, fill, focused ? c.accent : c.line, focused ? 1.5 : 1);
}

void indicator(QPainter* painter, const QStyleOption* option, bool round) {
    const auto& c = colours();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(on && enabled ? c.accent : c.textFaint, 1));
    painter->setBrush(on ? (enabled ? c.accent : c.line) : enabled ? c.surfaceRaised : c.window);
    if (round)
        painter->drawEllipse(box);
    else
        painter->drawRoundedRect(box, 3, 3);
    const QColor mark = enabled ? c.onAccent : c.textFaint;
    if (round && on) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(mark);
        painter->drawEllipse(box.center(), 2.6, 2.6);
    } else if (on) {
        painter->setPen(QPen(mark, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        const QPointF m = box.center();
        if (option->state & QStyle::State_NoChange)
            painter->drawLine(m + QPointF(-3, 0), m + QPointF(3, 0));
        else
            painter->drawPolyline(
                QPolygonF{m + QPointF(-3.2, 0.2), m + QPointF(-0.9, 2.6), m + QPointF(3.4, -2.4)});
    }
    painter->restore();
}

void comboBox(QPainter* painter, const QStyleOptionComboBox* option, const QProxyStyle* style,
              const QWidget* widget) {
    if (option->frame) {
        if (option->editable)
            inputFrame(painter, option);
        else
            buttonFrame(painter, option, widget);
    }
    // As far from the edge as the text is from the other one.
    QRect arrow = style->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxArrow, widget);
    arrow.setLeft(arrow.right() - 20);
    arrow.translate(-2, 0);
    chevron(painter, arrow, 0,
            option->state & QStyle::State_Enabled ? colours().textSecondary : colours().textFaint);
}

void spinBox(QPainter* painter, const QStyleOptionSpinBox* option, const QProxyStyle* style,
             const QWidget* widget) {
    if (option->frame) inputFrame(painter, option);
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    const auto button = [&](QStyle::SubControl part, QAbstractSpinBox::StepEnabledFlag step, int quarters) {
        const QRect rect = style->subControlRect(QStyle::CC_SpinBox, option, part, widget);
        const bool enabled = (option->state & QStyle::State_Enabled) && (option->stepEnabled & step);
        chevron(painter, rect, quarters, enabled ? colours().textSecondary : colours().line);
    };
    button(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, 2);
    button(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, 0);
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    const QColor arrow = option->state & State_Enabled ? colours().textSecondary : colours().textFaint;
    switch (element) {
        case PE_PanelLineEdit: {
            const auto* panel = qstyleoption_cast<const QStyleOptionFrame*>(option);
            if (panel && panel->lineWidth > 0) inputFrame(painter, option);
            return;
        }
        case PE_PanelButtonCommand:
            buttonFrame(painter, option, widget);
            return;
        case PE_PanelButtonTool:
            if (option->state & (State_On | State_Sunken))
                frame(painter, option->rect, colours().selection, Qt::transparent);
            else if ((option->state & State_MouseOver) && (option->state & State_Enabled))
                frame(painter, option->rect, colours().hover, colours().line);
            if (option->state & State_HasFocus && option->state & State_KeyboardFocusChange)
                frame(painter, option->rect, Qt::transparent, colours().accent, 1.5);
            return;
        case PE_FrameFocusRect:
            // Inputs and buttons show focus in their own frame.
            if (qobject_cast<const QPushButton*>(widget) || qobject_cast<const QComboBox*>(widget)) return;
            if (qobject_cast<const QAbstractItemView*>(widget)) return;
            frame(painter, option->rect, Qt::transparent, colours().accent, 1);
            return;
        case PE_IndicatorCheckBox:
            indicator(painter, option, false);
            return;
        case PE_IndicatorRadioButton:
            indicator(painter, option, true);
            return;
        case PE_IndicatorArrowDown:
            chevron(painter, option->rect, 0, arrow);
            return;
        case PE_IndicatorArrowLeft:
            chevron(painter, option->rect, 1, arrow);
            return;
        case PE_IndicatorArrowUp:
            chevron(painter, option->rect, 2, arrow);
            return;
        case PE_IndicatorArrowRight:
            chevron(painter, option->rect, 3, arrow);
            return;
        case PE_IndicatorBranch:
            if (option->state & State_Children)
                chevron(painter, option->rect, option->state & State_Open ? 0 : 3, colours().textSecondary);
            return;
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    if (element == CE_PushButtonLabel && isAccent(widget) && (option->state & State_Enabled)) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton copy(*button);
            copy.palette.setColor(QPalette::ButtonText, colours().onAccent);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
    if (control == CC_ComboBox) {
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            comboBox(painter, combo, this, widget);
            return;
        }
    }
    if (control == CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            spinBox(painter, spin, this, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical:
            return 0;
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
            return 15;
        case PM_SplitterWidth:
        case PM_DockWidgetSeparatorExtent:
            return 1;
        case PM_DockWidgetFrameWidth:
            return 0;
        case PM_SmallIconSize:
            return 16;
        case PM_MenuPanelWidth:
            return 1;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* result) const {
    switch (hint) {
        case SH_ComboBox_Popup:
            return 0;  // a list below the box, not over it
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
        case SH_UnderlineShortcut:
            // Alt with the letter works all the same; a row of underlines is noise.
            if (qobject_cast<const QMenuBar*>(widget)) return 0;
            return QProxyStyle::styleHint(hint, option, widget, result);
        case SH_EtchDisabledText:
            return 0;
        case SH_ToolTip_WakeUpDelay:
            return 500;
        default:
            return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

QRect ThemeStyle::subElementRect(SubElement element, const QStyleOption* option,
                                 const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element != SE_LineEditContents) return rect;
    // A field inside another one (a spin box, an editable combo box) has that one's frame.
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    return frame && frame->lineWidth > 0 ? rect.adjusted(kTextInset, 0, -kTextInset, 0) : rect;
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
        case CT_PushButton:
            result.setHeight(qMax(kInputHeight, size.height() + 8));
            if (widget && widget->property("flat").toBool()) break;
            result.rwidth() += 2 * kTextInset + (isAccent(widget) ? 8 : 0);
            break;
        case CT_LineEdit:
            result.rwidth() += 2 * kTextInset;
            [[fallthrough]];
        case CT_ComboBox:
        case CT_SpinBox:
            result.setHeight(qMax(kInputHeight, result.height()));
            break;
        default:
            break;
    }
    return result;
}

QString styleSheetOf(const ThemeColours& c) {
    QString sheet = QStringLiteral(R"(
QMenuBar { background: @window; color: @text; border-bottom: 1px solid @line; padding: 1px 4px; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @selection; }
QMenu { background: @raised; color: @text; border: 1px solid @lineStrong; padding: 4px 0; }
QMenu::item { padding: 5px 28px 5px 26px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @faint; background: transparent; }
QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
QMenu::indicator { width: 15px; height: 15px; left: 6px; }
QToolTip { background: @raised; color: @text; border: 1px solid @lineStrong; padding: 4px 6px; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: @window; }
QTabBar::tab { background: transparent; color: @secondary; padding: 6px 14px; border: none;
               border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover:!selected { color: @text; background: @hover; }
QTabBar::tab:focus { color: @accent; }
QDockWidget::title { background: @window; padding: 6px 12px; text-align: left; border-bottom: 1px solid @line; }
QMainWindow::separator, QSplitter::handle { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover, QSplitter::handle:hover { background: @accent; }
QAbstractItemView { background: @surface; color: @text; border: 1px solid @line; outline: none;
                    selection-background-color: @selection; selection-color: @text; }
QListView::item, QTreeView::item { padding: 3px 4px; border: none; }
QListView::item:hover, QTreeView::item:hover { background: @hover; }
QListView::item:selected, QTreeView::item:selected { background: @selection; color: @text; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @lineStrong; padding: 2px; }
QHeaderView { background: @window; border: none; }
QHeaderView::section { background: @window; color: @secondary; border: none; border-bottom: 1px solid @line;
                       padding: 4px 8px; }
QTableView { gridline-color: @line; }
QTextEdit, QPlainTextEdit { background: @raised; color: @text; border: 1px solid @line; border-radius: 4px;
                            selection-background-color: @selection; selection-color: @text; }
QTextEdit:focus, QPlainTextEdit:focus { border: 1px solid @accent; }
QGroupBox { border: none; margin-top: 18px; }
QGroupBox::title { subcontrol-origin: margin; left: 0; color: @secondary; }
QProgressBar { background: @line; border: none; border-radius: 3px; height: 6px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QStatusBar { background: @window; color: @secondary; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; margin: 0; }
QScrollBar:horizontal { height: 12px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
)");
    // Longer names first, so that no name is replaced as the beginning of another.
    const std::pair<const char*, QColor> names[] = {{"@lineStrong", c.lineStrong},
                                                    {"@secondary", c.textSecondary},
                                                    {"@selection", c.selection},
                                                    {"@surface", c.surface},
                                                    {"@accent", c.accent},
                                                    {"@handle", c.lineStrong},
                                                    {"@raised", c.surfaceRaised},
                                                    {"@window", c.window},
                                                    {"@faint", c.textFaint},
                                                    {"@hover", c.hover},
                                                    {"@line", c.line},
                                                    {"@text", c.text}};
    for (const auto& [name, colour] : names)
        sheet.replace(QLatin1String(name), colour.name());
    return sheet;
}

}  // namespace partita
