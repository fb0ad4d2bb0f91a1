#include "engine/storage/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#include "engine/storage/file_format.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/table_file.h"

namespace partita {
namespace {

constexpr std::size_t kHeaderSize = 100;
constexpr std::size_t kLogHeaderSize = 32;
constexpr std::size_t kFrameHeaderSize = 24;
constexpr std::uint32_t kOurPageSize = 16384;
constexpr std::uint32_t kMostReserved = 255;

bool isPageSize(std::uint32_t size) {
    return size >= 512 && size <= 65536 && std::has_single_bit(size);
}

/// Reads all of it or nothing.
bool readAt(int file, std::uint64_t at, char* into, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
        const ssize_t got = ::pread(file, into + done, count - done, static_cast<off_t>(at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

/// The log's running checksum over whole pairs of words ("WAL Format", 4.2).
struct LogSum {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    bool isBigEndian = false;

    void add(std::string_view bytes) {
        const auto word = [&](std::size_t at) {
            const std::uint32_t big = bigEndian32(bytes, at);
            return isBigEndian ? big : __builtin_bswap32(big);
        };
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            first += word(at) + second;
            second += word(at + 4) + first;
        }
    }
};

}  // namespace

std::uint32_t bigEndian16(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at])) << 8 |
           static_cast<unsigned char>(bytes[at + 1]);
}

std::uint32_t bigEndian32(std::string_view bytes, std::size_t at) {
    return bigEndian16(bytes, at) << 16 | bigEndian16(bytes, at + 2);
}

PageFile::PageFile(const std::string& path) : m_path(path) {
    m_file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (m_file < 0 || ::fstat(m_file, &status) != 0) {
        const int reason = errno;
        if (m_file >= 0) ::close(m_file);
        throw StorageError(Error::file(reason == ENOENT ? ErrorCode::FileMissing : ErrorCode::InputOutput,
                                       std::string("The file can't be read (") + std::strerror(reason) + ").",
                                       path));
    }
    m_fileBytes = static_cast<std::uint64_t>(status.st_size);
    readHeader();
    readLog();
    if (hasLog()) readHeader();  // the log may hold a newer first page
    const std::uint64_t there = m_fileBytes / m_pageSize;
    // SQLite's own limit: 4,294,967,294 pages.
    m_pages = static_cast<std::uint32_t>(std::min<std::uint64_t>(there, 0xffff'fffe));
    if (hasLog()) {
        m_pages = std::max(m_pages, m_logSize);
        m_stated = m_logSize;
    }
}

PageFile::~PageFile() {
    ::close(m_file);
    if (m_log >= 0) ::close(m_log);
}

void PageFile::readHeader() {
    std::string header(kHeaderSize, '\0');
    const auto newest = m_logPages.find(1);
    const bool isThere = newest == m_logPages.end()
                             ? readAt(m_file, 0, header.data(), header.size())
                             : readAt(m_log, newest->second, header.data(), header.size());
    if (!isThere) return;
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    m_isOurs =
        header.starts_with(kMagic) && bigEndian32(header, 68) == static_cast<std::uint32_t>(kApplicationId);
    m_format = static_cast<std::int32_t>(bigEndian32(header, 60));
    const std::uint32_t raw = bigEndian16(header, 16);
    const std::uint32_t size = raw == 1 ? 65536 : raw;
    const std::uint32_t reserved = static_cast<unsigned char>(header[20]);
    const bool isPlausible = m_isOurs && isPageSize(size) && size - reserved >= 480;
    m_pageSize = isPlausible ? size : kOurPageSize;
    m_usable = isPlausible && reserved <= kMostReserved ? size - reserved : m_pageSize;
    m_stated = m_isOurs ? bigEndian32(header, 28) : 0;
    m_firstFree = m_isOurs ? bigEndian32(header, 32) : 0;
    m_freePages = m_isOurs ? bigEndian32(header, 36) : 0;
}

void PageFile::readLog() {
    m_log = ::open((m_path + "-wal").c_str(), O_RDONLY | O_CLOEXEC);
    if (m_log < 0) return;
    std::string header(kLogHeaderSize, '\0');
    if (!readAt(m_log, 0, header.data(), header.size())) return;
    const std::uint32_t magic = bigEndian32(header, 0);
    if (magic != 0x377f0682 && magic != 0x377f0683) return;
    const std::uint32_t size = bigEndian32(header, 8);
    if (!isPageSize(size)) return;
    LogSum sum;
    sum.isBigEndian = magic == 0x377f0683;
    sum.add(std::string_view(header).substr(0, 24));
    if (sum.first != bigEndian32(header, 24) || sum.second != bigEndian32(header, 28)) return;

    // A frame counts once a commit frame follows it; the first that is not as it should be ends the log.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> open;
    std::string frame(kFrameHeaderSize + size, '\0');
    for (std::uint64_t at = kLogHeaderSize; readAt(m_log, at, frame.data(), frame.size());
         at += frame.size()) {
        if (frame.compare(8, 8, header, 16, 8) != 0) break;
        sum.add(std::string_view(frame).substr(0, 8));
        sum.add(std::string_view(frame).substr(kFrameHeaderSize));
        if (sum.first != bigEndian32(frame, 16) || sum.second != bigEndian32(frame, 20)) break;
        const std::uint32_t page = bigEndian32(frame, 0);
        if (page == 0) break;
        open.emplace_back(page, at + kFrameHeaderSize);
        const std::uint32_t commit = bigEndian32(frame, 4);
        if (commit == 0) continue;
        for (const auto& [number, place] : open)
            m_logPages[number] = place;
        open.clear();
        m_logSize = commit;
    }
    // Pages of a log are of the file's size; with another the two do not belong together.
    if (hasLog() && m_isOurs && size != m_pageSize) m_logPages.clear();
    // A log tells no more pages than it and the file can hold.
    const std::uint64_t most = m_fileBytes / m_pageSize + m_logPages.size();
    m_logSize = static_cast<std::uint32_t>(std::min<std::uint64_t>(m_logSize, most));
}

bool PageFile::read(std::uint32_t page, std::string& into) {
    if (page == 0 || page > m_pages) return false;
    into.resize(m_pageSize);
    const auto newest = m_logPages.find(page);
    if (newest != m_logPages.end()) return readAt(m_log, newest->second, into.data(), into.size());
    return readAt(m_file, (std::uint64_t{page} - 1) * m_pageSize, into.data(), into.size());
}

}  // namespace partita
