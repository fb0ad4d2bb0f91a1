#include "engine/interchange/write/s3_export_sink.h"

#include <random>
#include <utility>
#include <vector>

#include "engine/clock.h"
#include "engine/interchange/checksum.h"
#include "engine/interchange/json.h"
#include "engine/interchange/read/s3_manifest.h"
#include "engine/interchange/stored_json.h"
#include "engine/interchange/write/output_file.h"
#include "engine/interchange/write/s3_export_data.h"
#include "engine/value/base64.h"

namespace partita {
namespace {

std::string randomText(std::string_view alphabet, std::size_t size) {
    std::random_device random;
    std::uniform_int_distribution<std::size_t> letter(0, alphabet.size() - 1);
    std::string text;
    for (; size > 0; --size)
        text += alphabet[letter(random)];
    return text;
}

std::string randomHex(std::size_t size) {
    return randomText("0123456789abcdef", size);
}

/// As the service names data files.
std::string dataFileName() {
    constexpr std::size_t kLength = 26;
    return randomText("abcdefghijklmnopqrstuvwxyz234567", kLength) + ".json.gz";
}

/// Its time first, so that exports sort by it.
std::string exportId(UtcMillis now) {
    constexpr std::size_t kTimeDigits = 14;
    std::string time = std::to_string(now);
    if (time.size() < kTimeDigits) time.insert(0, kTimeDigits - time.size(), '0');
    return time + "-" + randomHex(8);
}

/// A JSON object of one line, member after member.
class JsonLine final {
  public:
    JsonLine& text(std::string_view name, std::string_view value) { return raw(name, jsonString(value)); }
    JsonLine& raw(std::string_view name, std::string_view json) {
        m_json += m_json.empty() ? "{" : ",";
        m_json += jsonString(name) + ":" + std::string(json);
        return *this;
    }
    std::string done() const { return m_json + "}"; }

  private:
    std::string m_json;
};

class S3ExportSink final : public ItemSink {
  public:
    S3ExportSink(std::unique_ptr<OutputFolder> folder, std::uint64_t fileBytes)
        : m_folder(std::move(folder)), m_fileBytes(fileBytes) {}

    Result<void> begin(const SinkTable& table) override {
        if (auto done = endTable(); !done) return done;
        m_started = Clock::system().now();
        m_id = exportId(m_started);
        m_table = table.definition.name;
        return writeFile("_started", "");
    }

    Result<void> item(std::string_view bytes, const std::vector<std::string>& firstNames) override {
        if (m_data && m_data->textBytes() >= m_fileBytes) {
            if (auto done = endData(); !done) return done;
        }
        if (!m_data) {
            if (auto done = beginData(); !done) return done;
        }
        m_line = "{\"Item\":";
        if (!appendStoredJson(bytes, m_line, firstNames))
            return Error::of(ErrorCode::DamagedFile, "An item of the table file is damaged.");
        m_line += "}\n";
        ++m_itemsOfData;
        return m_data->write(m_line);
    }

    Result<void> finish() override {
        if (auto done = endTable(); !done) return done;
        return m_folder->finish();
    }

    std::uint64_t bytesWritten() const override {
        return m_bytesWritten + (m_data ? m_data->bytesWritten() : 0);
    }

  private:
    std::string root() const { return "AWSDynamoDB/" + m_id + "/"; }

    Result<void> beginData() {
        m_dataKey = root() + "data/" + dataFileName();
        auto path = m_folder->pathOf(m_dataKey);
        if (!path) return path.error();
        auto data = S3ExportData::open(*path);
        if (!data) return data.error();
        m_data = std::move(*data);
        m_itemsOfData = 0;
        return {};
    }

    Result<void> endData() {
        auto md5 = m_data->finish();
        if (!md5) return md5.error();
        // Large objects reach S3 in parts: their tag is the sum of the parts' sums, here of one.
        m_filesManifest += JsonLine()
                               .raw("itemCount", std::to_string(m_itemsOfData))
                               .text("md5Checksum", toBase64(*md5))
                               .text("etag", toHex(Md5::of(*md5)) + "-1")
                               .text("dataFileS3Key", m_dataKey)
                               .done() +
                           "\n";
        m_items += m_itemsOfData;
        m_bytesWritten += m_data->bytesWritten();
        m_data.reset();
        return {};
    }

    Result<void> endTable() {
        if (m_id.empty()) return {};
        if (!m_data && m_items == 0) {
            // As an empty partition: a file without items.
            if (auto done = beginData(); !done) return done;
        }
        if (m_data) {
            if (auto done = endData(); !done) return done;
        }
        const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + m_table;
        const std::string time = timeOfMicros(m_started * 1000);
        const std::string summary =
            JsonLine()
                .text("version", "2020-06-30")
                .text("exportArn", arn + "/export/" + m_id)
                .text("startTime", time)
                .text("endTime", timeOfMicros(Clock::system().now() * 1000))
                .text("tableArn", arn)
                .text("tableId", randomHex(8) + "-" + randomHex(4) + "-" + randomHex(4) + "-" + randomHex(4) +
                                     "-" + randomHex(12))
                .text("exportTime", time)
                .text("s3Bucket", "partita")
                .raw("s3Prefix", "null")
                .text("s3SseAlgorithm", "AES256")
                .raw("s3SseKmsKeyId", "null")
                .text("manifestFilesS3Key", root() + "manifest-files.json")
                .raw("billedSizeBytes", "0")
                .raw("itemCount", std::to_string(m_items))
                .text("outputFormat", "DYNAMODB_JSON")
                .done();
        if (auto done = writeManifest("manifest-files", std::exchange(m_filesManifest, {})); !done)
            return done;
        if (auto done = writeManifest("manifest-summary", summary); !done) return done;
        m_id.clear();
        m_items = 0;
        return {};
    }

    Result<void> writeManifest(const std::string& name, const std::string& text) {
        if (auto done = writeFile(name + ".json", text); !done) return done;
        return writeFile(name + ".md5", toBase64(Md5::of(text)));
    }

    Result<void> writeFile(const std::string& name, std::string_view text) {
        auto path = m_folder->pathOf(root() + name);
        if (!path) return path.error();
        auto file = OutputFile::open(*path, false, OutputFile::Part::OfFolder);
        if (!file) return file.error();
        if (auto done = (*file)->write(text); !done) return done;
        if (auto done = (*file)->finish(); !done) return done;
        m_bytesWritten += (*file)->bytesWritten();
        return {};
    }

    std::unique_ptr<OutputFolder> m_folder;
    std::uint64_t m_fileBytes;
    UtcMillis m_started = 0;
    std::string m_id;  // of the export that is being written; empty: none
    std::string m_table;
    std::string m_filesManifest;
    std::unique_ptr<S3ExportData> m_data;
    std::string m_dataKey;
    std::uint64_t m_itemsOfData = 0;
    std::uint64_t m_items = 0;
    std::uint64_t m_bytesWritten = 0;
    std::string m_line;
};

}  // namespace

Result<std::unique_ptr<ItemSink>> openS3ExportSink(const std::string& folder, std::uint64_t fileBytes) {
    auto output = OutputFolder::open(folder);
    if (!output) return output.error();
    return std::unique_ptr<ItemSink>(std::make_unique<S3ExportSink>(std::move(*output), fileBytes));
}

}  // namespace partita
