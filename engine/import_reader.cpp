#include "engine/import_reader.h"

#include "engine/table/key_values.h"

namespace partita {
namespace {

// Text parsed by one task: large enough that starting a thread does not count, small enough to keep both
// cores busy.
constexpr std::size_t kChunkBytes = 1024 * 1024;
// Tasks at a time: one for each core of a small machine, and one that waits for the consumer.
constexpr std::size_t kChunksAhead = 3;
constexpr std::size_t kExcerptBytes = 200;
// Records from which the order of attributes is learned: as many as show every entity type of a design.
constexpr std::uint64_t kTeachingRecords = 20'000;

/// At most kExcerptBytes, cut where a character ends.
std::string excerptOf(std::string_view record) {
    if (record.size() <= kExcerptBytes) return std::string(record);
    std::size_t end = kExcerptBytes;
    while (end > 0 && (static_cast<unsigned char>(record[end]) & 0xc0) == 0x80)
        --end;
    return std::string(record.substr(0, end)) + "…";
}

}  // namespace

struct ImportReader::Chunk {
    struct Part {
        std::size_t begin = 0;
        std::size_t length = 0;
        std::uint64_t line = 0;
        bool complete = true;
        bool tooLong = false;
    };
    std::string text;
    std::vector<Part> parts;
    bool teaches = false;

    std::vector<ImportRecord> parse(const TableDefinition& table, JsonForm form) const {
        std::vector<ImportRecord> records;
        records.reserve(parts.size());
        for (const Part& part : parts) {
            const std::string_view json(text.data() + part.begin, part.length);
            ImportRecord record{part.line, Error::badInput(""), form, 0, {}, {}, {}};
            if (part.tooLong) {
                record.item =
                    Error::badInput("The record is longer than 16 MiB; an item has at most 400 KB.");
            } else if (!part.complete) {
                record.item =
                    Error::badInput("The record is cut off: the text ends before its closing bracket.");
            } else if (auto parsed = parseItem(json, form, table.keys, teaches); !parsed) {
                record.item = parsed.error();
            } else {
                record.form = parsed->form;
                record.numbersRewritten = parsed->numbersRewritten;
                record.item = prepareItem(table, parsed->item);
                if (teaches && record.item) {
                    record.entity = entityOf(keyValuesOf(table.keys.partition, parsed->item),
                                             keyValuesOf(table.keys.sort, parsed->item));
                    record.names = std::move(parsed->names);
                }
            }
            if (!record.item) record.excerpt = excerptOf(json);
            records.push_back(std::move(record));
        }
        return records;
    }
};

ImportReader::ImportReader(std::unique_ptr<RecordReader> source, const TableDefinition& table, JsonForm form)
    : m_source(std::move(source)), m_table(table), m_form(form) {}

void ImportReader::readAhead() {
    auto chunk = std::make_shared<Chunk>();
    chunk->text.reserve(kChunkBytes);
    chunk->teaches = m_records < kTeachingRecords;
    while (chunk->text.size() < kChunkBytes) {
        auto record = m_source->next();
        if (!record) m_failure = record.error();
        if (!record || !*record) {
            m_atEnd = true;
            break;
        }
        const JsonRecord& found = **record;
        chunk->parts.push_back(
            {chunk->text.size(), found.text.size(), found.line, found.complete, found.tooLong});
        chunk->text += found.text;
    }
    if (chunk->parts.empty()) return;
    m_records += chunk->parts.size();
    m_parsing.push_back(std::async(
        std::launch::async, [chunk, &table = m_table, form = m_form] { return chunk->parse(table, form); }));
}

Result<std::vector<ImportRecord>> ImportReader::next() {
    while (!m_atEnd && m_parsing.size() < kChunksAhead)
        readAhead();
    // What was read before a fault is handed on before the fault is told.
    if (m_parsing.empty()) {
        if (m_failure) return *m_failure;
        return std::vector<ImportRecord>();
    }
    auto records = m_parsing.front().get();
    m_parsing.pop_front();
    return records;
}

}  // namespace partita
