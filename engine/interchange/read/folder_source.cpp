#include "engine/interchange/read/folder_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "engine/interchange/read/open_source.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kEndings = {".json", ".jsonl", ".ndjson", ".ion",
                                                      ".csv",  ".tsv",   ".gz",     ".zst"};
constexpr std::size_t kLookedAt = 50;  // files whose format is looked at before anything is read
constexpr std::size_t kOpenFiles = 32;
constexpr std::size_t kNamed = 5;  // in a note, of files that are not read

struct Listing {
    std::vector<std::string> files;   // sorted
    std::vector<std::string> others;  // names of what is not looked at
    // Of a backup of dynamodump: the tables, the place there of each file, and what is to be told.
    std::vector<SourceTable> dumped;
    std::vector<std::size_t> dumpOf;
    std::vector<SourceNote> notes;
};

Result<Listing> listed(const std::string& folder) {
    Listing listing;
    std::error_code code;
    fs::directory_iterator entries(folder, code);
    for (; !code && entries != fs::directory_iterator(); entries.increment(code)) {
        const fs::path& path = entries->path();
        const std::string name = path.filename().string();
        if (name.starts_with('.')) continue;
        std::error_code ignored;
        const bool isSource =
            fs::is_regular_file(path, ignored) &&
            std::find(kEndings.begin(), kEndings.end(), path.extension().string()) != kEndings.end();
        if (isSource)
            listing.files.push_back(path.string());
        else
            listing.others.push_back(name);
    }
    if (code) {
        return Error::file(ErrorCode::InputOutput, "The folder cannot be read: " + code.message(), folder);
    }
    std::sort(listing.files.begin(), listing.files.end());
    std::sort(listing.others.begin(), listing.others.end());
    return listing;
}

/// One table as dynamodump backs it up: TABLE/schema.json and TABLE/data/0001.json and so on. False: it is
/// none.
bool addDump(const fs::path& folder, Listing& to) {
    std::error_code code;
    const fs::path schema = folder / "schema.json";
    if (!fs::is_regular_file(schema, code) || !fs::is_directory(folder / "data", code)) return false;
    const auto found = detectSource(SourceLocation::file(schema.string()));
    if (!found || found->format != SourceFormat::CreateTable) return false;
    auto data = listed((folder / "data").string());
    if (!data) return false;
    SourceTable table;
    SourceOptions options;
    options.format = SourceFormat::CreateTable;
    const auto opened = openSource(SourceLocation::file(schema.string()), options);
    if (opened && (*opened)->tables().size() == 1) {
        table = (*opened)->tables().front();
        for (SourceNote& note : (*opened)->notes())
            to.notes.push_back(std::move(note));
    } else {
        table.name = folder.filename().string();
        to.notes.push_back(
            {SourceNote::Kind::Lost, 0,
             "The keys of the table are not taken from its schema.json: " +
                 (opened ? std::string("It defines several tables.") : opened.error().text())});
    }
    for (std::string& file : data->files) {
        to.files.push_back(std::move(file));
        to.dumpOf.push_back(to.dumped.size());
    }
    for (const std::string& other : data->others)
        to.others.push_back(other);
    to.dumped.push_back(std::move(table));
    return true;
}

/// The folder as a backup of dynamodump, of one table or of several beside one another; nothing: it is none.
std::optional<Listing> listedDump(std::string folder) {
    while (folder.size() > 1 && folder.ends_with('/'))
        folder.pop_back();
    Listing listing;
    if (!addDump(folder, listing)) {
        std::error_code code;
        std::vector<fs::path> inside;
        for (fs::directory_iterator entries(folder, code); !code && entries != fs::directory_iterator();
             entries.increment(code))
            inside.push_back(entries->path());
        std::sort(inside.begin(), inside.end());
        std::vector<std::string> others;
        for (const fs::path& path : inside)
            if (!addDump(path, listing)) others.push_back(path.filename().string());
        listing.others.insert(listing.others.end(), others.begin(), others.end());
    }
    if (listing.dumped.empty() || listing.files.empty()) return std::nullopt;
    return listing;
}

SourceDetection detectionOf(const Listing& dump) {
    const std::size_t tables = dump.dumped.size();
    return {SourceFormat::Items,
            "backup of dynamodump, " + std::to_string(tables) + (tables == 1 ? " table" : " tables"), "", ""};
}

/// "page-.json" of "page-0012.json": files whose names differ in figures alone are parts of one thing.
std::string withoutFigures(const std::string& path) {
    std::string name = fs::path(path).filename().string();
    std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
    return name;
}

bool areNumbered(const std::vector<std::string>& files) {
    return std::all_of(files.begin(), files.end(), [&files](const std::string& file) {
        return withoutFigures(file) == withoutFigures(files.front());
    });
}

bool isStream(SourceFormat format) {
    switch (format) {
        case SourceFormat::Items:
        case SourceFormat::BatchWrite:
        case SourceFormat::StreamRecords:
        case SourceFormat::Ion:
        case SourceFormat::Csv:
        case SourceFormat::Tsv:
            return true;
        default:
            return false;
    }
}

std::optional<SourceDetection> together(const std::vector<std::string>& files,
                                        std::optional<SourceFormat> wanted) {
    if (files.empty() || (wanted && !isStream(*wanted))) return std::nullopt;
    std::optional<SourceDetection> first;
    for (std::size_t i = 0; i < files.size() && i < kLookedAt; ++i) {
        auto one = wanted ? Result(SourceDetection{*wanted, std::string(sourceFormatTitle(*wanted)), "", ""})
                          : detectSource(SourceLocation::file(files[i]));
        if (!one || !isStream(one->format) || (first && one->format != first->format)) return std::nullopt;
        if (!first) first = *std::move(one);
    }
    // Requests name their tables; of other files each may be a table.
    if (!wanted && first->format != SourceFormat::BatchWrite && !areNumbered(files)) return std::nullopt;
    first->description =
        std::to_string(files.size()) + (files.size() == 1 ? " file, " : " files, ") + first->description;
    return first;
}

class FolderSource final : public SourceReader {
  public:
    FolderSource(Listing listing, SourceDetection detection, SourceOptions options)
        : m_files(std::move(listing.files)),
          m_detection(std::move(detection)),
          m_options(std::move(options)),
          m_tables(std::move(listing.dumped)),
          m_dumpOf(std::move(listing.dumpOf)),
          m_notes(std::move(listing.notes)) {
        m_options.format = m_detection.format;
        for (const std::string& file : m_files) {
            std::error_code code;
            const auto size = fs::file_size(file, code);
            m_sizes.push_back(code ? 0 : size);
            m_bytesTotal += m_sizes.back();
        }
        if (!listing.others.empty()) noteOthers(listing.others);
    }

    /// The first file, so that what the source is shows at once. Fails as it fails.
    Result<void> begin() {
        auto opened = reader(0);
        if (!opened) return opened.error();
        m_current = *opened;
        takeTables();
        return {};
    }

    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_tables; }
    const std::vector<std::string>& files() const override { return m_files; }

    Result<std::optional<SourceRecord>> next() override {
        while (m_current) {
            auto record = m_current->next();
            if (!record) {
                note(record.error().text());
            } else if (*record) {
                takeTables();
                (*record)->table = m_places[(*record)->table];
                (*record)->file = static_cast<std::uint32_t>(m_file);
                return record;
            }
            leave();
        }
        return std::optional<SourceRecord>();
    }

    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override {
        const auto found = reader(record.file);
        if (!found) return found.error();
        return (*found)->decode(record, keys, keepNames);
    }

    SourceFormat recordFormat() const override { return m_first->recordFormat(); }
    std::string preamble() const override { return m_first->preamble(); }
    bool endedEarly() const override { return m_endedEarly; }
    std::uint64_t bytesRead() const override {
        return m_bytesBefore + (m_current ? m_current->bytesRead() : 0);
    }
    std::uint64_t bytesTotal() const override { return m_bytesTotal; }
    std::vector<SourceNote> notes() const override { return m_notes; }

  private:
    /// The reader of a file: one of those that are open, or opened anew to understand records of it that come
    /// late. Thread-safe.
    Result<std::shared_ptr<SourceReader>> reader(std::size_t file) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_open.find(file);
        if (found != m_open.end()) return found->second;
        auto opened = openSource(SourceLocation::file(m_files[file]), m_options);
        if (!opened) return opened.error();
        std::shared_ptr<SourceReader> made = *std::move(opened);
        if (m_open.size() >= kOpenFiles) m_open.erase(m_open.begin());
        m_open.emplace(file, made);
        if (!m_first) m_first = made;
        return made;
    }

    void leave() {
        for (SourceNote& one : m_current->notes())
            if (std::none_of(m_notes.begin(), m_notes.end(),
                             [&one](const SourceNote& had) { return had.text == one.text; }))
                m_notes.push_back(std::move(one));
        if (m_current->endedEarly()) {
            m_endedEarly = true;
            note("The file ends in the middle.");
        }
        m_current.reset();
        m_bytesBefore += m_sizes[m_file];
        while (!m_current && ++m_file < m_files.size()) {
            auto opened = reader(m_file);
            if (!opened) {
                note(opened.error().text());
                m_bytesBefore += m_sizes[m_file];
                continue;
            }
            m_current = *opened;
            m_places.clear();
            takeTables();
        }
    }

    /// Where the tables of this file stand among all.
    void takeTables() {
        const std::vector<SourceTable>& tables = m_current->tables();
        while (m_places.size() < tables.size()) {
            const SourceTable& table = tables[m_places.size()];
            if (table.name.empty() && m_file < m_dumpOf.size()) {
                m_places.push_back(static_cast<std::uint32_t>(m_dumpOf[m_file]));
                continue;
            }
            auto same = std::find_if(m_tables.begin(), m_tables.end(),
                                     [&table](const SourceTable& had) { return had.name == table.name; });
            m_places.push_back(static_cast<std::uint32_t>(same - m_tables.begin()));
            if (same == m_tables.end()) m_tables.push_back(table);
        }
    }

    void note(const std::string& text) {
        m_notes.push_back(
            {SourceNote::Kind::Warning, 0, fs::path(m_files[m_file]).filename().string() + ": " + text});
    }

    void noteOthers(const std::vector<std::string>& others) {
        std::string names;
        for (std::size_t i = 0; i < others.size() && i < kNamed; ++i)
            names += (i > 0 ? ", " : "") + others[i];
        if (others.size() > kNamed) names += " and " + std::to_string(others.size() - kNamed) + " more";
        m_notes.push_back(
            {SourceNote::Kind::Lost, 0, "Not read, as it is no source by its name: " + names + "."});
    }

    std::vector<std::string> m_files;
    std::vector<std::uint64_t> m_sizes;
    SourceDetection m_detection;
    SourceOptions m_options;
    std::vector<SourceTable> m_tables;
    std::vector<std::size_t> m_dumpOf;  // of a backup of dynamodump: the table of each file
    std::vector<SourceNote> m_notes;
    std::size_t m_file = 0;                   // that is being read
    std::shared_ptr<SourceReader> m_current;  // null after the last
    std::vector<std::uint32_t> m_places;      // of the tables of m_current in m_tables
    std::uint64_t m_bytesBefore = 0;
    std::uint64_t m_bytesTotal = 0;
    bool m_endedEarly = false;
    mutable std::mutex m_mutex;  // of the two below
    mutable std::map<std::size_t, std::shared_ptr<SourceReader>> m_open;
    mutable std::shared_ptr<SourceReader> m_first;
};

}  // namespace

Result<std::optional<SourceDetection>> detectFolder(const std::string& folder) {
    if (const auto dump = listedDump(folder)) return std::optional(detectionOf(*dump));
    const auto listing = listed(folder);
    if (!listing) return listing.error();
    return together(listing->files, std::nullopt);
}

Result<std::unique_ptr<SourceReader>> openFolder(const std::string& folder, const SourceOptions& options) {
    auto dump = options.format.value_or(SourceFormat::Items) == SourceFormat::Items ? listedDump(folder)
                                                                                    : std::nullopt;
    if (dump) {
        SourceDetection detection = detectionOf(*dump);
        auto source = std::make_unique<FolderSource>(*std::move(dump), std::move(detection), options);
        if (auto begun = source->begin(); !begun) return begun.error();
        return std::unique_ptr<SourceReader>(std::move(source));
    }
    auto listing = listed(folder);
    if (!listing) return listing.error();
    auto detection = together(listing->files, options.format);
    if (!detection) return std::unique_ptr<SourceReader>();
    auto source = std::make_unique<FolderSource>(*std::move(listing), *std::move(detection), options);
    if (auto begun = source->begin(); !begun) return begun.error();
    return std::unique_ptr<SourceReader>(std::move(source));
}

}  // namespace partita
