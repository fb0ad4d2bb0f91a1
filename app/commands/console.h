// Standard output for data, standard error for messages, and figures as people read them.
// One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/arguments.h"
#include "engine/request.h"

namespace partita {

/// Data for standard output, in pieces. A reader that has gone away (| head) is no fault: writing just ends.
class Output final {
  public:
    void write(std::string_view text);
    /// False once nothing can be written any more: there is no use in going on.
    bool isOpen() const { return m_error == 0; }
    /// Writes what is left; `status`, or FileTrouble with a message when not all could be written (disk
    /// full).
    ExitStatus finish(ExitStatus status);

  private:
    void flush();
    std::string m_buffer;
    int m_error = 0;  // errno of the first write that failed
};

/// Opens /dev/null for each standard stream that the caller has closed: the next file to be opened would take
/// its descriptor, and what is printed would go into the table file. To be called first.
void openStandardStreams();

/// One line on standard error: "partita: …".
void say(std::string_view message);
/// Says the error and returns its exit status.
ExitStatus fail(const Error& error);
/// Says what is wrong and how the command is used.
ExitStatus wrongUsage(const CommandSpec& spec, std::string_view message);

/// "1,234,567".
std::string countText(std::uint64_t count);
/// Half units as units, exact: "1,234.5".
std::string unitsText(HalfUnits units);
/// The same for JSON: 1234.5.
std::string unitsJson(HalfUnits units);
/// With one decimal: "12.3".
std::string decimalText(double value);

struct Column {
    std::string title;
    bool right = false;  // figures
};
/// Lines of aligned columns, two spaces between. Width is counted in code points; put free text last.
std::string textTable(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

}  // namespace partita
