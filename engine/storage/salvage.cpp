#include "engine/storage/salvage.h"

#include <algorithm>

#include "engine/storage/file_format.h"
#include "engine/storage/storage_error.h"

namespace partita {
namespace {

constexpr std::int32_t kSchemaOwner = 0;
constexpr const char* kSchema = "sqlite_schema";
/// Those that may be too large to be held in memory, or hold what belongs to rows.
constexpr const char* kLarge[] = {"bodies", "stream_records", "import_problems", "import_replaced"};
constexpr std::uint64_t kMostSmallBytes = 256 * 1024 * 1024;  // of all small tables together

bool isLarge(const std::string& name) {
    return std::find(std::begin(kLarge), std::end(kLarge), name) != std::end(kLarge);
}

bool isOfView(const std::string& name) {
    return viewNumbers(name, "rows_") || viewNumbers(name, "collections_") || viewNumbers(name, "marks_");
}

void bind(Execution& row, int parameter, const Field& field) {
    switch (field.type) {
        case Field::Type::Integer:
            row.bind(parameter, field.integer);
            break;
        case Field::Type::Text:
            row.bindText(parameter, field.bytes);
            break;
        case Field::Type::Bytes:
            row.bindBytes(parameter, field.bytes);
            break;
        case Field::Type::Null:
        case Field::Type::Real:
            row.bindNull(parameter);
            break;
    }
}

}  // namespace

Salvage::Salvage(const std::string& path, ProgressSink progress, std::stop_token stop)
    : m_file(path),
      m_progress(std::move(progress)),
      m_stop(std::move(stop)),
      m_small(":memory:", Database::Access::Create) {
    constexpr std::uint32_t kPagesPerReport = 256;
    tell(0);
    m_forest = std::make_unique<PageForest>(m_file, [&](std::uint32_t page) {
        if (page % kPagesPerReport == 0) tell(std::uint64_t{page} * m_file.pageSize() / 2);
    });
    makeSmall();
    readSchema();
    findInnerTables();
    readSmallTables();
    readDefinitions();
    if (m_tables.empty() && (!m_file.isHeaderOurs() || !m_losses.empty() || isMissing(ownerOf("tables"))))
        refuse();
    findViews();
    claimTrees();
    claimStrays();
}

Salvage::~Salvage() = default;

void Salvage::refuse() const {
    if (m_file.isHeaderOurs())
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "Nothing of the file can be recovered: what says which tables it has "
                                       "is lost. Use a copy of the file, if there is one.",
                                       m_file.path()));
    throw StorageError(Error::file(ErrorCode::ForeignFile,
                                   "This is not a table file, so there is nothing to recover from it.",
                                   m_file.path()));
}

void Salvage::tell(std::uint64_t done) {
    if (m_stop.stop_requested()) throw StorageError(Error::cancelled());
    if (m_progress) m_progress({Progress::Phase::Reading, done, m_file.bytes(), 0});
}

void Salvage::makeSmall() {
    // Made as a table file is, so that its inner tables have the same roots as those of a new file.
    m_small.execute("PRAGMA page_size = 16384");
    for (const std::string& statement : formatStatements(kFormatVersion))
        m_small.execute(statement);
}

std::int32_t Salvage::ownerOf(const std::string& name) const {
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? PageForest::kNobody : found->second;
}

bool Salvage::isMissing(std::int32_t owner) const {
    return owner == PageForest::kNobody || !m_objects[static_cast<std::size_t>(owner)].isFound ||
           m_forest->isTorn(owner);
}

bool Salvage::isWhole(const std::string& innerTable) const {
    const auto damaged = m_isDamaged.find(innerTable);
    return !isMissing(ownerOf(innerTable)) && (damaged == m_isDamaged.end() || !damaged->second);
}

void Salvage::addObject(const std::string& name, std::uint32_t root, bool isTable) {
    const auto owner = static_cast<std::int32_t>(m_objects.size());
    if (!m_byName.emplace(name, owner).second) return;
    m_objects.push_back({name, root, isTable, m_forest->claim(root, owner, isTable)});
}

void Salvage::readSchema() {
    addObject(kSchema, 1, true);
    // Its tree, and pages of it that nothing leads to any more.
    std::vector<std::pair<std::string, std::uint32_t>> found;
    const auto take = [&](std::uint32_t page, const PageCells& cells) {
        for (std::size_t i = 0; i < cells.count(); ++i) {
            const auto cell = cells.cell(i);
            constexpr std::uint64_t kMostSchemaBytes = 64 * 1024;
            if (!cell || !readCell(*cell, kMostSchemaBytes, page) || m_fields.size() != 5 ||
                !m_fields[0].isText() || !m_fields[1].isText() || !m_fields[3].isInteger()) {
                if (page == 1 || m_forest->owner(page) == kSchemaOwner) m_isDamaged[kSchema] = true;
                continue;
            }
            const std::int64_t root = m_fields[3].integer;
            if ((m_fields[0].bytes != "table" && m_fields[0].bytes != "index") || root < 2 ||
                root > m_file.pages())
                continue;
            found.emplace_back(m_fields[1].bytes, static_cast<std::uint32_t>(root));
        }
    };
    m_forest->forEachPage(kSchemaOwner, take);
    if (m_forest->isTorn(kSchemaOwner) || m_forest->kind(1) == PageKind::None) {
        std::string bytes;
        for (std::uint32_t page = 2; page <= m_forest->pages(); ++page) {
            if (m_forest->kind(page) != PageKind::TableLeaf || m_forest->isFree(page) ||
                m_forest->owner(page) != PageForest::kNobody || !m_file.read(page, bytes))
                continue;
            take(page, PageCells(bytes, page, m_file.usableSize()));
        }
    }
    std::map<std::string, bool> isTable;  // of the inner tables that every file has
    {
        Execution row = m_small.prepare(
            "SELECT name, type = 'table' AND sql NOT LIKE '%WITHOUT ROWID' FROM sqlite_schema");
        while (row.step())
            isTable[std::string(row.text(0))] = row.integer(1) != 0;
    }
    for (const auto& [name, root] : found) {
        const auto known = isTable.find(name);
        const bool isIndex = name.starts_with("collections_") && name.ends_with("_id");
        if (known != isTable.end()) {
            addObject(name, root, known->second);
        } else if (isOfView(name) || isIndex) {
            addObject(name, root, false);
        }
    }
}

void Salvage::findInnerTables() {
    // Where the schema does not tell, they are where a new file has them, if what stands there is of their
    // shape.
    struct Place {
        std::string name;
        std::uint32_t root;
        bool isTable;
        std::size_t columns;
    };
    std::vector<Place> places;
    {
        Execution row = m_small.prepare(
            "SELECT name, rootpage, sql NOT LIKE '%WITHOUT ROWID', (SELECT count(*) FROM "
            "pragma_table_info(s.name)) FROM sqlite_schema AS s WHERE type = 'table'");
        while (row.step())
            places.push_back({std::string(row.text(0)), static_cast<std::uint32_t>(row.integer(1)),
                              row.integer(2) != 0, static_cast<std::size_t>(row.integer(3))});
    }
    std::string bytes;
    for (const Place& place : places) {
        if (m_byName.contains(place.name) || m_forest->owner(place.root) != PageForest::kNobody ||
            m_forest->isFree(place.root) || m_forest->parent(place.root) != 0 ||
            !m_file.read(place.root, bytes))
            continue;
        const PageCells cells(bytes, place.root, m_file.usableSize());
        bool fits = cells.isLeaf() && (cells.kind() == PageKind::TableLeaf) == place.isTable;
        if (cells.kind() == (place.isTable ? PageKind::TableInterior : PageKind::IndexInterior)) fits = true;
        if (fits && cells.isLeaf() && cells.count() > 0) {
            const auto cell = cells.cell(0);
            fits = cell && readCell(*cell, kMostRecordBytes, place.root) && m_fields.size() == place.columns;
        }
        if (fits) addObject(place.name, place.root, place.isTable);
    }
}

void Salvage::readSmallTables() {
    std::vector<std::pair<std::string, std::size_t>> tables;
    {
        Execution row = m_small.prepare(
            "SELECT name, (SELECT count(*) FROM pragma_table_info(s.name)) FROM sqlite_schema AS s "
            "WHERE type = 'table'");
        while (row.step())
            tables.emplace_back(row.text(0), row.integer(1));
    }
    std::uint64_t bytes = 0;
    for (const auto& [name, columns] : tables) {
        const std::int32_t owner = ownerOf(name);
        if (owner == PageForest::kNobody || isLarge(name)) continue;
        std::string sql = "INSERT OR IGNORE INTO " + name + " VALUES (?";
        for (std::size_t i = 1; i < columns; ++i)
            sql += ", ?";
        sql += ")";
        const bool hasNumber = m_objects[static_cast<std::size_t>(owner)].isTable;
        m_forest->forEachPage(owner, [&](std::uint32_t page, const PageCells& cells) {
            for (std::size_t i = 0; i < cells.count(); ++i) {
                const auto cell = cells.cell(i);
                if (!cell || !readCell(*cell, kMostRecordBytes, page) || m_fields.size() != columns) {
                    m_isDamaged[name] = true;
                    m_forest->addLost(page);
                    continue;
                }
                bytes += m_record.size();
                if (bytes > kMostSmallBytes) {
                    m_isDamaged[name] = true;
                    return;
                }
                Execution insert = m_small.prepare(sql);
                for (std::size_t column = 0; column < columns; ++column)
                    bind(insert, static_cast<int>(column) + 1, m_fields[column]);
                if (hasNumber && m_fields[0].isNull()) insert.bind(1, cell->rowid);
                try {
                    insert.run();
                    if (m_small.changes() == 0) m_isDamaged[name] = true;
                } catch (const StorageError&) {
                    m_isDamaged[name] = true;  // of another type than the column takes
                }
            }
        });
    }
}

void Salvage::forEachRow(const std::string& innerTable,
                         const std::function<void(std::int64_t, const std::vector<Field>&)>& visit) {
    const std::int32_t owner = ownerOf(innerTable);
    if (owner == PageForest::kNobody) return;
    m_forest->forEachPage(owner, [&](std::uint32_t page, const PageCells& cells) {
        if (m_stop.stop_requested()) throw StorageError(Error::cancelled());
        for (std::size_t i = 0; i < cells.count(); ++i) {
            const auto cell = cells.cell(i);
            if (cell && readCell(*cell, kMostRecordBytes, page)) {
                visit(cell->rowid, m_fields);
            } else {
                m_isDamaged[innerTable] = true;
                m_forest->addLost(page);
            }
        }
    });
}

}  // namespace partita
