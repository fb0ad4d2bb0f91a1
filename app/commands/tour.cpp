// partita tour: pictures of every screen, drawn off screen.
#include <QtWidgets/QApplication>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/tour.h"

namespace partita {

namespace {

/// Qt's messages but one: that the off-screen platform cannot pass a window's sizes on, once for each
/// picture.
void showMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (!text.contains(QLatin1String("propagateSizeHints")))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
}

ExitStatus tour(const Arguments& arguments, std::stop_token) {
    const std::optional<std::string> directory = arguments.value("out");
    if (!directory) return wrongUsage(arguments.spec(), "--out is missing: the folder for the pictures");
    qInstallMessageHandler(showMessage);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    char name[] = "partita";
    char* words[] = {name, nullptr};
    int count = 1;
    const QApplication application(count, words);
    const int status = runTour(QString::fromStdString(*directory),
                               QString::fromStdString(arguments.operand(0).value_or("")));
    return static_cast<ExitStatus>(status);
}

}  // namespace

const CommandSpec& tourCommand() {
    static const CommandSpec spec = {
        .name = "tour",
        .summary = "Draw pictures of every screen, without a display.",
        .usage = "--out DIR [FILE]",
        .operands = {"FILE"},
        .options = {{"out", "DIR", "the folder for the pictures; made when it is missing"}},
        .notes = "Without FILE the pictures show a bundled sample.",
        .run = tour};
    return spec;
}

}  // namespace partita
