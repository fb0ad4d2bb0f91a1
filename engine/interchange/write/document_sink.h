// A document of tables for people, as HTML or Markdown: each table's schema, its entities, and the first of
// its item collections. Memory does not depend on the number of items. One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/write/document_outline.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/interchange/write/output_file.h"

namespace partita {

class DocumentSink final : public ItemSink {
  public:
    /// `format`: Html or Markdown.
    DocumentSink(std::unique_ptr<OutputFile> output, ExportFormat format)
        : m_output(std::move(output)), m_isHtml(format == ExportFormat::Html) {}

    Result<void> begin(const SinkTable& table) override;
    /// Fails (DamagedFile) on bytes that are no item, (BadInput) before begin().
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override;
    Result<void> finish() override;
    std::uint64_t bytesWritten() const override { return m_output->bytesWritten(); }
    std::vector<std::string> losses() const override { return m_losses; }

  private:
    Result<void> writeHead();
    Result<void> writeTable();

    std::unique_ptr<OutputFile> m_output;
    const bool m_isHtml;
    bool m_begun = false;
    std::optional<DocumentOutline> m_outline;  // of the table whose items come
    std::vector<std::string> m_losses;
};

}  // namespace partita
