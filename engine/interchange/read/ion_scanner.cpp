#include "engine/interchange/read/ion_scanner.h"

namespace partita {
namespace {

constexpr std::string_view kMarker = "$ion_1_0 ";

}  // namespace

void IonScanner::start(bool afterOneLiners) {
    *this = IonScanner();
    m_afterOneLiners = afterOneLiners;
}

IonScanner::Stop IonScanner::scan(std::string_view bytes, std::size_t& stoppedAt) {
    for (const char c : bytes) {
        // A character that only told what the one before it was is looked at again in the state it left.
        if (m_state == State::Brace && c != '{') m_state = State::Plain;
        if (m_state == State::Slash && c != '/' && c != '*') m_state = State::Plain;
        if (m_state == State::QuoteQuote && c != '\'') m_state = m_inLob ? State::Lob : State::Plain;
        const Stop stop = m_state <= State::BlockStar || m_state >= State::Lob ? plain(c) : quoted(c);
        if (stop == Stop::NewRecord) {
            stoppedAt = m_lineBegin;
            return stop;
        }
        if (stop == Stop::BrokenString) {
            stoppedAt = m_at;
            return stop;
        }
        ++m_at;
        if (c == '\n') {
            m_lineBegin = m_at;
            m_anyLine = true;
            m_marker = 0;
        }
        if (stop == Stop::Closed) {
            stoppedAt = m_at;
            return stop;
        }
    }
    return Stop::None;
}

IonScanner::Stop IonScanner::beginning(char c) {
    const std::size_t column = m_at - m_lineBegin;
    if (column == 0 && c == '{' && m_afterOneLiners) return Stop::NewRecord;
    if (column != m_marker || column >= kMarker.size() || c != kMarker[column]) return Stop::None;
    ++m_marker;
    return m_marker == kMarker.size() ? Stop::NewRecord : Stop::None;
}

IonScanner::Stop IonScanner::plain(char c) {
    switch (m_state) {
        case State::LineComment:
            if (c == '\n') m_state = State::Plain;
            return Stop::None;
        case State::BlockComment:
            if (c == '*') m_state = State::BlockStar;
            return Stop::None;
        case State::BlockStar:
            if (c != '*') m_state = c == '/' ? State::Plain : State::BlockComment;
            return Stop::None;
        case State::LobBrace:
            m_state = State::Lob;
            if (c == '}') {
                m_state = State::Plain;
                m_inLob = false;
                if (m_depth == 0) return Stop::Closed;
                return Stop::None;
            }
            return plain(c);
        case State::Lob:
            if (c == '"') m_state = State::String;
            if (c == '\'') m_state = State::Quote;
            if (c == '}') m_state = State::LobBrace;
            return m_anyLine ? beginning(c) : Stop::None;
        case State::Slash:
            m_state = c == '/' ? State::LineComment : State::BlockComment;
            return Stop::None;
        case State::Brace:
            --m_depth;
            m_inLob = true;
            m_state = State::Lob;
            return Stop::None;
        default:
            break;
    }
    if (m_anyLine && m_depth > 0) {
        if (const Stop stop = beginning(c); stop != Stop::None) return stop;
    }
    switch (c) {
        case '"':
            m_state = State::String;
            break;
        case '\'':
            m_state = State::Quote;
            break;
        case '/':
            m_state = State::Slash;
            break;
        case '{':
            m_state = State::Brace;
            ++m_depth;
            break;
        case '[':
        case '(':
            ++m_depth;
            break;
        case '}':
        case ']':
        case ')':
            if (m_depth <= 1) return Stop::Closed;
            --m_depth;
            break;
        default:
            break;
    }
    return Stop::None;
}

IonScanner::Stop IonScanner::quoted(char c) {
    const State outside = m_inLob ? State::Lob : State::Plain;
    switch (m_state) {
        case State::Quote:
            if (c == '\'')
                m_state = State::QuoteQuote;
            else if (c == '\n')
                return Stop::BrokenString;
            else
                m_state = c == '\\' ? State::SymbolEscape : State::Symbol;
            break;
        case State::QuoteQuote:
            m_state = State::Long;  // scan() has looked at everything but a third quote
            break;
        case State::String:
        case State::Symbol: {
            const char end = m_state == State::String ? '"' : '\'';
            if (c == '\n' && !m_returnEscaped) return Stop::BrokenString;
            if (c == end) m_state = outside;
            if (c == '\\') m_state = end == '"' ? State::StringEscape : State::SymbolEscape;
            m_returnEscaped = false;
            break;
        }
        case State::StringEscape:
        case State::SymbolEscape:
            m_returnEscaped = c == '\r';
            m_state = m_state == State::StringEscape ? State::String : State::Symbol;
            break;
        case State::Long:
            if (c == '\'') m_state = State::LongQuote;
            if (c == '\\') m_state = State::LongEscape;
            break;
        case State::LongEscape:
            m_state = State::Long;
            break;
        case State::LongQuote:
            m_state = c == '\'' ? State::LongQuoteQuote : c == '\\' ? State::LongEscape : State::Long;
            break;
        case State::LongQuoteQuote:
            m_state = c == '\'' ? outside : c == '\\' ? State::LongEscape : State::Long;
            break;
        default:
            break;
    }
    return Stop::None;
}

}  // namespace partita
