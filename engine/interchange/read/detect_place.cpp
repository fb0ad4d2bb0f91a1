#include "engine/interchange/read/detect_place.h"

#include <zip.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/s3_export_layout.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

bool isRegular(const std::string& path) {
    std::error_code code;
    return fs::is_regular_file(path, code);
}

bool isFolder(const std::string& path) {
    std::error_code code;
    return fs::is_directory(path, code);
}

/// A manifest stands for the export that it lies in.
std::string folderOf(const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    const bool isManifest = name == "manifest-summary.json" || name == "manifest-files.json";
    if (!isManifest || !isRegular(path)) return path;
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

bool beginsAsZip(const std::string& path) {
    std::string mark(4, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(mark.data(), static_cast<std::streamsize>(mark.size()));
    return mark == "PK\x03\x04";
}

std::string afterBlank(const std::string& sentence) {
    return sentence.empty() ? sentence : " " + sentence;
}

Result<FoundPlace> exportIn(const std::vector<std::string>& paths, bool isWanted) {
    FoundPlace found;
    found.detection.format = SourceFormat::S3Export;
    found.detection.encoding.clear();
    for (const std::string& path : paths) {
        std::error_code code;
        if (!fs::exists(path, code)) {
            return Error::file(ErrorCode::FileMissing, "There is no such file or folder.", path);
        }
        const std::string folder = folderOf(path);
        if (!isFolder(folder)) {
            return Error::badInput(
                isWanted ? "A DynamoDB export to S3 is a folder, and this is a file."
                         : "Several sources at once are read only when each is a folder of a DynamoDB export "
                           "to S3, and this is a file. Give one file at a time.",
                path);
        }
        const std::string description = looksLikeS3Export(folder);
        if (description.empty()) {
            return Error::badInput(
                "In this folder is no DynamoDB export to S3 (no manifest-summary.json was found), and its "
                "files "
                "do not go together as one source. Give the folder that holds the export, or one file." +
                    afterBlank(s3ExportFolders(folder).notSearched),
                path);
        }
        if (found.detection.description.empty()) found.detection.description = description;
        found.paths.push_back(folder);
    }
    if (found.paths.size() > 1) {
        found.detection.description += ", and " + std::to_string(found.paths.size() - 1) + " more";
    }
    return found;
}

/// Fails for an archive that holds no workbook, with what it holds.
Result<FoundPlace> workbookAt(const std::string& path) {
    const std::unique_ptr<zip_t, decltype(&::zip_discard)> archive(
        ::zip_open(path.c_str(), ZIP_RDONLY, nullptr), ::zip_discard);
    if (!archive) {
        return Error::badInput(
            "This begins as a ZIP archive or an Excel workbook does, but it is damaged or cut off.", path);
    }
    if (::zip_name_locate(archive.get(), "xl/workbook.xml", 0) >= 0) {
        return FoundPlace{{SourceFormat::Xlsx, "Excel workbook", "", ""}, {path}};
    }
    if (::zip_name_locate(archive.get(), "xl/workbook.bin", 0) >= 0) {
        return Error::badInput("This is a binary Excel workbook (.xlsb). Save it as .xlsx or as CSV.", path);
    }
    const char* const first = ::zip_get_name(archive.get(), 0, 0);
    return Error::badInput("This is a ZIP archive and no Excel workbook" +
                               (first ? ": it holds \"" + std::string(first) + "\"" : std::string()) +
                               ". Unpack it and give the file or the folder inside.",
                           path);
}

}  // namespace

Result<std::optional<FoundPlace>> detectPlace(const std::vector<std::string>& paths,
                                              std::optional<SourceFormat> wanted) {
    const std::string& path = paths.front();
    const bool isWanted = wanted == SourceFormat::S3Export;
    const bool isManifest = !wanted && folderOf(path) != path && !looksLikeS3Export(folderOf(path)).empty();
    if (paths.size() > 1 || isWanted || isManifest || isFolder(path)) {
        auto found = exportIn(paths, isWanted);
        if (!found) return found.error();
        return std::optional(*std::move(found));
    }
    if (wanted && wanted != SourceFormat::Xlsx) return std::optional<FoundPlace>();
    if (isRegular(path) && beginsAsZip(path)) {
        auto found = workbookAt(path);
        if (!found) return found.error();
        return std::optional(*std::move(found));
    }
    return std::optional<FoundPlace>();
}

}  // namespace partita
