#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/interchange/read/ion_cutter.h"
#include "engine/interchange/read/ion_record.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/s3_export_file.h"
#include "engine/interchange/read/s3_export_layout.h"
#include "engine/interchange/read/s3_export_lines.h"
#include "engine/interchange/read/s3_export_record.h"
#include "engine/interchange/text_encoding.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 4096;

/// The first bytes of a data file's text.
std::string headOf(S3ExportFile& file) {
    std::string head(kHead, '\0');
    std::size_t size = 0;
    while (size < kHead) {
        const std::size_t got = file.read(head.data() + size, kHead - size);
        if (got == 0) break;
        size += got;
    }
    head.resize(size);
    return head;
}

bool isIonText(const std::string& path, std::string_view head) {
    const std::string name = fs::path(path).filename().string();
    return name.ends_with(".ion") || name.ends_with(".ion.gz") || !looksLikeIon(head).empty();
}

/// The data file that is being read, cut by one of the two cutters.
class OpenFile final {
  public:
    explicit OpenFile(const std::string& path) : m_file(path), m_head(headOf(m_file)) {
        const auto feed = [this](char* into, std::size_t size) -> Result<std::size_t> {
            if (m_headAt == m_head.size()) return m_file.read(into, size);
            const std::size_t given = m_head.copy(into, size, m_headAt);
            m_headAt += given;
            return given;
        };
        if (isIonText(path, m_head))
            m_ion.emplace(feed);
        else
            m_lines.emplace(feed);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    bool isIon() const { return m_ion.has_value(); }
    Result<std::optional<CutText>> next() { return m_ion ? m_ion->next() : m_lines->next(); }
    bool endedEarly() const { return m_ion ? m_ion->endedEarly() : m_lines->endedEarly(); }
    S3ExportFile& file() { return m_file; }
    std::uint64_t bytesRead() const { return m_file.bytesRead(); }

  private:
    S3ExportFile m_file;
    std::string m_head;
    std::size_t m_headAt = 0;
    std::optional<IonCutter> m_ion;
    std::optional<S3ExportLines> m_lines;
};

class S3ExportReader final : public SourceReader {
  public:
    S3ExportReader(S3ExportLayout layout, SourceDetection detection, bool repair)
        : m_layout(std::move(layout)),
          m_detection(std::move(detection)),
          m_repair(repair),
          m_isIon(m_layout.files.size(), 0),
          m_itemsRead(m_layout.files.size(), 0) {
        for (const S3DataFile& file : m_layout.files) {
            m_paths.push_back(file.path);
            m_bytesTotal += file.bytes;
        }
    }

    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_layout.tables; }
    const std::vector<std::string>& files() const override { return m_paths; }

    Result<std::optional<SourceRecord>> next() override {
        for (;;) {
            if (!m_open) {
                if (m_at == m_layout.files.size()) {
                    compareSums();
                    return std::optional<SourceRecord>();
                }
                m_open = std::make_unique<OpenFile>(m_layout.files[m_at].path);
                m_isIon[m_at] = m_open->isIon() ? 1 : 0;
            }
            auto cut = m_open->next();
            if (cut && *cut) return std::optional<SourceRecord>(recordOf(**cut));
            close(cut ? std::string() : cut.error().message);
        }
    }

    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override {
        if (m_isIon[record.file] != 0) return decodeIonRecord(record.text, m_repair, keepNames);
        return decodeS3ExportLine(record.text, keys, keepNames);
    }

    bool endedEarly() const override { return m_endedEarly; }
    std::uint64_t bytesRead() const override { return m_bytesRead + (m_open ? m_open->bytesRead() : 0); }
    std::uint64_t bytesTotal() const override { return m_bytesTotal; }
    std::vector<SourceNote> notes() const override {
        std::vector<SourceNote> all = m_layout.notes;
        // They quote names out of manifests, which may be damaged.
        for (SourceNote& note : all)
            note.text = asUtf8(std::move(note.text));
        return all;
    }

  private:
    SourceRecord recordOf(const CutText& cut) {
        const S3DataFile& file = m_layout.files[m_at];
        SourceRecord record;
        record.text = cut.text;
        record.table = file.table;
        record.line = cut.line;
        record.offset = cut.offset;
        record.complete = cut.complete;
        record.tooLong = cut.tooLong;
        record.file = static_cast<std::uint32_t>(m_at);
        record.order = file.order;
        // Of a full export every item is as of its time; else the record itself may say when it was written.
        const bool isFull = file.manifest && m_layout.manifests[*file.manifest].hasSummary &&
                            !m_layout.manifests[*file.manifest].isIncremental;
        if (!isFull) {
            const auto micros =
                m_open->isIon() ? ionWriteMicros(record.text) : s3ExportWriteMicros(record.text);
            record.order = micros.value_or(file.order);
        }
        if (cut.complete) ++m_itemsRead[m_at];
        return record;
    }

    void note(std::string sentence) {
        m_layout.notes.push_back({SourceNote::Kind::Warning, 0, std::move(sentence)});
    }

    /// At a file's end: compares it with what the manifest says. `failure`: why its text can't be cut on.
    void close(const std::string& failure) {
        const S3DataFile& data = m_layout.files[m_at];
        S3ExportFile& file = m_open->file();
        if (!failure.empty()) {
            note("The data file " + data.path + " was not read to its end: " + failure);
            m_endedEarly = true;
            std::string rest(kHead, '\0');
            while (file.read(rest.data(), rest.size()) > 0) {  // for the checksum
            }
        }
        if (!file.fault().empty()) {
            note("The data file " + data.path + " " + file.fault() + ". What stands before that was read: " +
                 std::to_string(m_itemsRead[m_at]) + (m_itemsRead[m_at] == 1 ? " item." : " items."));
            m_endedEarly = true;
        }
        m_endedEarly = m_endedEarly || m_open->endedEarly();
        const std::string actual = file.md5();
        if (!data.md5.empty() && data.md5 != actual) {
            const bool isPlain = !file.isCompressed() && data.bytes > 0;
            note("The data file " + data.path +
                 (isPlain ? " is not compressed (it was decompressed since the export, or is damaged): it"
                          : "") +
                 " has the checksum " + toBase64(actual) + ", but the manifest says " + toBase64(data.md5) +
                 ".");
        }
        if (data.items && *data.items != m_itemsRead[m_at]) {
            note("The data file " + data.path + " holds " + std::to_string(m_itemsRead[m_at]) +
                 (m_itemsRead[m_at] == 1 ? " item" : " items") + ", but the manifest says " +
                 std::to_string(*data.items) + ".");
        }
        m_bytesRead += m_open->bytesRead();
        m_open.reset();
        ++m_at;
    }

    void compareSums() {
        if (std::exchange(m_compared, true)) return;
        for (std::size_t i = 0; i < m_layout.manifests.size(); ++i) {
            const S3Manifest& manifest = m_layout.manifests[i];
            if (!m_layout.isRead[i] || !manifest.items) continue;
            std::uint64_t sum = 0;
            for (std::size_t f = 0; f < m_layout.files.size(); ++f) {
                if (m_layout.files[f].manifest == i) sum += m_itemsRead[f];
            }
            if (sum == *manifest.items) continue;
            note("The export in " + manifest.folder + " has " + std::to_string(*manifest.items) +
                 (*manifest.items == 1 ? " item" : " items") + " by its summary, but " + std::to_string(sum) +
                 (sum == 1 ? " was" : " were") + " read.");
        }
    }

    S3ExportLayout m_layout;
    SourceDetection m_detection;
    bool m_repair;
    std::vector<std::string> m_paths;
    /// By file. Of chars, not bits: decode() reads one beside next(), which writes another.
    std::vector<char> m_isIon;
    std::vector<std::uint64_t> m_itemsRead;
    std::uint64_t m_bytesTotal = 0;
    std::uint64_t m_bytesRead = 0;
    std::size_t m_at = 0;  // of the files
    std::unique_ptr<OpenFile> m_open;
    bool m_compared = false;
    bool m_endedEarly = false;
};

std::string described(const std::vector<std::string>& folders) {
    std::size_t incremental = 0;
    std::string form;
    for (const std::string& folder : folders) {
        const S3Manifest manifest = readS3Manifest(folder);
        incremental += manifest.isIncremental ? 1 : 0;
        form = manifest.outputFormat == "ION" ? "Ion" : "DynamoDB JSON";
    }
    if (folders.size() > 1) return std::to_string(folders.size()) + " DynamoDB exports to S3";
    return "DynamoDB export to S3 (" + std::string(incremental > 0 ? "incremental" : "full") + ", " + form +
           ")";
}

}  // namespace

std::string looksLikeS3Export(const std::string& folder) {
    const std::vector<std::string> folders = s3ExportFolders(folder).folders;
    if (!folders.empty()) return described(folders);
    for (const std::string& within : {folder, (fs::path(folder) / "data").string()}) {
        for (const std::string& path : s3DataFilesIn(within)) {
            S3ExportFile file(path);
            const std::string head = headOf(file);
            // Empty partitions have empty files.
            if (head.find_first_not_of(" \t\r\n") == std::string::npos) continue;
            if (looksLikeS3ExportData(head).empty() && looksLikeIon(head).empty()) return {};
            return "data files of a DynamoDB export to S3, without its manifest";
        }
    }
    return {};
}

Result<std::unique_ptr<SourceReader>> readS3Export(const std::vector<std::string>& folders,
                                                   SourceDetection detection, const SourceOptions& options) {
    auto layout = findS3Exports(folders);
    if (!layout) return layout.error();
    if (detection.description.empty()) detection.description = "DynamoDB export to S3";
    detection.format = SourceFormat::S3Export;
    return std::unique_ptr<SourceReader>(
        std::make_unique<S3ExportReader>(std::move(*layout), std::move(detection), options.repair));
}

}  // namespace partita
