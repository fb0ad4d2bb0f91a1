// Items as JSON lines or as one array, in the DynamoDB form or plain. One thread at a time.
#pragma once

#include <memory>
#include <string>

#include "engine/interchange/write/item_sink.h"
#include "engine/interchange/write/output_file.h"

namespace partita {

class JsonSink final : public ItemSink {
  public:
    JsonSink(std::unique_ptr<OutputFile> output, const SinkOptions& options)
        : m_output(std::move(output)), m_options(options) {}

    Result<void> begin(const SinkTable& table) override;
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override;
    Result<void> finish() override;
    std::uint64_t bytesWritten() const override { return m_output->bytesWritten(); }
    std::vector<std::string> losses() const override;

  private:
    std::unique_ptr<OutputFile> m_output;
    const SinkOptions m_options;
    std::string m_line;
    std::uint64_t m_items = 0;
    std::uint64_t m_tables = 0;
};

/// BatchWriteItem requests of 25 puts each, as `aws dynamodb batch-write-item --request-items` takes them:
/// one file a request, TABLE-000001.json and so on, in a folder.
class BatchWriteSink final : public ItemSink {
  public:
    explicit BatchWriteSink(std::unique_ptr<OutputFolder> output) : m_output(std::move(output)) {}

    Result<void> begin(const SinkTable& table) override;
    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override;
    Result<void> finish() override;
    std::uint64_t bytesWritten() const override { return m_written; }

  private:
    Result<void> writeRequest();

    std::unique_ptr<OutputFolder> m_output;
    std::string m_table;
    std::string m_request;
    std::size_t m_inRequest = 0;
    std::uint64_t m_requests = 0;  // of the table
    std::uint64_t m_written = 0;
};

}  // namespace partita
