#include "engine/interchange/write/file_sinks.h"

#include <utility>

#include "engine/interchange/write/schema_text.h"

namespace partita {

Result<void> CsvSink::begin(const SinkTable& table) {
    if (m_rows)
        return Error::badInput(
            "A CSV file holds the items of one table: choose one of them, or another format.");
    m_rows = std::make_unique<CsvRows>(table);
    return m_output->write(m_rows->header());
}

Result<void> CsvSink::item(std::string_view bytes, const std::vector<std::string>&) {
    m_line.clear();
    if (auto appended = m_rows->append(bytes, m_line); !appended) return appended;
    return m_output->write(m_line);
}

std::vector<std::string> CsvSink::losses() const {
    return m_rows ? m_rows->losses() : std::vector<std::string>();
}

WorkbenchSink::WorkbenchSink(std::unique_ptr<OutputFile> output, std::int64_t nowMillis)
    : m_output(std::move(output)),
      m_writer([this](std::string_view text) { return m_output->write(text); }, nowMillis) {}

Result<void> WorkbenchSink::finish() {
    if (auto finished = m_writer.finish(); !finished) return finished;
    return m_output->finish();
}

Result<void> SchemaSink::begin(const SinkTable& table) {
    m_tables.push_back(table);
    return {};
}

Result<void> SchemaSink::finish() {
    std::string text;
    switch (m_format) {
        case ExportFormat::CloudFormation:
            text = toCloudFormation(m_tables);
            break;
        case ExportFormat::Terraform:
            text = toTerraform(m_tables);
            break;
        case ExportFormat::Cdk:
            text = toCdk(m_tables);
            break;
        default:
            text = toCreateTableJson(m_tables);
            break;
    }
    if (auto written = m_output->write(text); !written) return written;
    return m_output->finish();
}

std::vector<std::string> SchemaSink::losses() const {
    return schemaLosses(m_format, m_tables);
}

}  // namespace partita
