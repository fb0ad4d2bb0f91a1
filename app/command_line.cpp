#include "app/command_line.h"

#include "app/commands/commands.h"
#include "app/commands/console.h"
#include "app/commands/interruption.h"

namespace partita {

namespace {

const std::vector<const CommandSpec*>& commands() {
    static const std::vector<const CommandSpec*> all = {&createCommand(),  &importCommand(), &exportCommand(),
                                                        &recoverCommand(), &queryCommand(),  &loadCommand(),
                                                        &requestCommand(), &serveCommand(),  &tourCommand()};
    return all;
}

const CommandSpec* commandNamed(std::string_view name) {
    for (const CommandSpec* command : commands())
        if (command->name == name) return command;
    return nullptr;
}

bool isHelp(std::string_view word) {
    return word == "--help" || word == "-h";
}
bool isVersion(std::string_view word) {
    return word == "--version" || word == "-v";
}

std::string generalHelp() {
    std::string out =
        "Usage: partita [FILE]\n"
        "       partita COMMAND ARGUMENT...\n\n"
        "A desktop browser for DynamoDB-style single-table designs. With a table file or with nothing it "
        "opens\n"
        "the window; with a command it needs no display.\n\n"
        "Commands:\n";
    for (const CommandSpec* command : commands()) {
        std::string name = "  " + std::string(command->name);
        name.resize(12, ' ');
        out += name + std::string(command->summary) + "\n";
    }
    return out +
           "  help      show this, or the help of a command: partita help query\n\n"
           "Options:\n"
           "  --help      show this; after a command, its own help\n"
           "  --version   show the version\n\n"
           "Exit status: 0 done; 1 the answer is no; 2 wrong usage; 3 a file is missing, damaged or held by "
           "another;\n"
           "4 the request was refused; 130 cancelled.\n";
}

ExitStatus print(const std::string& text) {
    Output output;
    output.write(text);
    return output.finish(ExitStatus::Done);
}

ExitStatus showHelp(const std::vector<std::string>& words) {
    if (words.empty()) return print(generalHelp());
    if (const CommandSpec* command = commandNamed(words.front())) return print(command->helpText());
    say("there is no command " + words.front() + "; partita --help lists them");
    return ExitStatus::WrongUsage;
}

ExitStatus run(const CommandSpec& command, const std::vector<std::string>& words, std::stop_token stop) {
    for (const std::string& word : words) {
        if (word == "--") break;
        if (isHelp(word)) return print(command.helpText());
    }
    const Result<Arguments> arguments = Arguments::parse(command, words);
    if (!arguments) return wrongUsage(command, arguments.error().message);
    return command.run(*arguments, stop);
}

}  // namespace

bool asksForCommandLine(int argc, const char* const* argv) {
    if (argc < 2) return false;
    const std::string_view first = argv[1];
    return first == "help" || isHelp(first) || isVersion(first) || commandNamed(first) != nullptr;
}

int runCommandLine(int argc, char** argv) {
    openStandardStreams();
    const Interruption interruption;
    const std::string_view first = argc < 2 ? "help" : argv[1];
    const std::vector<std::string> rest(argv + (argc < 2 ? argc : 2), argv + argc);
    ExitStatus status = ExitStatus::Done;
    if (isVersion(first))
        status = print("partita " PARTITA_VERSION "\n");
    else if (const CommandSpec* command = commandNamed(first))
        status = run(*command, rest, interruption.token());
    else
        status = showHelp(rest);
    return static_cast<int>(status);
}

}  // namespace partita
