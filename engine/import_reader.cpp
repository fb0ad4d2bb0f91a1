#include "engine/import_reader.h"

#include "engine/table/key_values.h"

namespace partita {
namespace {

// Text read by one task: large enough that starting a thread does not count, small enough to keep both
// cores busy.
constexpr std::size_t kChunkBytes = 1024 * 1024;
// Tasks at a time: one for each core of a small machine, and one that waits for the consumer.
constexpr std::size_t kChunksAhead = 3;
constexpr std::size_t kExcerptBytes = 200;
// Records from which the order of attributes is learned: as many as show every entity type of a design.
constexpr std::uint64_t kTeachingRecords = 20'000;

Result<PreparedItem> preparedKey(const TableDefinition& table, const Item& key) {
    auto bytes = bareKey(table.keys, key);
    if (!bytes) return bytes.error();
    PreparedItem item;
    item.key = std::move(bytes).value();
    item.hash = partitionHash(item.key.partition);
    return item;
}

}  // namespace

std::string excerptOf(std::string_view record) {
    if (record.size() <= kExcerptBytes) return std::string(record);
    std::size_t end = kExcerptBytes;
    while (end > 0 && (static_cast<unsigned char>(record[end]) & 0xc0) == 0x80)
        --end;
    return std::string(record.substr(0, end)) + "…";
}

struct ImportReader::Chunk {
    struct Part {
        SourceRecord record;  // whose text is not valid any more
        std::size_t begin = 0;
        std::size_t length = 0;
        const TableDefinition* target = nullptr;
    };
    std::string text;
    std::vector<Part> parts;
    bool teaches = false;

    std::vector<ImportRecord> read(const SourceReader& source, bool keepValues) const {
        std::vector<ImportRecord> records;
        records.reserve(parts.size());
        for (const Part& part : parts) {
            SourceRecord given = part.record;
            given.text = std::string_view(text).substr(part.begin, part.length);
            ImportRecord record{
                given.table,        given.file, given.line, given.order, DecodedRecord::Action::Put,
                Error::badInput("")};
            if (given.tooLong) {
                record.item =
                    Error::badInput("The record is longer than 16 MiB; an item has at most 400 KB.");
            } else if (!given.complete) {
                record.item =
                    Error::badInput("The record is cut off: the text ends before its closing bracket.");
            } else if (auto decoded = source.decode(given, part.target->keys, teaches); !decoded) {
                record.item = decoded.error();
            } else {
                take(std::move(decoded).value(), *part.target, keepValues, record);
            }
            if (!record.item) {
                record.text = given.text;
            } else if (!record.repairs.empty()) {
                record.text = excerptOf(given.text);
            }
            records.push_back(std::move(record));
        }
        return records;
    }

    void take(DecodedRecord decoded, const TableDefinition& table, bool keepValues,
              ImportRecord& record) const {
        record.action = decoded.action;
        record.form = decoded.form;
        record.numbersRewritten = decoded.numbersRewritten;
        record.repairs = std::move(decoded.repairs);
        const bool isPut = decoded.action == DecodedRecord::Action::Put;
        record.item = isPut ? prepareItem(table, decoded.item) : preparedKey(table, decoded.item);
        if (isPut && teaches && record.item) {
            record.entity = entityOf(keyValuesOf(table.keys.partition, decoded.item),
                                     keyValuesOf(table.keys.sort, decoded.item));
            record.names = std::move(decoded.names);
        }
        if (keepValues) record.value = std::move(decoded.item);
    }
};

ImportReader::ImportReader(SourceReader& source, TargetOf targetOf, bool keepValues)
    : m_source(source), m_targetOf(std::move(targetOf)), m_keepValues(keepValues) {}

ImportReader::~ImportReader() = default;

const TableDefinition* ImportReader::target(std::uint32_t table) {
    if (table >= m_targets.size()) m_targets.resize(table + 1);
    if (!m_targets[table]) m_targets[table] = m_targetOf(table);
    return *m_targets[table];
}

void ImportReader::readAhead() {
    auto chunk = std::make_shared<Chunk>();
    chunk->text.reserve(kChunkBytes);
    chunk->teaches = m_records < kTeachingRecords;
    while (chunk->text.size() < kChunkBytes) {
        auto record = m_source.next();
        if (!record) m_failure = record.error();
        if (!record || !*record) {
            m_atEnd = true;
            break;
        }
        const TableDefinition* const definition = target((*record)->table);
        if (!definition) {
            ++m_leftOut;
            continue;
        }
        chunk->parts.push_back({**record, chunk->text.size(), (*record)->text.size(), definition});
        chunk->text += (*record)->text;
    }
    if (chunk->parts.empty()) return;
    m_records += chunk->parts.size();
    m_parsing.push_back(std::async(std::launch::async, [chunk, &source = m_source, keep = m_keepValues] {
        return chunk->read(source, keep);
    }));
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
