#include "engine/storage/run_arena.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace partita {
namespace {

constexpr std::size_t kLeastChunk = 4096;
constexpr std::size_t kMostChunk = 4 * 1024 * 1024;

std::uint32_t loadSize(const char* bytes) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes, sizeof size);
    return size;
}

void storeSize(std::size_t size, char* bytes) {
    const auto stored = static_cast<std::uint32_t>(size);
    std::memcpy(bytes, &stored, sizeof stored);
}

}  // namespace

RunRecord RunRecord::at(const char* bytes) {
    const std::size_t keySize = loadSize(bytes);
    return {{bytes + kHeaderBytes, keySize}, {bytes + kHeaderBytes + keySize, loadSize(bytes + 4)}};
}

std::size_t RunRecord::sizeAt(const char* bytes) {
    return kHeaderBytes + loadSize(bytes) + loadSize(bytes + 4);
}

std::uint64_t keyPrefix(std::string_view key) {
    std::uint64_t prefix = 0;
    if (key.size() >= sizeof prefix) {
        std::memcpy(&prefix, key.data(), sizeof prefix);
    } else if (!key.empty()) {
        std::memcpy(&prefix, key.data(), key.size());
    }
    if constexpr (std::endian::native == std::endian::little) prefix = __builtin_bswap64(prefix);
    return prefix;
}

RunArena::RunArena(std::size_t memoryBytes)
    : m_memoryBytes(memoryBytes), m_chunkBytes(std::clamp(memoryBytes / 16, kLeastChunk, kMostChunk)) {}

bool RunArena::isFullFor(std::string_view key, std::string_view payload) const {
    const std::size_t needed = RunRecord::kHeaderBytes + key.size() + payload.size();
    std::size_t chunks = m_inChunks;
    const bool fits = m_chunk < m_chunks.size() && m_chunks[m_chunk].size - m_chunks[m_chunk].used >= needed;
    if (!fits) chunks += std::max(needed, m_chunkBytes);
    // The list of entries is copied when it grows: half as much again, on the average.
    return chunks + (m_entries.size() + m_entries.size() / 2) * sizeof(Entry) > m_memoryBytes;
}

void RunArena::openChunk(std::size_t needed) {
    if (m_inChunks > 0) ++m_chunk;
    const std::size_t size = std::max(needed, m_chunkBytes);
    if (m_chunk == m_chunks.size()) m_chunks.emplace_back();
    Chunk& chunk = m_chunks[m_chunk];
    if (chunk.size < size) {
        chunk.bytes.reset(new char[size]);  // not zeroed, as make_unique would do
        chunk.size = size;
    }
    m_inChunks += chunk.size;
}

void RunArena::add(std::string_view key, std::string_view payload) {
    const std::size_t needed = RunRecord::kHeaderBytes + key.size() + payload.size();
    if (m_inChunks == 0 || m_chunks[m_chunk].size - m_chunks[m_chunk].used < needed) openChunk(needed);
    Chunk& chunk = m_chunks[m_chunk];
    char* to = chunk.bytes.get() + chunk.used;
    m_entries.push_back({keyPrefix(key), (static_cast<std::uint64_t>(m_chunk) << 32U) | chunk.used});
    chunk.used += needed;
    m_recordBytes += needed;
    storeSize(key.size(), to);
    storeSize(payload.size(), to + 4);
    to = std::copy(key.begin(), key.end(), to + RunRecord::kHeaderBytes);
    std::copy(payload.begin(), payload.end(), to);
}

void RunArena::sort() {
    std::sort(m_entries.begin(), m_entries.end(), [this](const Entry& a, const Entry& b) {
        if (a.prefix != b.prefix) return a.prefix < b.prefix;
        const int order = RunRecord::at(bytesAt(a.place)).key.compare(RunRecord::at(bytesAt(b.place)).key);
        return order != 0 ? order < 0 : a.place < b.place;
    });
}

void RunArena::clear() {
    for (Chunk& chunk : m_chunks) {
        chunk.used = 0;
        // One of a single large record is not kept: the next run would count it without filling it.
        if (chunk.size > m_chunkBytes) chunk = Chunk();
    }
    m_chunk = 0;
    m_inChunks = 0;
    m_recordBytes = 0;
    m_entries.clear();
}

}  // namespace partita
