#include "engine/import_record.h"

namespace partita {
namespace {

void appendBigEndian(std::string& out, std::uint64_t value, int bytes) {
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        out += static_cast<char>(value >> shift & 0xff);
}

std::uint64_t takeBigEndian(std::string_view& bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    bytes.remove_prefix(count);
    return value;
}

}  // namespace

std::string runKey(std::size_t target, const PreparedItem& item) {
    std::string key;
    key.reserve(12 + item.key.partition.size() + item.key.sort.size());
    appendBigEndian(key, target, 2);
    appendBigEndian(key, item.hash, 8);
    appendBigEndian(key, item.key.partition.size(), 2);
    key += item.key.partition;
    key += item.key.sort;
    return key;
}

std::string runPayload(const ImportRecord& record) {
    std::string payload;
    payload.reserve(29 + record.item->bytes.size());
    payload += record.action == DecodedRecord::Action::Delete ? '\1' : '\0';
    appendBigEndian(payload, record.order, 8);
    appendBigEndian(payload, record.file, 4);
    appendBigEndian(payload, record.line, 8);
    appendBigEndian(payload, record.item->size, 8);
    payload += record.item->bytes;
    return payload;
}

void SortedRecord::read(std::string_view key, std::string_view payload) {
    target = takeBigEndian(key, 2);
    item.hash = takeBigEndian(key, 8);
    const std::size_t partitionSize = takeBigEndian(key, 2);
    item.key.partition = key.substr(0, partitionSize);
    item.key.sort = key.substr(partitionSize);
    isDelete = payload.front() != '\0';
    payload.remove_prefix(1);
    order = takeBigEndian(payload, 8);
    file = static_cast<std::uint32_t>(takeBigEndian(payload, 4));
    line = takeBigEndian(payload, 8);
    item.size = takeBigEndian(payload, 8);
    item.bytes = payload;
}

}  // namespace partita
