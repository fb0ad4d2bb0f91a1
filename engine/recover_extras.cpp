#include "engine/recover_extras.h"

#include <map>

#include "engine/storage/catalogue.h"
#include "engine/storage/file_format.h"
#include "engine/storage/import_store.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/stream_store.h"

namespace partita {
namespace {

std::string counted(std::uint64_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

class Extras final {
  public:
    Extras(Salvage& salvage, Database& to, const Catalogue& catalogue, const Clock& clock,
           RecoveryReport& report)
        : m_salvage(salvage),
          m_from(salvage.small()),
          m_to(to),
          m_catalogue(catalogue),
          m_clock(clock),
          m_report(report) {}

    void run() {
        for (const SalvagedTable& table : m_salvage.tables()) {
            const auto stored = m_catalogue.find(table.definition.name);
            m_numbers[table.id] = stored->id;
            copyState(table, *stored);
            copyTags(table.id, stored->id);
            copyColours(table.id, stored->id);
            Catalogue::setAttributeOrder(m_to, stored->id, Catalogue::attributeOrder(m_from, table.id));
            copyRecordings(table.id, stored->id);
            const StoredSource source = sourceOf(m_from, table.id);
            if (!source.entities.empty() || !source.extra.empty()) setSource(m_to, stored->id, source);
        }
        copyImports();
        copyStreams();
        tellWhatCame();
        tellWhatIsLost();
    }

  private:
    void copyState(const SalvagedTable& table, const StoredTable& stored) {
        if (table.partitions) Catalogue::choosePartitions(m_to, stored.id, table.partitions);
        if (!table.state) return;
        TableState state = *table.state;
        state.status = TableStatus::Active;
        state.nextIndex = static_cast<std::int64_t>(stored.definition.indexes.size()) + 1;
        if (stored.definition.billing == BillingMode::PayPerRequest && !state.onDemandSince)
            state.onDemandSince = m_clock.now();
        if (state.timeToLive) ++m_timesToLive;
        state.write(m_to, stored.id);
    }

    void copyTags(std::int64_t from, std::int64_t to) {
        for (const auto& [name, value] : Catalogue::tags(m_from, from)) {
            Catalogue::setTag(m_to, to, name, value);
            ++m_tags;
        }
    }

    void copyColours(std::int64_t from, std::int64_t to) {
        Execution row = m_from.prepare("SELECT entity, rgb FROM entity_colours WHERE table_id = ?");
        row.bind(1, from);
        while (row.step()) {
            m_to.prepare("INSERT OR REPLACE INTO entity_colours VALUES (?, ?, ?)")
                .bind(1, to)
                .bindText(2, row.text(0))
                .bind(3, row.integer(1))
                .run();
            ++m_colours;
        }
    }

    void copyRecordings(std::int64_t from, std::int64_t to) {
        Execution row = m_from.prepare(
            "SELECT name, source, origin, partitions, begin_ms, end_ms, requests, read_half_units, "
            "write_half_units, bytes FROM recordings WHERE table_id = ? ORDER BY id");
        row.bind(1, from);
        while (row.step()) {
            m_to.prepare("INSERT INTO recordings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .bind(1, to)
                .bindText(2, row.text(0))
                .bind(3, row.integer(1))
                .bindText(4, row.text(2))
                .bind(5, row.integer(3))
                .bind(6, row.integer(4))
                .bind(7, row.integer(5))
                .bind(8, row.integer(6))
                .bind(9, row.integer(7))
                .bind(10, row.integer(8))
                .bindBytes(11, row.bytes(9))
                .run();
            ++m_recordings;
        }
    }

    void copyImports() {
        Execution row = m_from.prepare(
            "SELECT id, begun_ms, state, source, format, description, encoding, compression, record_format, "
            "preamble, failure, bytes, time_us FROM imports ORDER BY id");
        while (row.step()) {
            Execution insert =
                m_to.prepare("INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            for (int column = 0; column < 13; ++column) {
                if (column < 3 || column > 10) {
                    insert.bind(column + 1, row.integer(column));
                } else {
                    insert.bindText(column + 1, row.text(column));
                }
            }
            insert.run();
            ++m_imports;
        }
        Execution count = m_from.prepare(
            "SELECT import, name, number FROM import_counts WHERE import IN (SELECT id FROM imports)");
        while (count.step())
            m_to.prepare("INSERT INTO import_counts VALUES (?, ?, ?)")
                .bind(1, count.integer(0))
                .bindText(2, count.text(1))
                .bind(3, count.integer(2))
                .run();
        copyProblems();
        copyReplaced();
    }

    /// Columns: id, import, kind, line, other_line, table_name, file, reason, excerpt, record.
    void copyProblems() {
        m_salvage.forEachRow("import_problems", [&](std::int64_t id, const std::vector<Field>& fields) {
            if (fields.size() != 10) return;
            for (std::size_t i = 1; i < 9; ++i)
                if (i < 5 ? !fields[i].isInteger() : !fields[i].isText()) return;
            Execution insert =
                m_to.prepare("INSERT OR IGNORE INTO import_problems VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            insert.bind(1, id);
            for (int i = 1; i < 9; ++i) {
                const Field& field = fields[static_cast<std::size_t>(i)];
                if (i < 5) {
                    insert.bind(i + 1, field.integer);
                } else {
                    insert.bindText(i + 1, field.bytes);
                }
            }
            if (fields[9].isNull()) {
                insert.bindNull(10);
            } else {
                insert.bindBytes(10, fields[9].bytes);
            }
            insert.run();
        });
    }

    /// Columns: id, import, table_id, now_hash, old.
    void copyReplaced() {
        m_salvage.forEachRow("import_replaced", [&](std::int64_t id, const std::vector<Field>& fields) {
            if (fields.size() != 5 || !fields[1].isInteger() || !fields[2].isInteger() ||
                !fields[4].isBytes())
                return;
            const auto table = m_numbers.find(fields[2].integer);
            if (table == m_numbers.end()) return;
            Execution insert = m_to.prepare("INSERT OR IGNORE INTO import_replaced VALUES (?, ?, ?, ?, ?)");
            insert.bind(1, id)
                .bind(2, fields[1].integer)
                .bind(3, table->second)
                .bindBytes(5, fields[4].bytes);
            if (fields[3].isInteger()) {
                insert.bind(4, fields[3].integer);
            } else {
                insert.bindNull(4);
            }
            insert.run();
        });
    }

    /// A stream that was on is on again. Its records are of the last day only, and who reads them holds
    /// places in a stream that is no more.
    void copyStreams() {
        for (const SalvagedTable& table : m_salvage.tables()) {
            std::optional<OpenStream> stream;
            try {
                stream = StreamStore(m_from).openStream(table.id, m_clock);
            } catch (const StorageError&) {
                m_report.losses.push_back("The stream of table " + table.definition.name + " is lost.");
            }
            if (!stream) continue;
            StreamStore(m_to).open(m_numbers[table.id], stream->viewType, m_clock.now());
            m_report.kept.push_back("The stream of table " + table.definition.name +
                                    " is on, as it was; it begins anew, without earlier records.");
        }
    }

    void tellWhatCame() {
        std::vector<std::string> parts;
        const auto add = [&](std::uint64_t count, const char* one, const char* many) {
            if (count > 0) parts.push_back(counted(count, one, many));
        };
        add(m_timesToLive, "setting of time to live", "settings of time to live");
        add(m_tags, "tag", "tags");
        add(m_colours, "colour of an entity", "colours of entities");
        add(m_recordings, "recording of load", "recordings of load");
        add(m_imports, "import in the history", "imports in the history");
        for (const std::string& part : parts)
            m_report.kept.push_back("Came over: " + part + ".");
    }

    void tellWhatIsLost() {
        constexpr std::pair<const char*, const char*> kWords[] = {
            {"tables", "Names, billing or chosen numbers of partitions of some tables may be lost."},
            {"indexes", "Some indexes may be lost."},
            {"key_attributes", "Some indexes may be lost."},
            {"projected_attributes", "What some indexes project may be lost."},
            {"table_states", "When some tables were made, their time to live or protection may be lost."},
            {"tags", "Some tags may be lost."},
            {"entity_colours", "Some colours of entities may be lost."},
            {"attribute_orders", "The order of some attributes may be lost."},
            {"recordings", "Some recordings of load may be lost."},
            {"streams", "Which tables had a stream may be lost."},
            {"imports", "Some of the history of imports may be lost."},
            {"import_counts", "Some of the history of imports may be lost."},
            {"import_problems", "Some of the problems in the history of imports may be lost."},
            {"import_replaced",
             "Some items that imports had replaced, and that could be put back, may be lost."},
            {"table_sources", "What the source of a table said beside its items may be lost."},
            {"source_entities", "What the source of a table said beside its items may be lost."}};
        const std::int32_t format =
            m_salvage.file().isHeaderOurs() ? m_salvage.file().format() : kFormatVersion;
        const std::vector<std::string> known = formatStatements(format);
        for (const auto& [name, words] : kWords) {
            const std::string begin = std::string("CREATE TABLE ").append(name).append(" ");
            const bool hadIt = std::any_of(known.begin(), known.end(), [&](const std::string& statement) {
                return statement.starts_with(begin);
            });
            if (!hadIt || m_salvage.isWhole(name)) continue;
            if (std::find(m_report.losses.begin(), m_report.losses.end(), words) == m_report.losses.end())
                m_report.losses.emplace_back(words);
        }
    }

    Salvage& m_salvage;
    Database& m_from;
    Database& m_to;
    const Catalogue& m_catalogue;
    const Clock& m_clock;
    RecoveryReport& m_report;
    std::map<std::int64_t, std::int64_t> m_numbers;  // of tables: in the damaged file, in the new one
    std::uint64_t m_timesToLive = 0;
    std::uint64_t m_tags = 0;
    std::uint64_t m_colours = 0;
    std::uint64_t m_recordings = 0;
    std::uint64_t m_imports = 0;
};

}  // namespace

void recoverExtras(Salvage& salvage, TableFile& file, const Clock& clock, RecoveryReport& report) {
    const TableFile::Writer writer = file.writer();
    const auto catalogue = file.catalogue();
    Transaction transaction(*writer, Transaction::Kind::Write);
    Extras(salvage, *writer, *catalogue, clock, report).run();
    transaction.commit();
}

}  // namespace partita
