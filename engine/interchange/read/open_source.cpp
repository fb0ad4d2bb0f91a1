#include "engine/interchange/read/open_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/read/detect_place.h"
#include "engine/interchange/read/folder_source.h"
#include "engine/interchange/read/markdown_fence.h"
#include "engine/interchange/read/noted_source.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/recognize.h"
#include "engine/interchange/read/s3_export_record.h"
#include "engine/interchange/text_encoding.h"

namespace partita {
namespace {

// A model or a template, or a text in a Markdown block, is held in memory as a whole and several times over.
constexpr std::size_t kMaxWholeBytes = 256 * 1024 * 1024;

/// A source whose text tells what it is.
struct FoundText {
    SourceDetection detection;
    ByteSource source;  // from the beginning of the text
    char delimiter = '\0';
    std::vector<SourceNote> notes;
};

/// `mayBeDamaged`: bytes here and there that are no UTF-8 are let through, for who names them one by one.
Result<std::string> wholeText(ByteSource& source, bool mayBeDamaged = false) {
    std::string text;
    for (std::size_t piece = 64 * 1024;; piece = std::min<std::size_t>(2 * piece, 8 * 1024 * 1024)) {
        const std::size_t had = text.size();
        text.resize(had + piece);
        const auto got = source.read(text.data() + had, piece);
        if (!got) return got.error();
        text.resize(had + *got);
        if (*got == 0) break;
        if (text.size() > kMaxWholeBytes) {
            return Error::badInput(
                "This is read as a whole, and has more than 256 MiB of text. Items are read in any number as "
                "JSON "
                "lines or CSV.",
                source.name());
        }
    }
    if (mayBeDamaged) return text;
    if (auto valid = checkIsUtf8(text, source.name()); !valid) return valid.error();
    return text;
}

/// Leaves of a source the Markdown block in it alone; returns the beginning of the block.
Result<std::string> takeOutOfMarkdown(FoundText& found) {
    auto text = wholeText(found.source);
    if (!text) return text.error();
    auto block = fencedBlock(*text);
    if (!block) block = FencedBlock{*std::move(text), false, false};
    if (block->hasOtherBlocks) {
        found.notes.push_back(
            {SourceNote::Kind::Lost, 0,
             "Only the first ``` block that begins as JSON is read; there are other blocks."});
    } else if (block->hasTextAround) {
        found.notes.push_back({SourceNote::Kind::Lost, 0, "The text around the ``` block is left out."});
    }
    const std::size_t first = std::min(block->text.find_first_not_of(" \r\n"), block->text.size());
    std::string head = block->text.substr(first, kWideHeadBytes);
    found.source = ByteSource::ofText(std::move(block->text), found.source.name());
    return head;
}

Result<FoundText> findText(ByteSource source, const std::string& path, std::optional<SourceFormat> wanted) {
    FoundText found{{}, std::move(source), '\0', {}};
    auto head = found.source.head(kWideHeadBytes);
    if (!head) return head.error();
    found.detection.encoding = found.source.encoding();
    found.detection.compression = found.source.compression();
    if (head->size() < kWideHeadBytes && head->find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return Error::file(ErrorCode::FileEmpty,
                           head->empty() ? "There is nothing in it." : "There is nothing in it but blanks.",
                           found.source.name());
    }
    std::string block;
    if (beginsWithFence(*head)) {
        auto taken = takeOutOfMarkdown(found);
        if (!taken) return taken.error();
        block = *std::move(taken);
        head = std::string_view(block);
    }
    const auto recognized = wanted ? recognizedAs(*wanted, *head) : recognizeText(*head, path);
    if (!recognized) return Error::badInput(unrecognized(*head), found.source.name());
    found.detection.format = recognized->format;
    found.detection.description = recognized->description;
    found.delimiter = recognized->delimiter;
    return found;
}

Result<std::unique_ptr<SourceReader>> readWhole(FoundText found, const SourceOptions& options) {
    const std::string name = found.source.name();
    // One row of a model that is damaged costs no other.
    auto text = wholeText(found.source, found.detection.format == SourceFormat::Workbench);
    if (!text) return text.error();
    switch (found.detection.format) {
        case SourceFormat::Workbench:
            return readWorkbench(*text, name, std::move(found.detection), options);
        case SourceFormat::CreateTable:
            return readCreateTable(*text, name, std::move(found.detection));
        case SourceFormat::CloudFormation:
            return readCloudFormation(*text, name, std::move(found.detection));
        case SourceFormat::OneTable:
            return readOneTable(*text, name, std::move(found.detection));
        default:
            return readToolbox(*text, name, std::move(found.detection));
    }
}

Result<std::unique_ptr<SourceReader>> readText(FoundText found, const SourceOptions& options) {
    switch (found.detection.format) {
        case SourceFormat::Items:
            return readItems(std::move(found.source), std::move(found.detection), options);
        case SourceFormat::BatchWrite:
            return readBatchWrite(std::move(found.source), std::move(found.detection), options);
        case SourceFormat::StreamRecords:
            return readStreamRecords(std::move(found.source), std::move(found.detection), options);
        case SourceFormat::Ion:
            return readIon(std::move(found.source), std::move(found.detection), options);
        case SourceFormat::Csv:
        case SourceFormat::Tsv: {
            SourceOptions chosen = options;
            if (!chosen.tabular.delimiter && found.delimiter != '\0')
                chosen.tabular.delimiter = found.delimiter;
            return readDelimited(std::move(found.source), std::move(found.detection), chosen);
        }
        case SourceFormat::Xlsx:
            return Error::badInput(
                "This is no Excel workbook (.xlsx). A workbook is read from a file of its own.",
                found.source.name());
        case SourceFormat::S3Export:
            return Error::badInput("A DynamoDB export to S3 is a folder. Give its path.",
                                   found.source.name());
        case SourceFormat::Workbench:
        case SourceFormat::CreateTable:
        case SourceFormat::CloudFormation:
        case SourceFormat::OneTable:
        case SourceFormat::Toolbox:
            return readWhole(std::move(found), options);
    }
    return Error::internal("A format has no reader.");
}

Result<ByteSource> textAt(const SourceLocation& location) {
    if (location.text) return ByteSource::ofText(*location.text, location.name());
    return ByteSource::open(location.paths.front());
}

/// What is told by the disk; nothing: the text tells.
Result<std::optional<FoundPlace>> findPlace(const SourceLocation& location,
                                            std::optional<SourceFormat> wanted) {
    if (location.text) return std::optional<FoundPlace>();
    if (location.paths.empty()) return Error::badInput("No source is given.");
    return detectPlace(location.paths, wanted);
}

/// A data file of an incremental export, given by itself: its lines say when they were written.
bool isS3Changes(FoundText& found, const SourceLocation& location, std::optional<SourceFormat> wanted) {
    if (location.text || wanted || location.paths.front() == "-") return false;
    const auto head = found.source.head(kWideHeadBytes);
    if (!head || head->find("WriteTimestampMicros") == std::string_view::npos) return false;
    std::string description = looksLikeS3ExportData(*head);
    if (description.empty()) return false;
    found.detection.format = SourceFormat::S3Export;
    found.detection.description = std::move(description);
    return true;
}

std::string pathOf(const SourceLocation& location) {
    return location.text ? std::string() : location.paths.front();
}

/// Whether its files may be one source together, when no export to S3 is in it.
bool isOneFolder(const SourceLocation& location, std::optional<SourceFormat> wanted) {
    std::error_code code;
    return !location.text && location.paths.size() == 1 && wanted != SourceFormat::S3Export &&
           std::filesystem::is_directory(location.paths.front(), code);
}

Result<std::unique_ptr<SourceReader>> opened(const SourceLocation& location, const SourceOptions& options) {
    auto place = findPlace(location, options.format);
    if (!place && isOneFolder(location, options.format)) {
        auto together = openFolder(location.paths.front(), options);
        if (!together || *together) return together;
    }
    if (!place) return place.error();
    if (*place && (*place)->detection.format == SourceFormat::Xlsx) {
        return readXlsx((*place)->paths.front(), std::move((*place)->detection), options);
    }
    if (*place) return readS3Export((*place)->paths, std::move((*place)->detection), options);

    auto source = textAt(location);
    if (!source) return source.error();
    auto found = findText(*std::move(source), pathOf(location), options.format);
    if (!found) return found.error();
    if (isS3Changes(*found, location, options.format))
        return readS3Export(location.paths, std::move(found->detection), options);
    std::vector<SourceNote> notes = std::move(found->notes);
    auto reader = readText(*std::move(found), options);
    if (!reader || notes.empty()) return reader;
    return std::unique_ptr<SourceReader>(std::make_unique<NotedSource>(*std::move(reader), std::move(notes)));
}

}  // namespace

Result<SourceDetection> detectSource(const SourceLocation& location) {
    auto place = findPlace(location, std::nullopt);
    if (!place && isOneFolder(location, std::nullopt)) {
        auto together = detectFolder(location.paths.front());
        if (!together) return together.error();
        if (*together) return **std::move(together);
    }
    if (!place) return place.error();
    if (*place) return (*place)->detection;
    if (pathOf(location) == "-") {
        return Error::badInput("Standard input can be read only once, so it is not looked at before.",
                               location.name());
    }
    auto source = textAt(location);
    if (!source) return source.error();
    auto found = findText(*std::move(source), pathOf(location), std::nullopt);
    if (!found) return found.error();
    isS3Changes(*found, location, std::nullopt);
    return std::move(found->detection);
}

Result<std::unique_ptr<SourceReader>> openSource(const SourceLocation& location,
                                                 const SourceOptions& options) {
    auto reader = opened(location, options);
    if (reader) return reader;
    // It may quote what is damaged.
    Error error = reader.error();
    error.message = asUtf8(std::move(error.message));
    error.where = asUtf8(std::move(error.where));
    return error;
}

}  // namespace partita
