// The forms in which items and tables go out. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

enum class ExportFormat {
    JsonLines,   // DynamoDB JSON, {"Item": {…}} without the envelope, one item a line
    JsonArray,   // DynamoDB JSON, one array
    Csv,         // with typed headers; lossy
    Workbench,   // a model of NoSQL Workbench, version 3.0; lossy where it knows no type
    BatchWrite,  // files of 25 requests each, in a folder
    S3Export,    // a folder as DynamoDB exports to S3, DYNAMODB_JSON, gzip, with manifests
    CreateTable,
    CloudFormation,  // YAML
    Terraform,
    Cdk,       // TypeScript
    Markdown,  // a document of the table
    Html,
};

/// "ndjson", "json", "csv", "workbench", "batch-write", "s3-export", "create-table", "cloudformation",
/// "terraform", "cdk", "markdown", "html".
std::string_view exportFormatName(ExportFormat format);
std::optional<ExportFormat> exportFormatNamed(std::string_view name);
const std::vector<ExportFormat>& allExportFormats();
/// Whether items are written; else only the schema.
bool writesItems(ExportFormat format);
/// Whether a folder is written rather than one file.
bool writesFolder(ExportFormat format);
/// Whether reading it back gives the same items, whatever they hold.
bool isLossless(ExportFormat format);
/// ".jsonl"; of a folder empty.
std::string_view exportExtension(ExportFormat format);

}  // namespace partita
