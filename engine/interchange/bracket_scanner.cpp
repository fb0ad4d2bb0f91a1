#include "engine/interchange/bracket_scanner.h"

#include <bit>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace partita {
namespace {

constexpr std::size_t kStep = 64;

/// Bit i tells about byte i of a step.
struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
    std::uint64_t lineBreaks = 0;
};

// '[' and '{' differ in this bit only, and so do ']' and '}'.
constexpr char kBraceBit = 0x20;

#ifdef __SSE2__
Marks marksOf(const char* bytes) {
    Marks marks;
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
        const __m128i braces = _mm_or_si128(block, _mm_set1_epi8(kBraceBit));
        const auto equal = [part](__m128i in, char c) {
            const auto bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(in, _mm_set1_epi8(c))));
            return static_cast<std::uint64_t>(bits) << (16 * part);
        };
        marks.quotes |= equal(block, '"');
        marks.backslashes |= equal(block, '\\');
        marks.opening |= equal(braces, '{');
        marks.closing |= equal(braces, '}');
        marks.lineBreaks |= equal(block, '\n');
    }
    return marks;
}
#else
Marks marksOf(const char* bytes) {
    Marks marks;
    for (unsigned i = 0; i < kStep; ++i) {
        const char c = bytes[i];
        const char brace = static_cast<char>(c | kBraceBit);
        marks.quotes |= static_cast<std::uint64_t>(c == '"') << i;
        marks.backslashes |= static_cast<std::uint64_t>(c == '\\') << i;
        marks.opening |= static_cast<std::uint64_t>(brace == '{') << i;
        marks.closing |= static_cast<std::uint64_t>(brace == '}') << i;
        marks.lineBreaks |= static_cast<std::uint64_t>(c == '\n') << i;
    }
    return marks;
}
#endif

/// Bit i is set when an odd number of the bits 0 … i are: from an opening quote up to before its closing one.
std::uint64_t oddUpTo(std::uint64_t bits) {
    for (unsigned shift = 1; shift < kStep; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

void BracketScanner::start(std::size_t column, bool afterOneLiners) {
    *this = BracketScanner();
    m_column = column;
    m_afterOneLiners = afterOneLiners;
}

bool BracketScanner::beginsRecord(const char* record, std::size_t brace) const {
    std::size_t at = brace;
    while (at > 0 && isBlank(record[at - 1]))
        --at;
    if (at == 0 || record[at - 1] != '\n' || brace - at > m_column) return false;
    if (m_afterOneLiners && m_lineBreaks == 1) return true;
    while (at > 0 && (isBlank(record[at - 1]) || record[at - 1] == '\n'))
        --at;
    if (at == 0 || record[at - 1] == ':') return false;
    // An object that is no member's value is an element of an array; directly inside a record there is none.
    const bool maybeElement = m_depth > 1 || record[0] == '[';
    return !maybeElement || (record[at - 1] != ',' && record[at - 1] != '[');
}

BracketScanner::Stop BracketScanner::scan(const char* record, std::size_t from, std::size_t to,
                                          std::size_t& stoppedAt) {
    for (; to - from >= kStep; from += kStep) {
        const Marks marks = marksOf(record + from);
        if (marks.backslashes != 0 || m_escaped) {
            const Stop stop = scanBytes(record, from, from + kStep, stoppedAt);
            if (stop != Stop::None) return stop;
            continue;
        }
        const std::uint64_t strings = oddUpTo(marks.quotes) ^ (m_inString ? ~std::uint64_t{0} : 0);
        const std::uint64_t opening = marks.opening & ~strings;
        const std::uint64_t closing = marks.closing & ~strings;
        const auto closed = static_cast<std::uint64_t>(std::popcount(closing));
        if (m_lineBreaks == 0 && marks.lineBreaks == 0 && m_depth > closed) {
            m_depth += static_cast<std::uint64_t>(std::popcount(opening)) - closed;
        } else {
            for (std::uint64_t events = opening | closing | marks.lineBreaks; events != 0;
                 events &= events - 1) {
                const std::size_t place = from + static_cast<std::size_t>(std::countr_zero(events));
                const std::uint64_t event = events & (~events + 1);
                stoppedAt = place;
                if ((event & marks.lineBreaks) != 0) {
                    if ((event & strings) != 0) return Stop::BrokenString;
                    ++m_lineBreaks;
                } else if ((event & opening) != 0) {
                    if (m_lineBreaks != 0 && record[place] == '{' && beginsRecord(record, place)) {
                        return Stop::NewRecord;
                    }
                    ++m_depth;
                } else if (--m_depth == 0) {
                    ++stoppedAt;
                    return Stop::Closed;
                }
            }
        }
        m_inString = (strings >> (kStep - 1)) != 0;
    }
    return scanBytes(record, from, to, stoppedAt);
}

BracketScanner::Stop BracketScanner::scanBytes(const char* record, std::size_t from, std::size_t to,
                                               std::size_t& stoppedAt) {
    for (std::size_t at = from; at < to; ++at) {
        const char c = record[at];
        stoppedAt = at;
        if (c == '\n') {
            if (m_inString) return Stop::BrokenString;
            ++m_lineBreaks;
        } else if (m_inString) {
            if (m_escaped) {
                m_escaped = false;
            } else if (c == '\\') {
                m_escaped = true;
            } else if (c == '"') {
                m_inString = false;
            }
        } else if (c == '"') {
            m_inString = true;
        } else if (c == '{' || c == '[') {
            if (m_lineBreaks != 0 && c == '{' && beginsRecord(record, at)) return Stop::NewRecord;
            ++m_depth;
        } else if (c == '}' || c == ']') {
            if (--m_depth == 0) {
                ++stoppedAt;
                return Stop::Closed;
            }
        }
    }
    return Stop::None;
}

}  // namespace partita
