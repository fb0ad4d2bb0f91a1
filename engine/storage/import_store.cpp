#include "engine/storage/import_store.h"

#include <utility>

#include "engine/storage/storage_error.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr const char* kColumns =
    "id, begun_ms, state, source, format, description, encoding, compression, "
    "record_format, preamble, "
    "failure, bytes, time_us";

StoredImport importFrom(Database& database, const Execution& row) {
    StoredImport import;
    import.id = row.integer(0);
    import.begun = row.integer(1);
    const std::int64_t state = row.integer(2);
    if (state < 0 || state > static_cast<std::int64_t>(StoredImport::State::Failed))
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "The file is damaged: an import is in an unknown state.",
                                       database.path()));
    import.state = static_cast<StoredImport::State>(state);
    import.source = row.text(3);
    import.format = row.text(4);
    import.description = row.text(5);
    import.encoding = row.text(6);
    import.compression = row.text(7);
    import.recordFormat = row.text(8);
    import.preamble = row.text(9);
    import.failure = row.text(10);
    import.bytes = static_cast<std::uint64_t>(row.integer(11));
    import.micros = row.integer(12);
    return import;
}

StoredImportProblem problemFrom(const Execution& row) {
    StoredImportProblem problem;
    problem.kind = static_cast<int>(row.integer(0));
    problem.line = static_cast<std::uint64_t>(row.integer(1));
    problem.otherLine = static_cast<std::uint64_t>(row.integer(2));
    problem.table = row.text(3);
    problem.file = row.text(4);
    problem.reason = row.text(5);
    problem.excerpt = row.text(6);
    return problem;
}

constexpr const char* kProblemColumns = "kind, line, other_line, table_name, file, reason, excerpt";

std::string selecting(const char* columns, const char* rest) {
    std::string sql = "SELECT ";
    sql += columns;
    sql += rest;
    return sql;
}

// On disk: the parts of an entity in table_sources.
enum class Part : std::int64_t { Name = 0, Attribute = 1, KeyTemplate = 2 };

}  // namespace

std::uint64_t importedHash(std::string_view itemBytes) {
    return partitionHash(itemBytes);
}

bool ImportStore::isThere() const {
    return m_database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'imports'") > 0;
}

std::int64_t ImportStore::begin(const StoredImport& import) {
    m_database
        .prepare(
            "INSERT INTO imports (begun_ms, state, source, format, "
            "description, encoding, compression, "
            "record_format, preamble, failure, bytes, time_us) VALUES (?, "
            "?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0)")
        .bind(1, import.begun)
        .bind(2, static_cast<std::int64_t>(import.state))
        .bindText(3, import.source)
        .bindText(4, import.format)
        .bindText(5, import.description)
        .bindText(6, import.encoding)
        .bindText(7, import.compression)
        .bindText(8, import.recordFormat)
        .bindText(9, import.preamble)
        .run();
    return m_database.lastInsertId();
}

void ImportStore::update(const StoredImport& import) {
    m_database
        .prepare(
            "UPDATE imports SET state = ?, format = ?, description = ?, "
            "encoding = ?, compression = ?, "
            "record_format = ?, preamble = ?, failure = ?, bytes = ?, "
            "time_us = ? WHERE id = ?")
        .bind(1, static_cast<std::int64_t>(import.state))
        .bindText(2, import.format)
        .bindText(3, import.description)
        .bindText(4, import.encoding)
        .bindText(5, import.compression)
        .bindText(6, import.recordFormat)
        .bindText(7, import.preamble)
        .bindText(8, import.failure)
        .bind(9, static_cast<std::int64_t>(import.bytes))
        .bind(10, import.micros)
        .bind(11, import.id)
        .run();
    for (const auto& [name, number] : import.counts)
        m_database.prepare("INSERT OR REPLACE INTO import_counts VALUES (?, ?, ?)")
            .bind(1, import.id)
            .bindText(2, name)
            .bind(3, static_cast<std::int64_t>(number))
            .run();
}

void ImportStore::addProblem(std::int64_t import, const StoredImportProblem& problem) {
    Execution insert = m_database.prepare(
        "INSERT INTO import_problems (import, kind, line, "
        "other_line, table_name, file, reason, excerpt, "
        "record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, import)
        .bind(2, problem.kind)
        .bind(3, static_cast<std::int64_t>(problem.line))
        .bind(4, static_cast<std::int64_t>(problem.otherLine))
        .bindText(5, problem.table)
        .bindText(6, problem.file)
        .bindText(7, problem.reason)
        .bindText(8, problem.excerpt);
    if (problem.record) {
        insert.bindBytes(9, *problem.record);
    } else {
        insert.bindNull(9);
    }
    insert.run();
}

void ImportStore::addReplaced(std::int64_t import, std::int64_t table, std::string_view old,
                              std::optional<std::string_view> now) {
    Execution insert = m_database.prepare(
        "INSERT INTO import_replaced (import, table_id, "
        "now_hash, old) VALUES (?, ?, ?, ?)");
    insert.bind(1, import).bind(2, table).bindBytes(4, old);
    if (now) {
        insert.bind(3, static_cast<std::int64_t>(importedHash(*now)));
    } else {
        insert.bindNull(3);
    }
    insert.run();
}

std::vector<StoredImport> ImportStore::all() const {
    std::vector<StoredImport> imports;
    {
        Execution row = m_database.prepare(selecting(kColumns, " FROM imports ORDER BY id DESC"));
        while (row.step())
            imports.push_back(importFrom(m_database, row));
    }
    for (StoredImport& import : imports)
        import.counts = countsOf(import.id);
    return imports;
}

std::optional<StoredImport> ImportStore::find(std::int64_t import) const {
    std::optional<StoredImport> found;
    {
        Execution row = m_database.prepare(selecting(kColumns, " FROM imports WHERE id = ?"));
        row.bind(1, import);
        if (!row.step()) return found;
        found = importFrom(m_database, row);
    }
    found->counts = countsOf(import);
    return found;
}

std::map<std::string, std::uint64_t> ImportStore::countsOf(std::int64_t import) const {
    std::map<std::string, std::uint64_t> counts;
    Execution row = m_database.prepare("SELECT name, number FROM import_counts WHERE import = ?");
    row.bind(1, import);
    while (row.step())
        counts.emplace(row.text(0), static_cast<std::uint64_t>(row.integer(1)));
    return counts;
}

std::vector<StoredImportProblem> ImportStore::problems(std::int64_t import, std::size_t most) const {
    std::vector<StoredImportProblem> problems;
    Execution row = m_database.prepare(
        selecting(kProblemColumns, " FROM import_problems WHERE import = ? ORDER BY line, id LIMIT ?"));
    row.bind(1, import).bind(2, static_cast<std::int64_t>(most));
    while (row.step())
        problems.push_back(problemFrom(row));
    return problems;
}

void ImportStore::forEachRecord(std::int64_t import,
                                const std::function<void(const StoredImportProblem&)>& visit) const {
    Execution row = m_database.prepare(selecting(kProblemColumns,
                                                 ", record FROM import_problems WHERE import = ? AND "
                                                 "record IS NOT NULL ORDER BY id"));
    row.bind(1, import);
    while (row.step()) {
        StoredImportProblem problem = problemFrom(row);
        problem.record = std::string(row.bytes(7));
        visit(problem);
    }
}

std::vector<ImportStore::Replaced> ImportStore::replaced(std::int64_t import, std::int64_t afterRow,
                                                         std::size_t most) const {
    std::vector<Replaced> all;
    Execution row = m_database.prepare(
        "SELECT id, table_id, now_hash, old FROM import_replaced WHERE import = "
        "? AND id > ? ORDER BY id "
        "LIMIT ?");
    row.bind(1, import).bind(2, afterRow).bind(3, static_cast<std::int64_t>(most));
    while (row.step()) {
        Replaced one{row.integer(0), row.integer(1), std::string(row.bytes(3)), {}};
        if (!row.isNull(2)) one.nowHash = static_cast<std::uint64_t>(row.integer(2));
        all.push_back(std::move(one));
    }
    return all;
}

std::uint64_t ImportStore::replacedCount(std::int64_t import) const {
    Execution row = m_database.prepare("SELECT count(*) FROM import_replaced WHERE import = ?");
    row.bind(1, import);
    return row.step() ? static_cast<std::uint64_t>(row.integer(0)) : 0;
}

std::uint64_t ImportStore::recordCount(std::int64_t import) const {
    Execution row = m_database.prepare(
        "SELECT count(*) FROM import_problems "
        "WHERE import = ? AND record IS NOT NULL");
    row.bind(1, import);
    return row.step() ? static_cast<std::uint64_t>(row.integer(0)) : 0;
}

void ImportStore::forgetReplaced(std::int64_t row) {
    m_database.prepare("DELETE FROM import_replaced WHERE id = ?").bind(1, row).run();
}

void ImportStore::remove(std::int64_t import) {
    for (const char* sql :
         {"DELETE FROM import_replaced WHERE import = ?", "DELETE FROM import_problems WHERE import = ?",
          "DELETE FROM import_counts WHERE import = ?", "DELETE FROM imports WHERE id = ?"})
        m_database.prepare(sql).bind(1, import).run();
}

StoredSource sourceOf(Database& database, std::int64_t table) {
    StoredSource source;
    {
        Execution row = database.prepare("SELECT extra FROM table_sources WHERE table_id = ?");
        row.bind(1, table);
        if (row.step()) source.extra = row.text(0);
    }
    Execution row = database.prepare(
        "SELECT entity, part, name, template FROM source_entities WHERE table_id "
        "= ? ORDER BY entity, part, "
        "position");
    row.bind(1, table);
    std::int64_t entity = -1;
    while (row.step()) {
        if (source.entities.empty() || row.integer(0) != entity) source.entities.emplace_back();
        entity = row.integer(0);
        StoredSource::Entity& at = source.entities.back();
        switch (static_cast<Part>(row.integer(1))) {
            case Part::Name:
                at.name = row.text(2);
                break;
            case Part::Attribute:
                at.attributes.emplace_back(row.text(2));
                break;
            case Part::KeyTemplate:
                at.keyTemplates.emplace(row.text(2), row.text(3));
                break;
        }
    }
    return source;
}

void setSource(Database& database, std::int64_t table, const StoredSource& source) {
    for (const char* sql :
         {"DELETE FROM table_sources WHERE table_id = ?", "DELETE FROM source_entities WHERE table_id = ?"})
        database.prepare(sql).bind(1, table).run();
    if (!source.extra.empty())
        database.prepare("INSERT INTO table_sources VALUES (?, ?)")
            .bind(1, table)
            .bindText(2, source.extra)
            .run();
    std::int64_t entity = 0;
    const auto insert = [&](Part part, std::int64_t position, const std::string& name,
                            const std::string& keyTemplate) {
        database.prepare("INSERT INTO source_entities VALUES (?, ?, ?, ?, ?, ?)")
            .bind(1, table)
            .bind(2, entity)
            .bind(3, static_cast<std::int64_t>(part))
            .bind(4, position)
            .bindText(5, name)
            .bindText(6, keyTemplate)
            .run();
    };
    for (const StoredSource::Entity& one : source.entities) {
        insert(Part::Name, 0, one.name, {});
        std::int64_t position = 0;
        for (const std::string& name : one.attributes)
            insert(Part::Attribute, position++, name, {});
        position = 0;
        for (const auto& [name, keyTemplate] : one.keyTemplates)
            insert(Part::KeyTemplate, position++, name, keyTemplate);
        ++entity;
    }
}

}  // namespace partita
