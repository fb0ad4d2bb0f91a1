// Records in memory, sorted by key when asked to. Part of sorted_runs. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace partita {

/// A record as it lies in memory and in the temporary file: two sizes, the key, the payload.
struct RunRecord {
    static constexpr std::size_t kHeaderBytes = 8;

    std::string_view key;
    std::string_view payload;

    /// `bytes` begins with a whole record.
    static RunRecord at(const char* bytes);
    /// Of the whole record, from its header.
    static std::size_t sizeAt(const char* bytes);
};

/// The first eight bytes of a key as a number of the same order, zeros after a shorter key.
std::uint64_t keyPrefix(std::string_view key);

class RunArena final {
  public:
    explicit RunArena(std::size_t memoryBytes);

    bool empty() const { return m_entries.empty(); }
    /// Whether this record would lead beyond the memory.
    bool isFullFor(std::string_view key, std::string_view payload) const;
    void add(std::string_view key, std::string_view payload);
    /// By key, and by the order of adding where keys are equal.
    void sort();
    /// Forgets the records and keeps the memory for the next.
    void clear();

    std::size_t size() const { return m_entries.size(); }
    std::uint64_t recordBytes() const { return m_recordBytes; }
    /// The record at that position, with its header.
    const char* bytes(std::size_t position) const { return bytesAt(m_entries[position].place); }

  private:
    struct Entry {
        std::uint64_t prefix = 0;
        std::uint64_t place = 0;  // chunk · 2³² + offset: grows in the order of adding
    };
    struct Chunk {
        std::unique_ptr<char[]> bytes;
        std::size_t size = 0;
        std::size_t used = 0;
    };
    const char* bytesAt(std::uint64_t place) const {
        return m_chunks[place >> 32U].bytes.get() + (place & 0xFFFF'FFFFU);
    }
    void openChunk(std::size_t needed);

    std::size_t m_memoryBytes;
    std::size_t m_chunkBytes;
    std::size_t m_chunk = 0;     // the one that is being filled
    std::size_t m_inChunks = 0;  // bytes of the chunks in use
    std::uint64_t m_recordBytes = 0;
    std::vector<Chunk> m_chunks;
    std::vector<Entry> m_entries;
};

}  // namespace partita
