#include "engine/storage/page_cells.h"

#include <algorithm>

namespace partita {
namespace {

constexpr std::size_t kFileHeader = 100;  // before the b-tree's own on page 1
constexpr std::size_t kMostFields = 64;   // no inner table has half as many

/// A variable-length integer at `at`, which is moved past it. False when it leads past the end.
bool takeVarint(std::string_view bytes, std::size_t& at, std::uint64_t& value) {
    value = 0;
    for (int i = 0; i < 9; ++i) {
        if (at >= bytes.size()) return false;
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        if (i == 8) {
            value = value << 8 | byte;
            return true;
        }
        value = value << 7 | (byte & 0x7f);
        if (byte < 0x80) return true;
    }
    return true;
}

PageKind kindOf(char flag) {
    switch (flag) {
        case 2:
            return PageKind::IndexInterior;
        case 5:
            return PageKind::TableInterior;
        case 10:
            return PageKind::IndexLeaf;
        case 13:
            return PageKind::TableLeaf;
        default:
            return PageKind::None;
    }
}

std::int64_t signedOf(std::string_view bytes) {
    auto value = static_cast<std::uint64_t>(
        static_cast<std::int64_t>(static_cast<signed char>(static_cast<unsigned char>(bytes[0]))));
    for (std::size_t i = 1; i < bytes.size(); ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return static_cast<std::int64_t>(value);
}

}  // namespace

PageCells::PageCells(std::string_view page, std::uint32_t number, std::uint32_t usable)
    : m_page(page.substr(0, usable)), m_number(number), m_usable(usable) {
    const std::size_t header = number == 1 ? kFileHeader : 0;
    if (m_page.size() < header + 12) return;
    const PageKind kind = kindOf(m_page[header]);
    if (kind == PageKind::None) return;
    const bool isInterior = kind == PageKind::IndexInterior || kind == PageKind::TableInterior;
    m_pointers = header + (isInterior ? 12 : 8);
    m_count = bigEndian16(m_page, header + 3);
    const std::size_t content = bigEndian16(m_page, header + 5);
    // A cell has four bytes at least and two of pointer.
    if (m_count > (m_usable - header) / 6 || m_pointers + 2 * m_count > m_page.size()) return;
    if ((content != 0 || m_usable != 65536) && (content < m_pointers + 2 * m_count || content > m_usable))
        return;
    if (isInterior) m_right = bigEndian32(m_page, header + 8);
    m_kind = kind;
}

std::optional<PageCell> PageCells::cell(std::size_t place) const {
    std::size_t at = bigEndian16(m_page, m_pointers + 2 * place);
    if (at < m_pointers + 2 * m_count || at + 4 > m_page.size()) return std::nullopt;
    PageCell cell;
    if (m_kind == PageKind::IndexInterior || m_kind == PageKind::TableInterior) {
        cell.child = bigEndian32(m_page, at);
        at += 4;
    }
    std::uint64_t number = 0;
    if (m_kind == PageKind::TableInterior) {
        if (!takeVarint(m_page, at, number)) return std::nullopt;
        cell.rowid = static_cast<std::int64_t>(number);
        return cell;
    }
    if (!takeVarint(m_page, at, cell.size) || cell.size == 0 || cell.size > kMostRecordBytes)
        return std::nullopt;
    const bool isTable = m_kind == PageKind::TableLeaf;
    if (isTable) {
        if (!takeVarint(m_page, at, number)) return std::nullopt;
        cell.rowid = static_cast<std::int64_t>(number);
    }
    const std::uint64_t most = isTable ? m_usable - 35 : (std::uint64_t{m_usable} - 12) * 64 / 255 - 23;
    std::uint64_t local = cell.size;
    if (cell.size > most) {
        const std::uint64_t least = (std::uint64_t{m_usable} - 12) * 32 / 255 - 23;
        local = least + (cell.size - least) % (m_usable - 4);
        if (local > most) local = least;
    }
    if (local > m_page.size() - at) return std::nullopt;
    cell.local = m_page.substr(at, local);
    if (local < cell.size) {
        if (at + local + 4 > m_page.size()) return std::nullopt;
        cell.more = bigEndian32(m_page, at + local);
        if (cell.more == 0) return std::nullopt;
    }
    return cell;
}

bool readRecord(PageFile& file, const PageCell& cell, std::uint64_t most, std::string& record,
                std::uint32_t& brokenAt) {
    brokenAt = 0;
    if (cell.size > most || cell.size > file.bytes()) return false;
    record.assign(cell.local);
    std::string page;
    std::uint32_t next = cell.more;
    // Each page adds bytes of what is left, so the chain ends also where it leads in a circle.
    while (record.size() < cell.size) {
        brokenAt = next;
        if (!file.read(next, page)) return false;
        next = bigEndian32(page, 0);
        const std::size_t part =
            std::min<std::uint64_t>(cell.size - record.size(), std::uint64_t{file.usableSize()} - 4);
        record.append(page, 4, part);
    }
    return next == 0;
}

bool readFields(std::string_view record, std::vector<Field>& fields) {
    fields.clear();
    std::size_t at = 0;
    std::uint64_t headerSize = 0;
    if (!takeVarint(record, at, headerSize) || headerSize > record.size() || headerSize < at) return false;
    std::size_t body = headerSize;
    const std::string_view header = record.substr(0, headerSize);
    while (at < headerSize) {
        std::uint64_t type = 0;
        if (!takeVarint(header, at, type) || fields.size() == kMostFields) return false;
        constexpr std::size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        if (type == 10 || type == 11) return false;
        const std::uint64_t size = type < 10 ? kSizes[type] : (type - 12) / 2;
        if (size > record.size() - body) return false;
        Field field;
        field.bytes = record.substr(body, size);
        if (type == 8 || type == 9) {
            field.type = Field::Type::Integer;
            field.integer = type == 9;
        } else if (type >= 1 && type <= 6) {
            field.type = Field::Type::Integer;
            field.integer = signedOf(field.bytes);
        } else if (type == 7) {
            field.type = Field::Type::Real;
        } else if (type >= 12) {
            field.type = type % 2 == 0 ? Field::Type::Bytes : Field::Type::Text;
        }
        body += size;
        fields.push_back(field);
    }
    return body == record.size();
}

}  // namespace partita
