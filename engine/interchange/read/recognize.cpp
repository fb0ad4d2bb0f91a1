#include "engine/interchange/read/recognize.h"

#include <algorithm>
#include <array>

#include "engine/interchange/bracket_scanner.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

struct Look {
    SourceFormat format;
    std::string (*looksLike)(std::string_view head);
};

// What has marks of its own, before what merely has brackets. Sources of OneTable and dynamodb-toolbox may be
// code, whose names stand without quotation marks as those of Ion do.
constexpr std::array kTrees = {
    Look{SourceFormat::Workbench, looksLikeWorkbench},
    Look{SourceFormat::CreateTable, looksLikeCreateTable},
    Look{SourceFormat::CloudFormation, looksLikeCloudFormation},
    Look{SourceFormat::OneTable, looksLikeOneTable},
    Look{SourceFormat::Toolbox, looksLikeToolbox},
};
constexpr std::array kStreams = {
    Look{SourceFormat::StreamRecords, looksLikeStreamRecords},
    Look{SourceFormat::BatchWrite, looksLikeBatchWrite},
    Look{SourceFormat::Ion, looksLikeIon},
};

constexpr std::string_view kBlanks = " \t\r\n";

template <class Looks>
std::optional<Recognized> firstOf(const Looks& looks, std::string_view head) {
    for (const Look& look : looks) {
        std::string description = look.looksLike(head);
        if (!description.empty()) return Recognized{look.format, std::move(description), '\0'};
    }
    return std::nullopt;
}

std::optional<Recognized> delimited(std::string_view head) {
    char delimiter = ',';
    std::string description = looksLikeDelimited(head, delimiter);
    if (description.empty()) return std::nullopt;
    return Recognized{delimiter == '\t' ? SourceFormat::Tsv : SourceFormat::Csv, std::move(description),
                      delimiter};
}

std::optional<Recognized> items(std::string_view head) {
    std::string description = looksLikeItems(head);
    if (description.empty()) return std::nullopt;
    return Recognized{SourceFormat::Items, std::move(description), '\0'};
}

/// What the name ends in, behind the last dot that no compression put there; in small letters.
std::string extensionOf(std::string path) {
    std::transform(path.begin(), path.end(), path.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string_view packed : {".gz", ".zst", ".zstd"}) {
        if (path.ends_with(packed)) path = path.substr(0, path.size() - packed.size());
    }
    const std::size_t dot = path.find_last_of("./");
    return dot == std::string::npos || path[dot] == '/' ? std::string() : path.substr(dot + 1);
}

/// Whether an object begins the text and goes on behind the head: then it is one large tree, most likely.
bool isLargeObject(std::string_view head) {
    if (!head.starts_with('{')) return false;
    BracketScanner scanner;
    scanner.start(0, false);
    std::size_t stoppedAt = 0;
    return scanner.scan(head.data(), 0, head.size(), stoppedAt) == BracketScanner::Stop::None;
}

}  // namespace

std::optional<Recognized> recognizeText(std::string_view wide, const std::string& path) {
    wide.remove_prefix(std::min(wide.find_first_not_of(kBlanks), wide.size()));
    const std::string_view head = wide.substr(0, kHeadBytes);
    const std::string extension = extensionOf(path);
    const bool bracketed = head.starts_with('{') || head.starts_with('[');
    if (auto found = firstOf(kTrees, head)) return found;
    if (auto found = firstOf(kStreams, head)) return found;
    // Rows of JSON lines are never looked at beyond the head: what they hold could look like anything.
    if (wide.size() > head.size() && (!bracketed || isLargeObject(head))) {
        if (auto found = firstOf(kTrees, wide)) return found;
    }
    if (extension == "ion") return Recognized{SourceFormat::Ion, "Amazon Ion text", '\0'};
    const bool isNamedTable = extension == "csv" || extension == "tsv";
    // A cell may be JSON over several lines, and a line of it may begin as an item does.
    if (isNamedTable || !bracketed) {
        if (auto found = delimited(head)) return found;
    }
    if (isNamedTable) {
        const bool isTsv = extension == "tsv";
        return Recognized{isTsv ? SourceFormat::Tsv : SourceFormat::Csv, isTsv ? "TSV" : "CSV",
                          isTsv ? '\t' : ','};
    }
    if (bracketed) return items(head);
    constexpr std::array<std::string_view, 14> kCode = {"c",   "cjs", "cs", "go", "java", "js", "kt",
                                                        "mjs", "py",  "rb", "rs", "sh",   "tf", "ts"};
    if (std::find(kCode.begin(), kCode.end(), extension) != kCode.end()) return std::nullopt;
    // A warning that a tool printed before its JSON; it is refused by its line.
    const std::size_t json = std::min(head.find("\n{"), head.find("\n["));
    return json == std::string_view::npos ? std::nullopt : items(head.substr(json + 1));
}

Recognized recognizedAs(SourceFormat format, std::string_view wide) {
    wide.remove_prefix(std::min(wide.find_first_not_of(kBlanks), wide.size()));
    const std::string_view head = wide.substr(0, kHeadBytes);
    std::optional<Recognized> found;
    if (format == SourceFormat::Items) {
        found = items(head);
    } else if (format == SourceFormat::Csv || format == SourceFormat::Tsv) {
        found = delimited(head);
    } else {
        const auto isIt = [format](const Look& look) { return look.format == format; };
        const auto tree = std::find_if(kTrees.begin(), kTrees.end(), isIt);
        const auto stream = std::find_if(kStreams.begin(), kStreams.end(), isIt);
        if (tree != kTrees.end()) found = firstOf(std::array{*tree}, wide);
        if (stream != kStreams.end()) found = firstOf(std::array{*stream}, head);
    }
    if (found && found->format == format) return *found;
    return {format, std::string(sourceFormatTitle(format)), format == SourceFormat::Tsv ? '\t' : '\0'};
}

std::string unrecognized(std::string_view wide) {
    const std::string beginning = beginningOf(wide);
    std::string text = "Nothing that can be imported is recognized here: it begins with " + beginning + ".";
    std::string small = beginning;
    std::transform(small.begin(), small.end(), small.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (small.starts_with("\"<!doctype html") || small.starts_with("\"<html")) {
        text += " This is a web page; give the file that it shows.";
    } else if (small.starts_with("\"<?xml")) {
        text += " This is XML.";
    } else if (wide.find("resource \"aws_") != std::string_view::npos) {
        text +=
            " This is Terraform, which is not read: give the table as aws dynamodb describe-table prints it.";
    } else if (wide.find("aws-cdk-lib") != std::string_view::npos ||
               wide.find("@aws-cdk/") != std::string_view::npos) {
        text += " This is code of the CDK, which is not run: give the template that cdk synth writes.";
    }
    text += " What can be read: ";
    for (const SourceFormat format : allSourceFormats()) {
        if (format != allSourceFormats().front()) text += ", ";
        text += sourceFormatTitle(format);
    }
    return text + ". If it is one of these, say which.";
}

}  // namespace partita
