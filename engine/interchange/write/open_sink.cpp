// Chooses the sink of a format.
#include <chrono>

#include "engine/interchange/write/document_sink.h"
#include "engine/interchange/write/file_sinks.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/interchange/write/json_sink.h"
#include "engine/interchange/write/s3_export_sink.h"

namespace partita {
namespace {

std::int64_t nowMillis() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::unique_ptr<ItemSink> fileSink(std::unique_ptr<OutputFile> file, const SinkOptions& options) {
    switch (options.format) {
        case ExportFormat::JsonLines:
        case ExportFormat::JsonArray:
            return std::make_unique<JsonSink>(std::move(file), options);
        case ExportFormat::Csv:
            return std::make_unique<CsvSink>(std::move(file));
        case ExportFormat::Workbench:
            return std::make_unique<WorkbenchSink>(std::move(file), nowMillis());
        case ExportFormat::Markdown:
        case ExportFormat::Html:
            return std::make_unique<DocumentSink>(std::move(file), options.format);
        default:
            return std::make_unique<SchemaSink>(std::move(file), options.format);
    }
}

}  // namespace

bool needsColumns(ExportFormat format) {
    return format == ExportFormat::Csv || format == ExportFormat::Workbench;
}

Result<std::unique_ptr<ItemSink>> openSink(const std::string& path, const SinkOptions& options) {
    if (writesFolder(options.format)) {
        if (path == "-")
            return Error::badInput("This format is one of several files: name a folder to write them to.");
        if (options.format == ExportFormat::S3Export) return openS3ExportSink(path);
        auto folder = OutputFolder::open(path);
        if (!folder) return folder.error();
        return std::unique_ptr<ItemSink>(std::make_unique<BatchWriteSink>(std::move(folder).value()));
    }
    auto file = OutputFile::open(path, options.gzip);
    if (!file) return file.error();
    return fileSink(std::move(file).value(), options);
}

std::vector<std::string> knownLosses(const SinkOptions& options) {
    switch (options.format) {
        case ExportFormat::JsonLines:
        case ExportFormat::JsonArray:
            if (!options.plain) return {};
            return {"Plain JSON knows no sets and no binary: they become arrays and base64 text.",
                    "Numbers are written as they are, but many readers round those of more than 15 digits."};
        case ExportFormat::Csv:
            return csvKnownLosses();
        case ExportFormat::Workbench:
            return WorkbenchWriter::knownLosses();
        case ExportFormat::Markdown:
        case ExportFormat::Html:
            return {"A document is for reading: it shows the first items of the first collections."};
        default:
            return {};
    }
}

}  // namespace partita
