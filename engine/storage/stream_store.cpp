#include "engine/storage/stream_store.h"

#include <algorithm>

#include "engine/storage/file_format.h"
#include "engine/storage/storage_error.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// On disk: do not renumber.
enum class StoredViewType : std::int64_t { KeysOnly = 0, NewImage = 1, OldImage = 2, NewAndOldImages = 3 };
enum class StoredEvent : std::int64_t { Insert = 0, Modify = 1, Remove = 2 };

/// Records that one write removes at most, so that no write waits for a day's worth of them.
constexpr int kTrimmedAtOnce = 100;

std::int64_t storedViewType(StreamViewType type) {
    switch (type) {
        case StreamViewType::KeysOnly:
            return static_cast<std::int64_t>(StoredViewType::KeysOnly);
        case StreamViewType::NewImage:
            return static_cast<std::int64_t>(StoredViewType::NewImage);
        case StreamViewType::OldImage:
            return static_cast<std::int64_t>(StoredViewType::OldImage);
        case StreamViewType::NewAndOldImages:
            break;
    }
    return static_cast<std::int64_t>(StoredViewType::NewAndOldImages);
}

StreamViewType viewTypeFrom(Database& database, std::int64_t stored) {
    switch (static_cast<StoredViewType>(stored)) {
        case StoredViewType::KeysOnly:
            return StreamViewType::KeysOnly;
        case StoredViewType::NewImage:
            return StreamViewType::NewImage;
        case StoredViewType::OldImage:
            return StreamViewType::OldImage;
        case StoredViewType::NewAndOldImages:
            return StreamViewType::NewAndOldImages;
    }
    throw StorageError(Error::file(ErrorCode::DamagedFile,
                                   "The file is damaged: a stream is of an unknown kind.", database.path()));
}

Item imageFrom(Database& database, std::string_view bytes) {
    auto item = itemFromBytes(bytes);
    if (!item)
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "The file is damaged: a record of a stream can't be read.",
                                       database.path()));
    return std::move(item).value();
}

/// "2026-05-01T10:00:00.250": UTC, from a table of days, since a room for times comes after this one.
std::string labelOf(UtcMillis time) {
    // Days to a date: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    const std::int64_t day = time / 86'400'000, rest = time % 86'400'000;
    const std::int64_t shifted = day + 719'468, era = shifted / 146'097, ofEra = shifted % 146'097;
    const std::int64_t year = (ofEra - ofEra / 1460 + ofEra / 36'524 - ofEra / 146'096) / 365;
    const std::int64_t ofYear = ofEra - (365 * year + year / 4 - year / 100);
    const std::int64_t month = (5 * ofYear + 2) / 153;
    const auto digits = [](std::int64_t value, std::size_t width) {
        std::string text = std::to_string(value);
        return text.size() < width ? std::string(width - text.size(), '0') + text : text;
    };
    const std::int64_t civilMonth = month < 10 ? month + 3 : month - 9;
    return digits(year + era * 400 + (civilMonth <= 2 ? 1 : 0), 4) + "-" + digits(civilMonth, 2) + "-" +
           digits(ofYear - (153 * month + 2) / 5 + 1, 2) + "T" + digits(rest / 3'600'000, 2) + ":" +
           digits(rest / 60'000 % 60, 2) + ":" + digits(rest / 1000 % 60, 2) + "." + digits(rest % 1000, 3);
}

}  // namespace

std::optional<OpenStream> StreamStore::openStream(std::int64_t table, const Clock& clock) const {
    Execution row = m_database.prepare(
        "SELECT id, view_type FROM streams WHERE table_id = ? AND ended_ms IS NULL ORDER BY id DESC");
    row.bind(1, table);
    if (!row.step()) return std::nullopt;
    return OpenStream{row.integer(0), viewTypeFrom(m_database, row.integer(1)), &clock};
}

std::vector<StreamStore::Stored> StreamStore::streamsOf(std::int64_t table, UtcMillis now) const {
    std::vector<Stored> streams;
    const auto next = static_cast<std::uint64_t>(nextNumber(m_database, Counter::StreamRecord));
    {
        Execution row = m_database.prepare(
            "SELECT id, label, view_type, created_ms, ended_ms, first_sequence, end_sequence FROM streams "
            "WHERE table_id = ? ORDER BY id");
        row.bind(1, table);
        while (row.step()) {
            Stored stream;
            stream.id = row.integer(0);
            stream.info.label = row.text(1);
            stream.info.viewType = viewTypeFrom(m_database, row.integer(2));
            stream.info.created = row.integer(3);
            stream.info.enabled = row.isNull(4);
            if (!row.isNull(4)) stream.ended = row.integer(4);
            stream.info.firstSequence = static_cast<std::uint64_t>(row.integer(5));
            stream.info.nextSequence = row.isNull(6) ? next : static_cast<std::uint64_t>(row.integer(6));
            streams.push_back(std::move(stream));
        }
    }
    for (Stored& stream : streams)
        stream.info.firstSequence = firstKept(stream.id, stream.info.firstSequence, now);
    return streams;
}

std::uint64_t StreamStore::firstKept(std::int64_t stream, std::uint64_t first, UtcMillis now) const {
    Execution row =
        m_database.prepare("SELECT sequence, time_ms FROM stream_records WHERE stream = ? ORDER BY sequence");
    row.bind(1, stream);
    while (row.step() && row.integer(1) < now - kLifetime)
        first = static_cast<std::uint64_t>(row.integer(0)) + 1;
    return first;
}

StreamPage StreamStore::page(const Stored& stream, std::uint64_t from, std::uint32_t limit) const {
    StreamPage page;
    std::uint64_t bytes = 0;
    bool more = false;
    page.nextSequence = std::max(from, stream.info.nextSequence);
    Execution row = m_database.prepare(
        "SELECT sequence, time_ms, event, expired, key, old, new FROM stream_records WHERE stream = ? AND "
        "sequence >= ? ORDER BY sequence");
    row.bind(1, stream.id).bind(2, static_cast<std::int64_t>(from));
    while (row.step()) {
        StreamRecord record;
        record.sequence = static_cast<std::uint64_t>(row.integer(0));
        record.time = row.integer(1);
        record.event = row.integer(2) == static_cast<std::int64_t>(StoredEvent::Insert) ? StreamEvent::Insert
                       : row.integer(2) == static_cast<std::int64_t>(StoredEvent::Remove)
                           ? StreamEvent::Remove
                           : StreamEvent::Modify;
        record.expired = row.integer(3) != 0;
        record.key = imageFrom(m_database, row.bytes(4));
        record.bytes = sizeOf(record.key);
        if (!row.isNull(5)) record.oldImage = imageFrom(m_database, row.bytes(5));
        if (!row.isNull(6)) record.newImage = imageFrom(m_database, row.bytes(6));
        for (const auto& image : {record.oldImage, record.newImage})
            if (image) record.bytes += sizeOf(*image);
        if (page.records.size() == std::min(limit, kPageRecords) ||
            (!page.records.empty() && bytes + record.bytes > kPageBytes)) {
            page.nextSequence = record.sequence;
            more = true;
            break;
        }
        bytes += record.bytes;
        page.records.push_back(std::move(record));
    }
    page.closed = !more && !stream.info.enabled;
    return page;
}

void StreamStore::open(std::int64_t table, StreamViewType viewType, UtcMillis now) {
    // Those that have gone for good, but for the newest: DescribeTable tells of it for ever.
    m_database
        .prepare(
            "DELETE FROM streams WHERE table_id = ?1 AND ended_ms < ?2 AND id < (SELECT max(id) FROM streams "
            "WHERE table_id = ?1) AND NOT EXISTS (SELECT 1 FROM stream_records WHERE stream = streams.id)")
        .bind(1, table)
        .bind(2, now - kLifetime)
        .run();
    // Two of one millisecond would have one label.
    std::string label = labelOf(now);
    for (UtcMillis later = now;; label = labelOf(++later)) {
        Execution taken = m_database.prepare("SELECT 1 FROM streams WHERE table_id = ? AND label = ?");
        taken.bind(1, table).bindText(2, label);
        if (!taken.step()) break;
    }
    m_database
        .prepare(
            "INSERT INTO streams (table_id, label, view_type, created_ms, first_sequence) VALUES (?, ?, ?, "
            "?, ?)")
        .bind(1, table)
        .bindText(2, label)
        .bind(3, storedViewType(viewType))
        .bind(4, now)
        .bind(5, nextNumber(m_database, Counter::StreamRecord))
        .run();
}

void StreamStore::close(std::int64_t table, UtcMillis now) {
    m_database
        .prepare("UPDATE streams SET ended_ms = ?, end_sequence = ? WHERE table_id = ? AND ended_ms IS NULL")
        .bind(1, now)
        .bind(2, nextNumber(m_database, Counter::StreamRecord))
        .bind(3, table)
        .run();
}

bool StreamStore::hasMoreRecordsThan(std::int64_t table, std::int64_t most) const {
    Execution row = m_database.prepare(
        "SELECT 1 FROM stream_records WHERE stream IN (SELECT id FROM streams WHERE table_id = ?) LIMIT 1 "
        "OFFSET ?");
    row.bind(1, table).bind(2, most);
    return row.step();
}

bool StreamStore::removeSomeRecords(std::int64_t table, std::int64_t most) {
    m_database
        .prepare(
            "DELETE FROM stream_records WHERE sequence IN (SELECT sequence FROM stream_records WHERE stream "
            "IN "
            "(SELECT id FROM streams WHERE table_id = ?) LIMIT ?)")
        .bind(1, table)
        .bind(2, most)
        .run();
    return m_database.changes() < most;
}

void StreamStore::removeStreamsOf(std::int64_t table) {
    m_database.prepare("DELETE FROM streams WHERE table_id = ?").bind(1, table).run();
}

void StreamLog::append(std::optional<std::string_view> before, std::optional<std::string_view> after,
                       bool expired) {
    if (before == after) return;
    const OpenStream& stream = *m_table.stream;
    const UtcMillis now = stream.clock->now();
    trim(now);
    const StoredEvent event = !before ? StoredEvent::Insert
                              : after ? StoredEvent::Modify
                                      : StoredEvent::Remove;
    std::string key;
    ItemView(after ? *after : *before)
        .project([&](std::string_view name) { return m_table.definition.keys.contains(name); }, key);
    const bool old =
        stream.viewType == StreamViewType::OldImage || stream.viewType == StreamViewType::NewAndOldImages;
    const bool fresh =
        stream.viewType == StreamViewType::NewImage || stream.viewType == StreamViewType::NewAndOldImages;
    const std::int64_t sequence = takeNumber(m_database, Counter::StreamRecord);
    Execution row = m_database.prepare("INSERT INTO stream_records VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, sequence)
        .bind(2, stream.id)
        .bind(3, now)
        .bind(4, static_cast<std::int64_t>(event))
        .bind(5, std::int64_t{expired})
        .bindBytes(6, key);
    const auto bindImage = [&](int parameter, bool wanted, const std::optional<std::string_view>& image) {
        if (wanted && image) {
            row.bindBytes(parameter, *image);
        } else {
            row.bindNull(parameter);
        }
    };
    bindImage(7, old, before);
    bindImage(8, fresh, after);
    row.run();
}

void StreamLog::trim(UtcMillis now) {
    std::int64_t last = 0;
    {
        Execution row = m_database.prepare("SELECT sequence, time_ms FROM stream_records ORDER BY sequence");
        for (int i = 0; i < kTrimmedAtOnce && row.step() && row.integer(1) < now - StreamStore::kLifetime;
             ++i)
            last = row.integer(0);
    }
    if (last == 0) return;
    m_database
        .prepare(
            "UPDATE streams SET first_sequence = max(first_sequence, ?1 + 1) WHERE id IN (SELECT stream FROM "
            "stream_records WHERE sequence <= ?1)")
        .bind(1, last)
        .run();
    m_database.prepare("DELETE FROM stream_records WHERE sequence <= ?").bind(1, last).run();
}

}  // namespace partita
