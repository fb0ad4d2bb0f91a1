// The kinds of sources that items and schemas come from. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

enum class SourceFormat {
    Items,          // JSON items in any arrangement, and what the AWS CLI prints of them
    BatchWrite,     // requests of BatchWriteItem: puts and deletes, by table
    StreamRecords,  // records of DynamoDB Streams
    S3Export,       // a folder that DynamoDB exported to S3, or several that follow one another
    Ion,            // items as Amazon Ion text
    Workbench,      // a model of NoSQL Workbench: several tables, with items
    Csv,
    Tsv,
    Xlsx,
    // Schemas alone.
    CreateTable,     // input of create-table, output of describe-table
    CloudFormation,  // a template, JSON or YAML
    OneTable,        // a schema of OneTable
    Toolbox,         // tables and entities of dynamodb-toolbox
};

/// What the command line calls it: "items", "batch-write", "streams", "s3-export", "ion", "workbench", "csv",
/// "tsv", "xlsx", "create-table", "cloudformation", "onetable", "toolbox".
std::string_view sourceFormatName(SourceFormat format);
/// For people: "NoSQL Workbench model".
std::string_view sourceFormatTitle(SourceFormat format);
/// Nothing when no format is called so.
std::optional<SourceFormat> sourceFormatNamed(std::string_view name);
const std::vector<SourceFormat>& allSourceFormats();
/// Whether it can hold items; else only schemas.
bool holdsItems(SourceFormat format);

/// Where a source is.
struct SourceLocation {
    /// A file, a folder, or "-" for standard input, which can be read once. Several: the export folders of
    /// one table, in any order.
    std::vector<std::string> paths;
    /// What was pasted; then there are no paths.
    std::optional<std::string> text;

    static SourceLocation file(std::string path) { return {{std::move(path)}, {}}; }
    static SourceLocation pasted(std::string text) { return {{}, std::move(text)}; }
    /// For messages: the first path, or "the pasted text".
    std::string name() const;
};

/// What a source turned out to be, by its first bytes.
struct SourceDetection {
    SourceFormat format = SourceFormat::Items;
    /// For people: "DynamoDB JSON, one item a line", "output of aws dynamodb scan".
    std::string description;
    std::string encoding = "UTF-8";  // "UTF-16LE", …; empty for what is no text
    std::string compression;         // "gzip", "zstd"; empty: none
};

}  // namespace partita
