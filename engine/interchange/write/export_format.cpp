#include "engine/interchange/write/export_format.h"

#include <algorithm>
#include <array>

namespace partita {
namespace {

struct Facts {
    ExportFormat format;
    std::string_view name;
    std::string_view extension;  // of a folder empty
    bool writesItems;
    bool writesFolder;
    bool isLossless;
};

constexpr std::array<Facts, 12> kFacts = {{
    {ExportFormat::JsonLines, "ndjson", ".jsonl", true, false, true},
    {ExportFormat::JsonArray, "json", ".json", true, false, true},
    {ExportFormat::Csv, "csv", ".csv", true, false, false},
    {ExportFormat::Workbench, "workbench", ".json", true, false, false},
    {ExportFormat::BatchWrite, "batch-write", "", true, true, true},
    {ExportFormat::S3Export, "s3-export", "", true, true, true},
    {ExportFormat::CreateTable, "create-table", ".json", false, false, true},
    {ExportFormat::CloudFormation, "cloudformation", ".yaml", false, false, true},
    {ExportFormat::Terraform, "terraform", ".tf", false, false, true},
    {ExportFormat::Cdk, "cdk", ".ts", false, false, true},
    {ExportFormat::Markdown, "markdown", ".md", true, false, false},
    {ExportFormat::Html, "html", ".html", true, false, false},
}};

const Facts& factsOf(ExportFormat format) {
    return kFacts[static_cast<std::size_t>(format)];
}

}  // namespace

std::string_view exportFormatName(ExportFormat format) {
    return factsOf(format).name;
}

std::optional<ExportFormat> exportFormatNamed(std::string_view name) {
    const auto found =
        std::find_if(kFacts.begin(), kFacts.end(), [&](const Facts& facts) { return facts.name == name; });
    return found == kFacts.end() ? std::nullopt : std::optional(found->format);
}

const std::vector<ExportFormat>& allExportFormats() {
    static const std::vector<ExportFormat> all = [] {
        std::vector<ExportFormat> formats;
        for (const Facts& facts : kFacts)
            formats.push_back(facts.format);
        return formats;
    }();
    return all;
}

bool writesItems(ExportFormat format) {
    return factsOf(format).writesItems;
}

bool writesFolder(ExportFormat format) {
    return factsOf(format).writesFolder;
}

bool isLossless(ExportFormat format) {
    return factsOf(format).isLossless;
}

std::string_view exportExtension(ExportFormat format) {
    return factsOf(format).extension;
}

}  // namespace partita
