// The benchmark program: see README.md beside it.
#include <QApplication>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "engine/process_memory.h"
#include "tests/bench/bench.h"

namespace partita::bench {
namespace {

std::uint64_t statusBytes(const char* field) {
    std::ifstream in("/proc/self/status");
    std::string line;
    while (std::getline(in, line))
        if (line.rfind(field, 0) == 0)
            return std::strtoull(line.c_str() + std::strlen(field) + 1, nullptr, 10) * 1024;
    return 0;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value >= 1000 ? "%.0f" : "%.3g", value);
    return text;
}

}  // namespace

void print(const Figure& figure) {
    std::string line = "{\"name\": " + quoted(figure.name) + ", \"ours\": " + rounded(figure.ours);
    if (figure.limit > 0) line += ", \"limit\": " + rounded(figure.limit);
    line += ", \"unit\": " + quoted(figure.unit);
    if (figure.ratio != 0) line += ", \"ratio\": " + rounded(figure.ratio);
    line += ", \"goal\": " + quoted(figure.goal) + ", \"met\": " + (figure.met ? "true" : "false") +
            ", \"settings\": " + quoted(figure.settings) + "}";
    std::puts(line.c_str());
    std::fflush(stdout);
}

std::uint64_t peakMemory() {
    return statusBytes("VmHWM:");
}
std::uint64_t currentMemory() {
    return statusBytes("VmRSS:");
}
void resetPeakMemory() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

void fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
}

}  // namespace partita::bench

int main(int argc, char** argv) {
    using namespace partita::bench;
    partita::keepFreedMemory();  // as the program does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const std::map<std::string, void (*)(const Settings&)> all = {
        {"import", benchImport}, {"query", benchQuery}, {"scan", benchScan}, {"export", benchExport},
        {"growth", benchGrowth}, {"open", benchOpen},   {"load", benchLoad}, {"frames", benchFrames},
    };
    Settings settings;
    std::vector<std::string> chosen;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto number = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
        if (word == "--items") {
            settings.items = number();
        } else if (word == "--bytes") {
            settings.itemBytes = number();
        } else if (word == "--collections") {
            settings.collections = number();
        } else if (word == "--largest") {
            settings.largestCollection = number();
        } else if (word == "--folder" && i + 1 < argc) {
            settings.folder = argv[++i];
        } else if (all.count(word)) {
            chosen.push_back(word);
        } else {
            std::string names;
            for (const auto& [name, run] : all)
                names += " " + name;
            std::fprintf(
                stderr,
                "usage: partita_bench [--items N] [--bytes N] [--collections N] [--largest N] [--folder DIR] "
                "[NAME ...]\nnames:%s; none: all\n",
                names.c_str());
            return 2;
        }
    }
    if (settings.items == 0 || settings.collections == 0)
        fail("--items and --collections take a number of at least 1.");
    if (settings.largestCollection > settings.items) settings.largestCollection = settings.items / 5;
    if (chosen.empty())
        for (const auto& [name, run] : all)
            chosen.push_back(name);
    for (const std::string& name : chosen)
        all.at(name)(settings);
    return 0;
}
