#include "engine/interchange/write/document_sink.h"

#include <utility>

#include "engine/interchange/write/document_html.h"
#include "engine/interchange/write/document_markdown.h"

namespace partita {

Result<void> DocumentSink::writeHead() {
    if (std::exchange(m_begun, true)) return {};
    return m_output->write(m_isHtml ? htmlHead() : "# Data model\n");
}

Result<void> DocumentSink::writeTable() {
    if (!m_outline) return {};
    const std::vector<std::string> losses = m_outline->losses();
    m_losses.insert(m_losses.end(), losses.begin(), losses.end());
    const std::string text = m_isHtml ? htmlOf(*m_outline) : "\n" + markdownOf(*m_outline);
    m_outline.reset();
    return m_output->write(text);
}

Result<void> DocumentSink::begin(const SinkTable& table) {
    if (auto written = writeHead(); !written) return written;
    if (auto written = writeTable(); !written) return written;
    m_outline.emplace(table);
    return {};
}

Result<void> DocumentSink::item(std::string_view bytes, const std::vector<std::string>& firstNames) {
    if (!m_outline) return Error::badInput("An item came before its table.");
    return m_outline->add(bytes, firstNames);
}

Result<void> DocumentSink::finish() {
    if (auto written = writeHead(); !written) return written;
    if (auto written = writeTable(); !written) return written;
    if (m_isHtml)
        if (auto written = m_output->write(htmlFoot()); !written) return written;
    return m_output->finish();
}

}  // namespace partita
