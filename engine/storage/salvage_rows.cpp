// Which pages hold whose rows, and the items in them.
#include <algorithm>
#include <set>

#include "engine/storage/file_format.h"
#include "engine/storage/salvage.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/view_tables.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

constexpr std::uint64_t kMostBodyBytes = 4 * 1024 * 1024;  // over what 400 KB as the service counts can take
constexpr std::size_t kColumnsOfRow = 6;
constexpr std::size_t kColumnsOfEntry = 8;
constexpr std::size_t kColumnsOfCollection = 6;

}  // namespace

bool Salvage::readCell(const PageCell& cell, std::uint64_t most, std::uint32_t) {
    std::uint32_t brokenAt = 0;
    if (readRecord(m_file, cell, most, m_record, brokenAt)) return readFields(m_record, m_fields);
    m_forest->addLost(brokenAt);
    return false;
}

void Salvage::findViews() {
    m_isDoubtful.assign(std::size_t{m_forest->pages()} + 1, false);
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        const SalvagedTable& table = m_tables[i];
        const auto add = [&](std::optional<std::size_t> index, std::int64_t number) {
            const std::string suffix = std::to_string(table.id) + "_" + std::to_string(number);
            View view;
            view.table = i;
            view.index = index;
            view.rows = ownerOf("rows_" + suffix);
            view.collections = ownerOf("collections_" + suffix);
            m_views.push_back(std::move(view));
        };
        add(std::nullopt, 0);
        for (std::size_t index = 0; index < table.indexIds.size(); ++index)
            add(index, table.indexIds[index]);
    }
}

void Salvage::findBodies() {
    if (m_bodies) return;
    m_bodies.emplace();
    const std::int32_t owner = ownerOf("bodies");
    const auto take = [&](std::uint32_t page, const PageCells& cells) {
        for (std::size_t i = 0; i < cells.count(); ++i) {
            if (const auto cell = cells.cell(i))
                m_bodies->push_back({cell->rowid, page, static_cast<std::uint32_t>(i)});
            else
                m_forest->addLost(page);
        }
    };
    if (owner != PageForest::kNobody) m_forest->forEachPage(owner, take);
    if (isMissing(owner)) {
        // What a page that nothing leads to holds is taken for a body only where a row asks for it.
        std::string bytes;
        for (std::uint32_t page = 2; page <= m_forest->pages(); ++page)
            if (m_forest->kind(page) == PageKind::TableLeaf && !m_forest->isFree(page) &&
                m_forest->owner(page) == PageForest::kNobody && m_file.read(page, bytes))
                take(page, PageCells(bytes, page, m_file.usableSize()));
    }
    std::stable_sort(m_bodies->begin(), m_bodies->end(),
                     [](const BodyPlace& a, const BodyPlace& b) { return a.id < b.id; });
}

bool Salvage::body(std::int64_t id, const std::function<bool(std::string_view)>& take) {
    findBodies();
    auto place =
        std::lower_bound(m_bodies->begin(), m_bodies->end(), id,
                         [](const BodyPlace& body, std::int64_t wanted) { return body.id < wanted; });
    std::vector<Field> fields;
    for (; place != m_bodies->end() && place->id == id; ++place) {
        if (m_bodyPageNumber != place->page) {
            m_bodyPageNumber = 0;
            if (!m_file.read(place->page, m_bodyPage)) continue;
            m_bodyPageNumber = place->page;
        }
        const PageCells cells(m_bodyPage, place->page, m_file.usableSize());
        const auto cell = cells.cell(place->cell);
        std::uint32_t brokenAt = 0;
        if (!cell) continue;
        if (!readRecord(m_file, *cell, kMostBodyBytes, m_bodyRecord, brokenAt)) {
            m_forest->addLost(brokenAt);
            continue;
        }
        if (readFields(m_bodyRecord, fields) && fields.size() == 2 && fields[1].isBytes() &&
            take(fields[1].bytes))
            return true;
    }
    return false;
}

bool Salvage::readItem(const SalvagedTable& table, bool isIndex, SalvagedItem& item, Item* decoded) {
    if (m_fields.size() != (isIndex ? kColumnsOfEntry : kColumnsOfRow)) return false;
    const std::size_t size = isIndex ? 5 : 3;
    if (!m_fields[0].isInteger() || !m_fields[size].isInteger()) return false;
    for (std::size_t i = 1; i < size; ++i)
        if (!m_fields[i].isBytes()) return false;
    const std::uint64_t hash = hashFromStored(m_fields[0].integer);
    if (partitionHash(m_fields[1].bytes) != hash) return false;
    item.key.partition = m_fields[isIndex ? 3 : 1].bytes;
    item.key.sort = m_fields[isIndex ? 4 : 2].bytes;
    item.hash = isIndex ? partitionHash(item.key.partition) : hash;
    const auto take = [&](std::string_view bytes) {
        auto read = itemFromBytes(bytes);
        if (!read) return false;
        if (!decoded) {
            if (!validateItem(*read)) return false;
            const auto key = tableKey(table.definition.keys, *read);
            if (!key || *key != item.key) return false;
        }
        item.size = sizeOf(*read);
        item.bytes = bytes;
        if (decoded) *decoded = std::move(*read);
        return true;
    };
    const Field& elsewhere = m_fields[size + 1];
    const Field& here = m_fields[size + 2];
    if (here.isBytes()) return take(here.bytes);
    return elsewhere.isInteger() && body(elsewhere.integer, take);
}

bool Salvage::fitsView(const View& view, SalvagedItem& item) {
    const SalvagedTable& table = m_tables[view.table];
    if (!view.index) return readItem(table, false, item);
    const IndexDefinition& index = table.definition.indexes[*view.index];
    // Of an entry that holds less than the item, the key of the index must do.
    if (index.projection.type == ProjectionType::All && !readItem(table, true, item)) return false;
    Item decoded;
    if (!readItem(table, true, item, &decoded)) return false;
    const auto key = indexKey(index, ItemView(item.bytes));
    return key && key->partition == m_fields[1].bytes && key->sort == m_fields[2].bytes;
}

std::uint64_t Salvage::knownHashes(View& view, const std::vector<std::uint64_t>& hashes) {
    if (!view.hashes) {
        view.hashes.emplace();
        if (view.collections != PageForest::kNobody)
            m_forest->forEachPage(view.collections, [&](std::uint32_t page, const PageCells& cells) {
                for (std::size_t i = 0; i < cells.count(); ++i) {
                    const auto cell = cells.cell(i);
                    if (cell && readCell(*cell, kMostRowBytes, page) &&
                        m_fields.size() == kColumnsOfCollection && m_fields[2].isInteger())
                        view.hashes->push_back(hashFromStored(m_fields[2].integer));
                }
            });
        std::sort(view.hashes->begin(), view.hashes->end());
    }
    return static_cast<std::uint64_t>(std::count_if(hashes.begin(), hashes.end(), [&](std::uint64_t hash) {
        return std::binary_search(view.hashes->begin(), view.hashes->end(), hash);
    }));
}

void Salvage::claimStrays() {
    // In a file where every tree is whole, a page that nobody has is an old one.
    const bool isAnyTorn =
        std::any_of(m_views.begin(), m_views.end(), [&](const View& view) { return isMissing(view.rows); });
    if (!isAnyTorn) return;
    std::string bytes;
    for (std::uint32_t page = 2; page <= m_forest->pages(); ++page) {
        constexpr std::uint32_t kPagesPerReport = 256;
        if (page % kPagesPerReport == 0)
            tell((std::uint64_t{m_forest->pages()} + page) * m_file.pageSize() / 2);
        const PageKind kind = m_forest->kind(page);
        if ((kind != PageKind::IndexLeaf && kind != PageKind::IndexInterior) || m_forest->isFree(page) ||
            m_forest->owner(page) != PageForest::kNobody || !m_file.read(page, bytes))
            continue;
        claimStray(page, PageCells(bytes, page, m_file.usableSize()));
    }
}

std::vector<Salvage::View*> Salvage::fittingViews(std::uint32_t page, const PageCells& cells) {
    std::vector<View*> fitting;
    SalvagedItem item;
    for (View& view : m_views) {
        if (!isMissing(view.rows)) continue;
        std::size_t good = 0, bad = 0;
        for (std::size_t i = 0; i < cells.count() && good + bad < kSample; ++i) {
            const auto cell = cells.cell(i);
            if (!cell || !readCell(*cell, kMostRowBytes, page)) continue;
            if (fitsView(view, item)) {
                ++good;
            } else {
                ++bad;
                // A damaged row is nobody's; many are another view's.
                if (bad > good + 3) break;
            }
        }
        if (good > bad) fitting.push_back(&view);
    }
    return fitting;
}

void Salvage::claimStray(std::uint32_t page, const PageCells& cells) {
    const std::vector<View*> fitting = fittingViews(page, cells);
    std::vector<std::uint64_t> hashes;
    if (fitting.empty()) return;
    View* best = fitting.front();
    if (fitting.size() > 1) {
        for (std::size_t i = 0; i < cells.count() && hashes.size() < kSample; ++i) {
            const auto cell = cells.cell(i);
            if (cell && readCell(*cell, kMostRowBytes, page) && !m_fields.empty() && m_fields[0].isInteger())
                hashes.push_back(hashFromStored(m_fields[0].integer));
        }
        std::uint64_t most = 0, second = 0;
        for (View* view : fitting) {
            const std::uint64_t known = knownHashes(*view, hashes);
            if (known > most) {
                second = most;
                most = known;
                best = view;
            } else {
                second = std::max(second, known);
            }
        }
        m_isDoubtful[page] = most == second;
    }
    if (best->strays == PageForest::kNobody) {
        best->strays = static_cast<std::int32_t>(m_objects.size());
        m_objects.push_back({"pages that nothing leads to", 0, false, true});
    }
    m_forest->give(page, best->strays);
}

bool Salvage::isTorn(const SalvagedTable& table) const {
    return std::any_of(m_views.begin(), m_views.end(), [&](const View& view) {
        return m_tables[view.table].id == table.id && !view.index && isMissing(view.rows);
    });
}

Salvage::Read Salvage::forEachItem(const SalvagedTable& table, From from,
                                   const std::function<void(const SalvagedItem&)>& visit) {
    Read all;
    for (const View& view : m_views) {
        if (m_tables[view.table].id != table.id || (from == From::Indexes) != view.index.has_value())
            continue;
        if (view.index && table.definition.indexes[*view.index].projection.type != ProjectionType::All)
            continue;
        for (const std::int32_t owner : {view.rows, view.strays}) {
            const bool isStray = owner == view.strays;
            if (owner == PageForest::kNobody || (!view.index && isStray != (from == From::Strays))) continue;
            const Read read = forEachItemOf(table, owner, view.index.has_value(), visit);
            all.items += read.items;
            all.unreadable += read.unreadable;
            all.doubtful += read.doubtful;
        }
    }
    return all;
}

Salvage::Read Salvage::forEachItemOf(const SalvagedTable& table, std::int32_t owner, bool isIndex,
                                     const std::function<void(const SalvagedItem&)>& visit) {
    Read read;
    SalvagedItem item;
    m_forest->forEachPage(owner, [&](std::uint32_t page, const PageCells& cells) {
        if (m_stop.stop_requested()) throw StorageError(Error::cancelled());
        for (std::size_t i = 0; i < cells.count(); ++i) {
            const auto cell = cells.cell(i);
            if (!cell) m_forest->addLost(page);
            if (!cell || !readCell(*cell, kMostRowBytes, page) || !readItem(table, isIndex, item)) {
                ++read.unreadable;
                continue;
            }
            ++read.items;
            if (m_isDoubtful[page]) ++read.doubtful;
            visit(item);
        }
    });
    return read;
}

std::optional<KeySchema> Salvage::guessKeys(std::int64_t id) {
    const std::int32_t owner = ownerOf("rows_" + std::to_string(id) + "_0");
    if (owner == PageForest::kNobody) return std::nullopt;
    // The attributes whose values are the key in every item that was looked at.
    std::optional<std::set<std::string>> partition, sort;
    std::map<std::string, ValueType> types;
    bool hasSort = false, disagrees = false;
    std::size_t looked = 0;
    SalvagedItem item;
    const auto narrow = [&](std::optional<std::set<std::string>>& names, const Item& decoded,
                            const std::string& key) {
        std::set<std::string> fitting;
        for (const Attribute& attribute : decoded) {
            const ValueType type = attribute.value.type();
            if (type != ValueType::String && type != ValueType::Number && type != ValueType::Binary) continue;
            const auto bytes = keyPart({{attribute.name, type}}, {attribute.value});
            if (!bytes || *bytes != key || (names && !names->contains(attribute.name))) continue;
            if (types.emplace(attribute.name, type).first->second == type) fitting.insert(attribute.name);
        }
        names = std::move(fitting);
        if (names->empty()) disagrees = true;
    };
    m_forest->forEachPage(owner, [&](std::uint32_t page, const PageCells& cells) {
        for (std::size_t i = 0; i < cells.count() && looked < kSample * kSample; ++i) {
            const auto cell = cells.cell(i);
            Item decoded;
            if (!cell || !readCell(*cell, kMostRowBytes, page) || !readItem({}, false, item, &decoded))
                continue;
            ++looked;
            narrow(partition, decoded, item.key.partition);
            if (!item.key.sort.empty()) hasSort = true;
            if (hasSort) narrow(sort, decoded, item.key.sort);
        }
    });
    if (looked == 0 || disagrees) return std::nullopt;
    KeySchema keys;
    const std::string name = *partition->begin();
    keys.partition = {{name, types[name]}};
    if (!hasSort) return keys;
    sort->erase(name);
    if (sort->empty()) return std::nullopt;
    keys.sort = {{*sort->begin(), types[*sort->begin()]}};
    return keys;
}

}  // namespace partita
