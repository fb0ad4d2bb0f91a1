#include "engine/interchange/read/s3_export_layout.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "engine/interchange/checksum.h"
#include "engine/interchange/read/s3_export_file.h"
#include "engine/interchange/read/s3_export_order.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

// AWSDynamoDB/<export> below a bucket with a few prefixes.
constexpr int kDeepestFolder = 5;
constexpr std::size_t kMostFolders = 5'000;

std::uint64_t sizeOfFile(const std::string& path) {
    std::error_code code;
    const std::uintmax_t size = fs::file_size(path, code);
    return code ? 0 : static_cast<std::uint64_t>(size);
}

/// Goes down through folders, as far as it may.
class ExportSearch final {
  public:
    void search(const fs::path& folder, int depth = kDeepestFolder) {
        if (m_visited == kMostFolders) {
            if (m_tooMany.empty()) m_tooMany = folder.string();
            return;
        }
        ++m_visited;
        if (holdsS3Manifest(folder.string())) {
            found.folders.push_back(folder.string());
            return;
        }
        std::error_code code;
        std::vector<fs::path> inner;
        for (fs::directory_iterator entry(folder, code); !code && entry != fs::directory_iterator();
             entry.increment(code)) {
            std::error_code ignored;
            if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) inner.push_back(entry->path());
        }
        if (code && m_unreadable.empty()) m_unreadable = folder.string() + " (" + code.message() + ")";
        std::sort(inner.begin(), inner.end());
        if (depth == 0) {
            if (!inner.empty() && m_tooDeep.empty()) m_tooDeep = inner.front().string();
            return;
        }
        for (const fs::path& path : inner)
            search(path, depth - 1);
    }

    void finish() {
        const auto add = [this](const std::string& sentence) {
            found.notSearched += (found.notSearched.empty() ? "" : " ") + sentence;
        };
        if (!m_tooDeep.empty()) {
            add("Exports are looked for " + std::to_string(kDeepestFolder) +
                " folders deep; what lies deeper was not looked into, as " + m_tooDeep +
                ". If an export is missing, give its own folder.");
        }
        if (!m_tooMany.empty()) {
            add("Exports are looked for in " + std::to_string(kMostFolders) +
                " folders at most; the rest was not looked into, from " + m_tooMany +
                " on. If an export is missing, give its own folder.");
        }
        if (!m_unreadable.empty()) add("A folder could not be read: " + m_unreadable + ".");
        std::sort(found.folders.begin(), found.folders.end());
    }

    S3ExportFolders found;

  private:
    std::size_t m_visited = 0;
    // The first of each kind.
    std::string m_tooDeep;
    std::string m_tooMany;
    std::string m_unreadable;
};

/// MD5 of a whole file, to recognize one whose name was changed.
std::string md5OfFile(const std::string& path) {
    S3ExportFile file(path);
    std::vector<char> piece(128 * 1024);
    while (file.read(piece.data(), piece.size()) > 0) {
    }
    return file.md5();
}

std::string withoutEnding(const std::string& name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

std::string counted(std::uint64_t n, const std::string& one, const std::string& many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

/// Goes over the exports, gives each data file to the export that names it.
class Finder final {
  public:
    S3ExportLayout layout;

    void addExport(const std::string& folder) {
        S3Manifest manifest = readS3Manifest(folder);
        std::move(manifest.notes.begin(), manifest.notes.end(), std::back_inserter(layout.notes));
        manifest.notes.clear();
        layout.manifests.push_back(std::move(manifest));
    }

    void addLooseFile(const std::string& path) {
        if (m_taken.insert(path).second) take(path, std::nullopt, nullptr);
    }

    /// After the exports: by name first, for all of them, then by checksum.
    void assign() {
        const std::size_t exports = layout.manifests.size();
        layout.isRead.assign(exports, true);
        std::vector<std::vector<const S3ManifestFile*>> missing(exports);
        for (std::size_t i = 0; i < exports; ++i) {
            for (const S3ManifestFile& file : layout.manifests[i].files) {
                if (!takeByName(i, file)) missing[i].push_back(&file);
            }
        }
        for (std::size_t i = 0; i < exports; ++i)
            takeByChecksum(i, missing[i]);
        for (std::size_t i = 0; i < exports; ++i)
            settle(i, missing[i]);
        noteStrangers();
    }

  private:
    void note(SourceNote::Kind kind, std::string sentence) {
        layout.notes.push_back({kind, 0, std::move(sentence)});
    }

    void take(const std::string& path, std::optional<std::size_t> manifest, const S3ManifestFile* entry) {
        S3DataFile file;
        file.path = path;
        file.bytes = sizeOfFile(path);
        file.manifest = manifest;
        if (entry) {
            file.items = entry->items;
            file.md5 = entry->md5;
        }
        layout.files.push_back(std::move(file));
    }

    static fs::path ownData(const S3Manifest& manifest) { return fs::path(manifest.folder) / "data"; }
    /// Incremental exports put their data files beside the exports.
    static fs::path sharedData(const S3Manifest& manifest) {
        return fs::absolute(manifest.folder).lexically_normal().parent_path() / "data";
    }

    bool takeByName(std::size_t i, const S3ManifestFile& entry) {
        const S3Manifest& manifest = layout.manifests[i];
        for (const fs::path& folder : {ownData(manifest), fs::path(manifest.folder), sharedData(manifest)}) {
            for (const std::string& name : {entry.name, withoutEnding(entry.name, ".gz")}) {
                std::error_code code;
                const std::string path = (folder / name).string();
                if (!fs::is_regular_file(path, code) || !m_taken.insert(path).second) continue;
                take(path, i, &entry);
                return true;
            }
        }
        return false;
    }

    std::vector<std::string> untaken(const fs::path& folder) const {
        std::vector<std::string> paths = s3DataFilesIn(folder.string());
        std::erase_if(paths, [this](const std::string& path) { return m_taken.contains(path); });
        return paths;
    }

    void takeByChecksum(std::size_t i, std::vector<const S3ManifestFile*>& missing) {
        const S3Manifest& manifest = layout.manifests[i];
        for (const fs::path& folder : {ownData(manifest), fs::path(manifest.folder), sharedData(manifest)}) {
            if (missing.empty()) return;
            for (const std::string& path : untaken(folder)) {
                auto known = m_sums.find(path);
                if (known == m_sums.end()) known = m_sums.emplace(path, md5OfFile(path)).first;
                const auto entry =
                    std::find_if(missing.begin(), missing.end(), [&](const S3ManifestFile* file) {
                        return !file->md5.empty() && file->md5 == known->second;
                    });
                if (entry == missing.end()) continue;
                m_taken.insert(path);
                take(path, i, *entry);
                missing.erase(entry);
            }
        }
    }

    /// What is left: files that no manifest names, and names without a file.
    void settle(std::size_t i, const std::vector<const S3ManifestFile*>& missing) {
        const S3Manifest& manifest = layout.manifests[i];
        for (const S3ManifestFile* const file : missing) {
            note(
                SourceNote::Kind::Warning,
                "The data file " + file->name + " of the export in " + manifest.folder + " is missing" +
                    (file->items ? ": " + counted(*file->items, "item is", "items are") + " missing." : "."));
        }
        for (const fs::path& folder : {ownData(manifest), fs::path(manifest.folder)}) {
            for (const std::string& path : untaken(folder)) {
                m_taken.insert(path);
                if (manifest.hasFiles && missing.empty()) {
                    note(SourceNote::Kind::Lost,
                         "The file " + path + " is not in the manifest of its export; it was left out.");
                    continue;
                }
                if (manifest.hasFiles) {
                    note(SourceNote::Kind::Warning,
                         "The file " + path +
                             " has neither the name nor the checksum of a data file of its "
                             "export; it was read all the same.");
                }
                take(path, i, nullptr);
            }
        }
    }

    void noteStrangers() {
        std::set<std::string> seen;
        for (const S3Manifest& manifest : layout.manifests) {
            const fs::path folder = sharedData(manifest);
            if (!seen.insert(folder.string()).second || holdsS3Manifest(folder.string())) continue;
            const std::vector<std::string> left = untaken(folder);
            if (left.empty()) continue;
            constexpr std::size_t kNamed = 5;
            std::string names;
            for (std::size_t i = 0; i < std::min(left.size(), kNamed); ++i)
                names += (i > 0 ? ", " : "") + fs::path(left[i]).filename().string();
            note(SourceNote::Kind::Warning,
                 "In " + folder.string() + " " + counted(left.size(), "file belongs", "files belong") +
                     " to no export that was read: " + names + (left.size() > kNamed ? ", …" : "") + ".");
        }
    }

    std::set<std::string> m_taken;
    std::map<std::string, std::string> m_sums;
};

}  // namespace

std::vector<std::string> s3DataFilesIn(const std::string& folder) {
    constexpr std::array<std::string_view, 4> kEndings = {".json.gz", ".ion.gz", ".json", ".ion"};
    std::vector<std::string> paths;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code); !code && entry != fs::directory_iterator();
         entry.increment(code)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        if (name.starts_with("manifest-") || !entry->is_regular_file(ignored)) continue;
        const bool isData = std::any_of(kEndings.begin(), kEndings.end(),
                                        [&](std::string_view ending) { return name.ends_with(ending); });
        if (isData) paths.push_back(entry->path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

S3ExportFolders s3ExportFolders(const std::string& folder) {
    ExportSearch search;
    search.search(folder);
    search.finish();
    S3ExportFolders found = std::move(search.found);
    if (found.folders.empty()) {
        fs::path whole = fs::absolute(folder).lexically_normal();
        if (whole.filename().empty()) whole = whole.parent_path();
        if (whole.filename() == "data" && holdsS3Manifest(whole.parent_path().string()))
            found.folders.push_back(whole.parent_path().string());
    }
    return found;
}

Result<S3ExportLayout> findS3Exports(const std::vector<std::string>& paths) {
    Finder finder;
    std::set<std::string> folders;
    std::vector<std::string> loose;
    std::vector<std::string> notSearched;
    for (const std::string& path : paths) {
        std::error_code code;
        if (!fs::exists(path, code))
            return Error::file(ErrorCode::FileMissing, "There is no such file or folder.", path);
        if (!fs::is_directory(path, code)) {
            loose.push_back(path);
            continue;
        }
        const S3ExportFolders found = s3ExportFolders(path);
        if (!found.notSearched.empty()) notSearched.push_back(found.notSearched);
        for (const std::string& folder : found.folders) {
            if (folders.insert(fs::weakly_canonical(folder, code).string()).second) finder.addExport(folder);
        }
        if (!found.folders.empty()) continue;
        for (const std::string& folder : {path, (fs::path(path) / "data").string()}) {
            const std::vector<std::string> files = s3DataFilesIn(folder);
            loose.insert(loose.end(), files.begin(), files.end());
        }
    }
    finder.assign();
    for (const std::string& path : loose)
        finder.addLooseFile(path);
    S3ExportLayout layout = std::move(finder.layout);
    if (layout.files.empty() && layout.manifests.empty()) {
        return Error::badInput(
            "No export to S3 was found here: neither manifest-summary.json nor data files (.json.gz, "
            ".ion.gz)." +
                (notSearched.empty() ? std::string() : " " + notSearched.front()),
            paths.empty() ? std::string() : paths.front());
    }
    if (!loose.empty()) {
        layout.notes.push_back(
            {SourceNote::Kind::Warning, 0,
             "The manifest is missing (manifest-summary.json, manifest-files.json): whether the "
             "data files are whole, and of which table they are, could not be checked."});
    }
    for (std::string& sentence : notSearched)
        layout.notes.push_back({SourceNote::Kind::Warning, 0, std::move(sentence)});
    orderS3Exports(layout);
    return layout;
}

}  // namespace partita
