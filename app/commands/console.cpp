#include "app/commands/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace partita {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void Output::write(std::string_view text) {
    m_buffer += text;
    if (m_buffer.size() >= kBufferBytes) flush();
}

void Output::flush() {
    std::string_view left = m_buffer;
    while (!left.empty() && m_error == 0) {
        const ssize_t written = ::write(STDOUT_FILENO, left.data(), left.size());
        if (written >= 0)
            left.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_error = errno;
    }
    m_buffer.clear();
}

ExitStatus Output::finish(ExitStatus status) {
    flush();
    if (m_error == 0 || m_error == EPIPE) return status;
    say(std::string("standard output cannot be written: ") + std::strerror(m_error));
    return ExitStatus::FileTrouble;
}

void openStandardStreams() {
    int opened = ::open("/dev/null", O_RDWR);
    while (opened >= 0 && opened <= STDERR_FILENO)
        opened = ::open("/dev/null", O_RDWR);
    if (opened >= 0) ::close(opened);
}

void say(std::string_view message) {
    std::fprintf(stderr, "partita: %.*s\n", static_cast<int>(message.size()), message.data());
}

ExitStatus fail(const Error& error) {
    const std::string_view name = serviceName(error.code);
    say(name.empty() ? error.text() : std::string(name) + ": " + error.text());
    if (error.code == ErrorCode::DamagedFile)
        say("`partita recover FILE NEW` makes a new file of what can be read of it");
    return exitStatusOf(error.code);
}

ExitStatus wrongUsage(const CommandSpec& spec, std::string_view message) {
    say(message);
    std::fputs(spec.usageText().c_str(), stderr);
    return ExitStatus::WrongUsage;
}

std::string countText(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t place = text.size(); place > 3; place -= 3)
        text.insert(place - 3, 1, ',');
    return text;
}

std::string unitsText(HalfUnits units) {
    return countText(units / 2) + (units % 2 == 0 ? "" : ".5");
}

std::string unitsJson(HalfUnits units) {
    return std::to_string(units / 2) + (units % 2 == 0 ? ".0" : ".5");
}

std::string decimalText(double value) {
    const double tenths = std::round(value * 10);
    const auto whole = static_cast<std::uint64_t>(std::floor(tenths / 10));
    return countText(whole) + "." + std::to_string(static_cast<std::uint64_t>(tenths) % 10);
}

std::string textTable(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::size_t width = codePoints(columns[c].title);
        for (const auto& row : rows)
            width = std::max(width, codePoints(row[c]));
        widths.push_back(width);
    }
    std::string out;
    const auto line = [&](const auto& cell) {
        std::string text;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::string& content = cell(c);
            const std::string padding(widths[c] - codePoints(content), ' ');
            text += (c == 0 ? "" : "  ") + (columns[c].right ? padding + content : content + padding);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    line([&](std::size_t c) -> const std::string& { return columns[c].title; });
    for (const auto& row : rows)
        line([&](std::size_t c) -> const std::string& { return row[c]; });
    return out;
}

}  // namespace partita
