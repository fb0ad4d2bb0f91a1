#include "engine/interchange/write/json_sink.h"

#include "engine/interchange/json.h"
#include "engine/interchange/stored_json.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// As many as BatchWriteItem takes at a time.
constexpr std::size_t kPutsOfRequest = 25;

Error damagedItem() {
    return Error::file(ErrorCode::DamagedFile, "The stored bytes of an item are damaged.", {});
}

}  // namespace

Result<void> JsonSink::begin(const SinkTable&) {
    ++m_tables;
    return {};
}

Result<void> JsonSink::item(std::string_view bytes, const std::vector<std::string>& firstNames) {
    const bool isArray = m_options.format == ExportFormat::JsonArray;
    m_line.clear();
    if (isArray) m_line = m_items == 0 ? "[\n" : ",\n";
    if (m_options.plain || (isArray && m_options.indent > 0)) {
        const auto item = itemFromBytes(bytes);
        if (!item) return item.error();
        const JsonStyle style{isArray ? m_options.indent : 0, firstNames};
        m_line += m_options.plain ? toPlainJson(*item, style) : toDynamoDbJson(*item, style);
    } else if (!appendStoredJson(bytes, m_line, firstNames)) {
        return damagedItem();
    }
    if (!isArray) m_line += '\n';
    ++m_items;
    return m_output->write(m_line);
}

Result<void> JsonSink::finish() {
    if (m_options.format == ExportFormat::JsonArray)
        if (auto written = m_output->write(m_items == 0 ? "[]\n" : "\n]\n"); !written) return written;
    return m_output->finish();
}

std::vector<std::string> JsonSink::losses() const {
    if (m_tables < 2) return {};
    return {"The items of several tables stand one after another: this format does not say whose they are."};
}

Result<void> BatchWriteSink::begin(const SinkTable& table) {
    if (auto written = writeRequest(); !written) return written;
    m_table = table.definition.name;
    m_requests = 0;
    return {};
}

Result<void> BatchWriteSink::item(std::string_view bytes, const std::vector<std::string>& firstNames) {
    m_request += m_inRequest == 0 ? "{" + jsonString(m_table) + ": [\n" : ",\n";
    m_request += R"({"PutRequest": {"Item": )";
    if (!appendStoredJson(bytes, m_request, firstNames)) return damagedItem();
    m_request += "}}";
    return ++m_inRequest == kPutsOfRequest ? writeRequest() : Result<void>();
}

Result<void> BatchWriteSink::writeRequest() {
    if (m_inRequest == 0) return {};
    m_request += "\n]}\n";
    constexpr std::size_t kDigits = 6;
    std::string number = std::to_string(++m_requests);
    if (number.size() < kDigits) number.insert(0, kDigits - number.size(), '0');
    const auto path = m_output->pathOf(m_table + "-" + number + ".json");
    if (!path) return path.error();
    auto file = OutputFile::open(*path, false, OutputFile::Part::OfFolder);
    if (!file) return file.error();
    if (auto written = (*file)->write(m_request); !written) return written;
    if (auto finished = (*file)->finish(); !finished) return finished;
    m_written += (*file)->bytesWritten();
    m_request.clear();
    m_inRequest = 0;
    return {};
}

Result<void> BatchWriteSink::finish() {
    if (auto written = writeRequest(); !written) return written;
    return m_output->finish();
}

}  // namespace partita
