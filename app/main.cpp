// partita: the window, or the command line when a subcommand asks for it.
#include <QApplication>
#include <csignal>
#include <cstdio>

#include "app/application.h"
#include "app/command_line.h"
#include "engine/process_memory.h"

int main(int argc, char** argv) {
    partita::keepFreedMemory();
    // A file that may not grow further is an error of write(), like a full disk; the signal would end us.
    std::signal(SIGXFSZ, SIG_IGN);
    if (partita::asksForCommandLine(argc, argv)) return partita::runCommandLine(argc, argv);

    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") ||
                            qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                            qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (!hasDisplay) {
        std::fputs(
            "partita: there is no display to open a window on. \"partita --help\" lists what works without "
            "one; \"partita tour --out DIR\" draws pictures of every screen.\n",
            stderr);
        return 2;
    }
    QApplication application(argc, argv);
    partita::prepareApplication();
    partita::Application partita({});
    partita.window()->show();
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() > 1) partita.open(arguments[1]);
    return QApplication::exec();
}
