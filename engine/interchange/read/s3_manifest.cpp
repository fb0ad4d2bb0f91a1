#include "engine/interchange/read/s3_manifest.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "engine/interchange/checksum.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSummary = "manifest-summary";
constexpr std::string_view kFiles = "manifest-files";
// A manifest has a line of about 200 bytes for each partition.
constexpr std::uintmax_t kLargestManifest = 256 * 1024 * 1024;

std::optional<std::string> contents(const std::string& path) {
    std::error_code code;
    const std::uintmax_t size = fs::file_size(path, code);
    if (code || size > kLargestManifest) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!in.read(text.data(), static_cast<std::streamsize>(size))) return std::nullopt;
    return text;
}

std::string text(const simdjson::dom::object& object, std::string_view name) {
    std::string_view value;
    return object[name].get_string().get(value) ? std::string() : std::string(value);
}

std::optional<std::uint64_t> count(const simdjson::dom::object& object, std::string_view name) {
    std::uint64_t value = 0;
    if (object[name].get_uint64().get(value)) return std::nullopt;
    return value;
}

/// Reads one manifest and compares it with its checksum. Nothing when it isn't there or can't be read.
std::optional<std::string> checkedContents(S3Manifest& manifest, std::string_view name) {
    const fs::path folder(manifest.folder);
    const std::string path = (folder / (std::string(name) + ".json")).string();
    const auto note = [&manifest](std::string sentence) {
        manifest.notes.push_back({SourceNote::Kind::Warning, 0, std::move(sentence)});
    };
    auto found = contents(path);
    if (!found) {
        note("The manifest " + path +
             " is missing or can't be read, so what it says can't be compared with the data.");
        return found;
    }
    // The guide calls the one, the service writes the other.
    for (const std::string_view ending : {".md5", ".checksum"}) {
        const std::string sumPath = (folder / (std::string(name) + std::string(ending))).string();
        const auto sumText = contents(sumPath);
        if (!sumText) continue;
        const auto expected = md5FromText(*sumText);
        const std::string actual = Md5::of(*found);
        if (!expected) {
            note("The checksum file " + sumPath + " holds no MD5 checksum.");
        } else if (*expected != actual) {
            note("The manifest " + path + " has the checksum " + toBase64(actual) + ", but " + sumPath +
                 " says " + toBase64(*expected) + ".");
        }
    }
    return found;
}

void readSummary(S3Manifest& manifest) {
    const auto found = checkedContents(manifest, kSummary);
    if (!found) return;
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(*found).get_object().get(object)) {
        manifest.notes.push_back(
            {SourceNote::Kind::Warning, 0,
             "The manifest " + manifest.folder + "/manifest-summary.json is damaged: it is no JSON object."});
        return;
    }
    manifest.hasSummary = true;
    manifest.exportArn = text(object, "exportArn");
    manifest.tableArn = text(object, "tableArn");
    manifest.tableId = text(object, "tableId");
    manifest.outputFormat = text(object, "outputFormat");
    manifest.items = count(object, "itemCount");
    const std::size_t name = manifest.tableArn.find(":table/");
    if (name != std::string::npos) {
        manifest.tableName = manifest.tableArn.substr(name + 7);
        manifest.tableName = manifest.tableName.substr(0, manifest.tableName.find('/'));
    }
    const std::string from = text(object, "exportFromTime");
    manifest.isIncremental = !from.empty() || text(object, "exportType") == "INCREMENTAL_EXPORT";
    manifest.timeMicros = microsOfTime(manifest.isIncremental ? from : text(object, "exportTime"));
    manifest.untilMicros = microsOfTime(text(object, "exportToTime"));
    if (!manifest.timeMicros) {
        manifest.notes.push_back({SourceNote::Kind::Warning, 0,
                                  "The manifest " + manifest.folder +
                                      "/manifest-summary.json does not say of which time the export is."});
    }
}

void readFiles(S3Manifest& manifest) {
    const auto found = checkedContents(manifest, kFiles);
    if (!found) return;
    manifest.hasFiles = true;
    simdjson::dom::parser parser;
    std::uint64_t lineNumber = 0;
    for (std::size_t begin = 0; begin < found->size();) {
        const std::size_t end = std::min(found->find('\n', begin), found->size());
        const std::string line = found->substr(begin, end - begin);
        begin = end + 1;
        ++lineNumber;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        simdjson::dom::object object;
        S3ManifestFile file;
        const bool isObject = !parser.parse(line).get_object().get(object);
        if (isObject) {
            file.key = text(object, "dataFileS3Key");
            file.name = file.key.substr(file.key.rfind('/') + 1);
            file.items = count(object, "itemCount");
            file.md5 = md5FromText(text(object, "md5Checksum")).value_or("");
        }
        if (file.name.empty() || file.name == "." || file.name == "..") {
            manifest.notes.push_back({SourceNote::Kind::Warning, lineNumber,
                                      "Line " + std::to_string(lineNumber) + " of " + manifest.folder +
                                          "/manifest-files.json is damaged: it names no data file."});
            manifest.hasFiles = false;
            continue;
        }
        manifest.files.push_back(std::move(file));
    }
}

// Days since 1970-01-01 of a date of the Gregorian calendar, counted in years that begin in March so that the
// leap day is the last one.
std::int64_t daysOf(std::int64_t year, std::int64_t month, std::int64_t day) {
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t yearOfEra = year - era * 400;
    const std::int64_t dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
}

}  // namespace

bool holdsS3Manifest(const std::string& folder) {
    std::error_code code;
    return fs::is_regular_file(fs::path(folder) / "manifest-summary.json", code) ||
           fs::is_regular_file(fs::path(folder) / "manifest-files.json", code);
}

S3Manifest readS3Manifest(const std::string& folder) {
    S3Manifest manifest;
    manifest.folder = folder;
    readSummary(manifest);
    readFiles(manifest);
    return manifest;
}

std::optional<std::int64_t> microsOfTime(std::string_view text) {
    constexpr std::string_view kShape = "0000-00-00T00:00:00";
    if (text.size() < kShape.size()) return std::nullopt;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::array<std::int64_t, 6> parts{};
    std::size_t part = 0;
    for (std::size_t i = 0; i < kShape.size(); ++i) {
        if (kShape[i] == '0') {
            if (!isDigit(text[i])) return std::nullopt;
            parts[part] = parts[part] * 10 + (text[i] - '0');
        } else {
            if (text[i] != kShape[i]) return std::nullopt;
            ++part;
        }
    }
    if (parts[1] < 1 || parts[1] > 12 || parts[2] < 1 || parts[2] > 31 || parts[3] > 23 || parts[4] > 59 ||
        parts[5] > 60)
        return std::nullopt;
    text.remove_prefix(kShape.size());
    std::int64_t micros = 0;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        std::int64_t unit = 100'000;
        for (; !text.empty() && isDigit(text[0]); text.remove_prefix(1), unit /= 10)
            micros += (text[0] - '0') * unit;
    }
    if (text != "Z" && text != "+00:00" && !text.empty()) return std::nullopt;
    const std::int64_t seconds =
        ((daysOf(parts[0], parts[1], parts[2]) * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
    return seconds * 1'000'000 + micros;
}

std::string timeOfMicros(std::int64_t micros) {
    constexpr std::int64_t kDay = 86'400'000'000;
    std::int64_t days = micros / kDay;
    std::int64_t rest = micros % kDay;
    if (rest < 0) {
        rest += kDay;
        --days;
    }
    days += 719468;
    const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    const std::int64_t dayOfEra = days - era * 146097;
    const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t marchMonth = (5 * dayOfYear + 2) / 153;
    const std::int64_t month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    const std::int64_t year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    const std::int64_t day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    const std::int64_t millis = rest / 1000;
    std::array<char, 64> out{};
    const int size = std::snprintf(
        out.data(), out.size(), "%04lld-%02lld-%02lldT%02lld:%02lld:%02lld.%03lldZ",
        static_cast<long long>(year), static_cast<long long>(month), static_cast<long long>(day),
        static_cast<long long>(millis / 3'600'000), static_cast<long long>(millis / 60'000 % 60),
        static_cast<long long>(millis / 1000 % 60), static_cast<long long>(millis % 1000));
    return {out.data(), static_cast<std::size_t>(std::clamp(size, 0, 63))};
}

}  // namespace partita
