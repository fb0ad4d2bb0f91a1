// The sinks that put what other files of this folder write as text into a file. One thread at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/interchange/write/csv_text.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/interchange/write/output_file.h"
#include "engine/interchange/write/workbench_writer.h"

namespace partita {

class CsvSink final : public ItemSink {
  public:
    explicit CsvSink(std::unique_ptr<OutputFile> output) : m_output(std::move(output)) {}

    /// Fails (BadInput) on the second table: a file has one header.
    Result<void> begin(const SinkTable& table) override;
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override;
    Result<void> finish() override { return m_output->finish(); }
    std::uint64_t bytesWritten() const override { return m_output->bytesWritten(); }
    std::vector<std::string> losses() const override;

  private:
    std::unique_ptr<OutputFile> m_output;
    std::unique_ptr<CsvRows> m_rows;  // once the table is known
    std::string m_line;
};

class WorkbenchSink final : public ItemSink {
  public:
    WorkbenchSink(std::unique_ptr<OutputFile> output, std::int64_t nowMillis);

    Result<void> begin(const SinkTable& table) override { return m_writer.begin(table); }
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override {
        return m_writer.item(bytes, firstNames);
    }
    Result<void> finish() override;
    std::uint64_t bytesWritten() const override { return m_output->bytesWritten(); }
    std::vector<std::string> losses() const override { return m_writer.losses(); }

  private:
    std::unique_ptr<OutputFile> m_output;
    WorkbenchWriter m_writer;
};

/// The tables' schemas, in one of the languages of schema_text.h. Items are ignored.
class SchemaSink final : public ItemSink {
  public:
    SchemaSink(std::unique_ptr<OutputFile> output, ExportFormat format)
        : m_output(std::move(output)), m_format(format) {}

    Result<void> begin(const SinkTable& table) override;
    Result<void> item(std::string_view, const std::vector<std::string>&) override { return {}; }
    Result<void> finish() override;
    std::uint64_t bytesWritten() const override { return m_output->bytesWritten(); }
    std::vector<std::string> losses() const override;

  private:
    std::unique_ptr<OutputFile> m_output;
    const ExportFormat m_format;
    std::vector<SinkTable> m_tables;
};

}  // namespace partita
