// CSV and TSV as a source.
#include <utility>

#include "engine/interchange/read/delimited_guess.h"
#include "engine/interchange/read/delimited_row.h"
#include "engine/interchange/read/delimited_scanner.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/tabular_reader.h"
#include "engine/interchange/text_encoding.h"

namespace partita {
namespace {

// Enough for several rows of a table with very many columns.
constexpr std::size_t kLookedAtBytes = 64 * 1024;

class DelimitedReader final : public TabularReader {
  public:
    DelimitedReader(ByteSource source, SourceDetection detection, const SourceOptions& options)
        : TabularReader(std::move(detection), source.name(), options), m_scanner(std::move(source)) {}

    Result<void> open();
    bool endedEarly() const override { return m_scanner.endedInQuote(); }
    std::uint64_t bytesRead() const override { return m_scanner.bytesTaken(); }
    std::uint64_t bytesTotal() const override { return m_scanner.bytesTotal(); }

  private:
    Result<std::optional<TabularRow>> readRow() override;
    void classify(TabularColumns::Row&) const override {}

    DelimitedScanner m_scanner;
};

Result<void> DelimitedReader::open() {
    const std::optional<char> chosen = m_options.tabular.delimiter;
    if (chosen && (*chosen == '"' || *chosen == '\r' || *chosen == '\n'))
        return Error::badInput("A quotation mark or a line break cannot stand between cells.");
    auto head = m_scanner.peek(kLookedAtBytes);
    if (!head) return head.error();
    if (auto here = checkIsNotElsewhere(*head, files().front()); !here) return here;
    std::size_t lineSize = 0;
    if (const auto named = delimiterLine(*head, lineSize)) {
        m_scanner.skip(lineSize);
        m_delimiter = *named;
    } else if (!chosen) {
        const DelimiterGuess guess = guessDelimiter(*head, head->size() >= kLookedAtBytes);
        const bool isTsv = m_detection.format == SourceFormat::Tsv;
        m_delimiter = isTsv ? '\t' : guess.delimiter;
    }
    if (chosen) m_delimiter = *chosen;
    m_scanner.setDelimiter(m_delimiter);
    if (auto begun = begin({}); !begun) return begun;
    m_detection.description = describeDelimited(m_delimiter, m_columns.size());
    return {};
}

Result<std::optional<TabularRow>> DelimitedReader::readRow() {
    const auto row = m_scanner.next();
    if (!row) return row.error();
    if (!*row) return std::optional<TabularRow>();
    return std::optional(
        TabularRow{std::string((*row)->text), (*row)->line, (*row)->offset, (*row)->tooLong});
}

}  // namespace

Result<std::unique_ptr<SourceReader>> readDelimited(ByteSource source, SourceDetection detection,
                                                    const SourceOptions& options) {
    auto reader = std::make_unique<DelimitedReader>(std::move(source), std::move(detection), options);
    if (auto opened = reader->open(); !opened) return opened.error();
    return std::unique_ptr<SourceReader>(std::move(reader));
}

}  // namespace partita
