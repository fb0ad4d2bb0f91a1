#include "engine/interchange/read/source_format.h"

#include <algorithm>
#include <array>

namespace partita {
namespace {

struct Format {
    SourceFormat format;
    std::string_view name;
    std::string_view title;
    bool hasItems;
};

constexpr std::array kFormats = {
    Format{SourceFormat::Items, "items", "JSON items", true},
    Format{SourceFormat::BatchWrite, "batch-write", "BatchWriteItem requests", true},
    Format{SourceFormat::StreamRecords, "streams", "DynamoDB Streams records", true},
    Format{SourceFormat::S3Export, "s3-export", "DynamoDB export to S3", true},
    Format{SourceFormat::Ion, "ion", "Amazon Ion text", true},
    Format{SourceFormat::Workbench, "workbench", "NoSQL Workbench model", true},
    Format{SourceFormat::Csv, "csv", "CSV", true},
    Format{SourceFormat::Tsv, "tsv", "TSV", true},
    Format{SourceFormat::Xlsx, "xlsx", "Excel workbook", true},
    Format{SourceFormat::CreateTable, "create-table", "CreateTable request or DescribeTable output", false},
    Format{SourceFormat::CloudFormation, "cloudformation", "CloudFormation template", false},
    Format{SourceFormat::OneTable, "onetable", "OneTable schema", false},
    Format{SourceFormat::Toolbox, "toolbox", "dynamodb-toolbox tables and entities", false},
};

const Format& entryOf(SourceFormat format) {
    return *std::find_if(kFormats.begin(), kFormats.end(),
                         [format](const Format& entry) { return entry.format == format; });
}

}  // namespace

std::string_view sourceFormatName(SourceFormat format) {
    return entryOf(format).name;
}

std::string_view sourceFormatTitle(SourceFormat format) {
    return entryOf(format).title;
}

std::optional<SourceFormat> sourceFormatNamed(std::string_view name) {
    const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                    [name](const Format& entry) { return entry.name == name; });
    if (found == kFormats.end()) return std::nullopt;
    return found->format;
}

const std::vector<SourceFormat>& allSourceFormats() {
    static const std::vector<SourceFormat> all = [] {
        std::vector<SourceFormat> formats;
        for (const Format& entry : kFormats)
            formats.push_back(entry.format);
        return formats;
    }();
    return all;
}

bool holdsItems(SourceFormat format) {
    return entryOf(format).hasItems;
}

std::string SourceLocation::name() const {
    if (text || paths.empty()) return "the pasted text";
    return paths.front() == "-" ? "standard input" : paths.front();
}

}  // namespace partita
