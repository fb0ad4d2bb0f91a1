// The pages of a table file as they lie on the disk, without SQLite: for reading what can be read of a
// damaged one. Never writes. What a "-wal" file beside it has committed counts as if it were merged. One
// thread at a time. Form of the file: SQLite's "Database File Format".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace partita {

class PageFile final {
  public:
    /// Throws StorageError (FileMissing, InputOutput) when the file can't be read at all.
    explicit PageFile(const std::string& path);
    ~PageFile();
    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;

    const std::string& path() const { return m_path; }
    /// As the header says; 16,384, that of every table file, when what it says is impossible.
    std::uint32_t pageSize() const { return m_pageSize; }
    /// Of a page that b-trees may use.
    std::uint32_t usableSize() const { return m_usable; }
    /// Whole pages that are there, and how many the header says there are.
    std::uint32_t pages() const { return m_pages; }
    std::uint32_t statedPages() const { return m_stated; }
    std::uint64_t bytes() const { return std::uint64_t{m_pages} * m_pageSize; }
    /// Whether the header is that of an SQLite file with a table file's application id.
    bool isHeaderOurs() const { return m_isOurs; }
    std::int32_t format() const { return m_format; }
    /// The first page of the list of free pages, and how many there are said to be.
    std::uint32_t firstFree() const { return m_firstFree; }
    std::uint32_t freePages() const { return m_freePages; }
    /// Whether a log with committed pages lies beside it.
    bool hasLog() const { return !m_logPages.empty(); }

    /// Pages count from 1. False: there is no such page, or the disk can't read it; `into` is of no use then.
    bool read(std::uint32_t page, std::string& into);

  private:
    void readLog();
    void readHeader();

    std::string m_path;
    int m_file = -1;
    int m_log = -1;
    std::unordered_map<std::uint32_t, std::uint64_t> m_logPages;  // where in the log the newest one is
    std::uint32_t m_logSize = 0;  // in pages, as the last commit in the log says
    std::uint64_t m_fileBytes = 0;
    std::uint32_t m_pageSize = 16384;
    std::uint32_t m_usable = 16384;
    std::uint32_t m_pages = 0;
    std::uint32_t m_stated = 0;
    std::uint32_t m_firstFree = 0;
    std::uint32_t m_freePages = 0;
    std::int32_t m_format = 0;
    bool m_isOurs = false;
};

std::uint32_t bigEndian16(std::string_view bytes, std::size_t at);
std::uint32_t bigEndian32(std::string_view bytes, std::size_t at);

}  // namespace partita
