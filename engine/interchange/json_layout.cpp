#include "engine/interchange/json_layout.h"

#include <cstddef>
#include <vector>

namespace partita {
namespace {

// What fits beside a name of usual length on a line of about a hundred characters.
constexpr std::size_t kInlineBytes = 72;

/// The position after the string that begins at `at`.
std::size_t stringEnd(std::string_view text, std::size_t at) {
    for (++at; text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
    }
    return at + 1;
}

bool opens(char c) {
    return c == '{' || c == '[';
}
bool closes(char c) {
    return c == '}' || c == ']';
}

class Layout final {
  public:
    Layout(std::string_view compact, int indent)
        : m_text(compact), m_indent(static_cast<std::size_t>(indent)) {
        findEnds();
    }

    std::string run() {
        std::size_t inlineUntil = 0;  // inside a container kept on one line
        std::size_t container = 0;    // how many have been opened
        for (std::size_t at = 0; at < m_text.size();) {
            const char c = m_text[at];
            if (c == '"') {
                const std::size_t end = stringEnd(m_text, at);
                m_out.append(m_text.substr(at, end - at));
                at = end;
                continue;
            }
            if (opens(c)) {
                const Container& opened = m_containers[container++];
                if (at >= inlineUntil && at > 0 && staysInline(at, opened)) inlineUntil = opened.end;
                m_out += c;
                if (at >= inlineUntil && opened.end != at + 2) breakLine(++m_depth);
            } else if (closes(c)) {
                if (at >= inlineUntil && !opens(m_text[at - 1])) breakLine(--m_depth);
                m_out += c;
            } else {
                m_out += c;
                if (c == ':') m_out += ' ';
                if (c == ',' && at >= inlineUntil) {
                    breakLine(m_depth);
                } else if (c == ',') {
                    m_out += ' ';
                }
            }
            ++at;
        }
        return std::move(m_out);
    }

  private:
    struct Container {
        std::size_t end = 0;    // after its closing bracket
        bool branches = false;  // holds more than one value, or a container
    };

    void findEnds() {
        std::vector<std::size_t> open;
        for (std::size_t at = 0; at < m_text.size();) {
            const char c = m_text[at];
            if (c == '"') {
                at = stringEnd(m_text, at);
                continue;
            }
            if (opens(c)) {
                if (!open.empty()) m_containers[open.back()].branches = true;
                open.push_back(m_containers.size());
                m_containers.emplace_back();
            } else if (closes(c)) {
                m_containers[open.back()].end = at + 1;
                open.pop_back();
            } else if (c == ',') {
                m_containers[open.back()].branches = true;
            }
            ++at;
        }
    }

    /// One scalar never needs lines of its own, however long it is: {"S": "…"}.
    static bool staysInline(std::size_t begin, const Container& container) {
        return container.end - begin <= kInlineBytes || !container.branches;
    }

    void breakLine(std::size_t depth) {
        m_out += '\n';
        m_out.append(depth * m_indent, ' ');
    }

    std::string_view m_text;
    std::size_t m_indent;
    std::size_t m_depth = 0;
    std::vector<Container> m_containers;  // in the order in which they open
    std::string m_out;
};

}  // namespace

std::string laidOut(std::string_view compact, int indent) {
    return Layout(compact, indent).run();
}

}  // namespace partita
