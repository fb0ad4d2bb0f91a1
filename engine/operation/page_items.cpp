#include "engine/operation/page_items.h"

#include <algorithm>

#include "engine/operation/capacity.h"
#include "engine/operation/key_paths.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

/// Attributes of the projection that the index does not hold, as the service lists them.
std::string notProjected(const ReadTarget& target, const ItemProjection& projection) {
    std::string names;
    for (const Path& path : projection.paths())
        if (!target.holds(path.attribute)) names += (names.empty() ? "" : ", ") + path.attribute;
    return names;
}

Result<void> checkFilter(const ReadTarget& target, const Condition& filter, ReadKind kind) {
    std::optional<Error> error;
    if (kind == ReadKind::Query) {
        const KeySchema& keys = target.view->keys;
        forEachPath(filter, [&](const Path& path) {
            if (error || !keys.contains(path.attribute)) return;
            error = Error::validation(
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: " +
                    path.attribute,
                "FilterExpression");
        });
    }
    if (error) return *error;
    return checkKeyPaths(target.table->definition, filter);
}

bool filterNeedsTable(const ReadTarget& target, const Condition& filter) {
    bool needs = false;
    forEachPath(filter, [&](const Path& path) { needs = needs || !target.holds(path.attribute); });
    return needs;
}

}  // namespace

Result<PageItems> PageItems::make(Database& database, const ReadTarget& target, const ReadOptions& options,
                                  ReadKind kind) {
    PageItems items(database, target, options);
    if (options.projection)
        if (auto valid = checkKeyPaths(target.table->definition, *options.projection); !valid)
            return valid.error();
    if (options.filter)
        if (auto valid = checkFilter(target, *options.filter, kind); !valid) return valid.error();

    const Select select = options.select.value_or(
        options.projection ? Select::SpecificAttributes
                           : (target.index ? Select::AllProjectedAttributes : Select::AllAttributes));
    if (select == Select::AllAttributes && !target.isWhole()) {
        if (target.isGlobal())
            return Error::validation(
                "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
                "global secondary index " +
                    target.index->name + " because its projection type is not ALL",
                "Select");
        items.m_fetches = true;
    }
    if (options.projection) {
        if (const std::string missing = notProjected(target, *options.projection); !missing.empty()) {
            if (target.isGlobal())
                return Error::validation(
                    "One or more parameter values were invalid: Global secondary index " +
                        target.index->name + " does not project [" + missing + "]",
                    "ProjectionExpression");
            items.m_fetches = true;
        }
    }
    if (options.filter && !target.isGlobal() && filterNeedsTable(target, *options.filter))
        items.m_fetches = true;

    if (select == Select::Count) {
        items.m_parts = Parts::None;
    } else if (options.projection) {
        const std::vector<Path>& paths = options.projection->paths();
        const bool nested = std::ranges::any_of(paths, [](const Path& path) { return path.isNested(); });
        items.m_parts = nested ? Parts::Paths : Parts::Attributes;
        for (const Path& path : paths)
            items.m_names.push_back(path.attribute);
        std::ranges::sort(items.m_names);
    }
    return items;
}

std::string_view PageItems::fetch(const Row& row) {
    const std::uint64_t hash = partitionHash(row.key.tablePartition);
    RowCursor cursor = RowReader(m_database, m_target.table->view)
                           .one({hash, row.key.tablePartition, row.key.tableSort, {}, {}});
    const Row* whole = cursor.next();
    m_fetched.assign(whole ? whole->bytes : std::string_view());
    const std::uint64_t size = whole ? whole->size : 0;
    m_fetchedBytes += size;
    m_fetchedUnits += readCost(size, m_options.consistent);
    return m_fetched;
}

Error PageItems::damaged() const {
    return Error::file(
        ErrorCode::DamagedFile,
        "The file is damaged: an item of table " + m_target.table->definition.name + " can't be read.",
        m_database.path());
}

Result<void> PageItems::take(const Row& row, PageResponse& page) {
    const std::string_view bytes = m_fetches ? fetch(row) : row.bytes;
    const ItemView item(bytes);
    if (m_options.filter && !evaluate(*m_options.filter, item)) return {};
    ++page.count;
    switch (m_parts) {
        case Parts::None:
            break;
        case Parts::Whole:
            page.items.append(bytes);
            break;
        case Parts::Attributes: {
            const auto keep = [this](std::string_view name) {
                return std::ranges::binary_search(m_names, name);
            };
            if (!page.items.appendWritten([&](std::string& out) { return item.project(keep, out); }))
                return damaged();
            break;
        }
        case Parts::Paths: {
            const auto part = project(*m_options.projection, item);
            if (!part) return damaged();
            page.items.append(*part);
            break;
        }
    }
    return {};
}

}  // namespace partita
