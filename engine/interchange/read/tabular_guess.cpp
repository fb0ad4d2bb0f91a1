#include "engine/interchange/read/tabular_guess.h"

#include <algorithm>

#include "engine/interchange/read/cell_text.h"
#include "engine/interchange/read/cell_value.h"
#include "engine/value/base64.h"
#include "engine/value/number.h"

namespace partita {

bool isBeyondDoubt(const TabularCell& cell, CellType type) {
    using Kind = TabularCell::Kind;
    const std::string_view text = withoutBlanksRound(cell.text);
    switch (type) {
        case CellType::Number:
            if (cell.kind == Kind::Number) return Number::parse(text).ok();
            return cell.kind == Kind::Plain && isPlainNumber(text);
        case CellType::Boolean:
            return cell.kind == Kind::Boolean || (cell.kind == Kind::Plain && isBooleanText(text));
        case CellType::JsonText:
            return (text.starts_with('{') || text.starts_with('[')) && jsonCell(text).ok();
        default:
            return true;
    }
}

void ColumnGuess::add(const TabularCell& cell) {
    if (cell.isBlank()) return;
    constexpr std::size_t kSamples = 5;
    constexpr std::size_t kSampleBytes = 200;
    if (m_samples.size() < kSamples) {
        const std::string sample(beginningOf(cell.text, kSampleBytes));
        if (std::find(m_samples.begin(), m_samples.end(), sample) == m_samples.end())
            m_samples.push_back(sample);
    }
    if (cell.kind == TabularCell::Kind::Error) return;  // is refused, and says nothing of the others
    m_any = true;
    m_allNumbers = m_allNumbers && isBeyondDoubt(cell, CellType::Number);
    m_allBooleans = m_allBooleans && isBeyondDoubt(cell, CellType::Boolean);
    m_allJson = m_allJson && isBeyondDoubt(cell, CellType::JsonText);
    m_allBinary = m_allBinary && fromBase64(withoutBlanksRound(cell.text)).has_value();
}

CellType ColumnGuess::type() const {
    if (!m_any) return CellType::String;
    if (m_allNumbers) return CellType::Number;
    if (m_allBooleans) return CellType::Boolean;
    return m_allJson ? CellType::JsonText : CellType::String;
}

}  // namespace partita
