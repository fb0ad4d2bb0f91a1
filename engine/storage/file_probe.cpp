#include "engine/storage/file_probe.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/storage/table_file.h"

namespace partita {
namespace {

constexpr std::size_t kHeaderSize = 100;  // of an SQLite file: its "Database File Format", section 1.3

std::uint32_t bigEndian32(const unsigned char* p) {
    return static_cast<std::uint32_t>(p[0]) << 24 | static_cast<std::uint32_t>(p[1]) << 16 |
           static_cast<std::uint32_t>(p[2]) << 8 | p[3];
}

}  // namespace

Result<FileProbe> probeTableFile(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return Error::file(ErrorCode::FileMissing, "There is no such file.", path);
        return Error::file(ErrorCode::InputOutput,
                           std::string("The file can't be read (") + std::strerror(errno) + ").", path);
    }
    if (!S_ISREG(status.st_mode))
        return Error::file(ErrorCode::ForeignFile, "This is not a file but a folder or a device.", path);
    if (status.st_size == 0)
        return Error::file(
            ErrorCode::FileEmpty,
            "The file is empty: it has no table in it. Make a new table, or choose another file.", path);

    std::array<unsigned char, kHeaderSize> header{};
    std::ifstream in(path, std::ios::binary);
    in.read(reinterpret_cast<char*>(header.data()), header.size());
    if (!in.is_open() || in.bad())
        return Error::file(ErrorCode::InputOutput, "The file can't be read. Check its permissions.", path);
    constexpr char kMagic[] = "SQLite format 3";
    if (in.gcount() < static_cast<std::streamsize>(sizeof kMagic) ||
        std::memcmp(header.data(), kMagic, sizeof kMagic) != 0)
        return Error::file(ErrorCode::ForeignFile,
                           "This is not a table file. Items in JSON are brought into a table with Import.",
                           path);
    if (in.gcount() < static_cast<std::streamsize>(kHeaderSize))
        return Error::file(ErrorCode::DamagedFile, "The file is damaged: it is cut short.", path);
    if (bigEndian32(&header[68]) != static_cast<std::uint32_t>(kApplicationId))
        return Error::file(ErrorCode::ForeignFile,
                           "This is an SQLite file of another program, not a table file.", path);
    const std::uint32_t version = bigEndian32(&header[60]);
    if (version > static_cast<std::uint32_t>(kFormatVersion))
        return Error::file(ErrorCode::NewerVersion,
                           "The file was made by a newer Partita (format " + std::to_string(version) +
                               "; this one reads up to " + std::to_string(kFormatVersion) +
                               "). Install the newer version to open it.",
                           path);
    if (version < 1)
        return Error::file(ErrorCode::DamagedFile, "The file is damaged: it has no format version.", path);

    // SQLite's own versions of writing and reading (1, or 2 for a file with a log) and of the schema (to 4).
    if (header[18] < 1 || header[18] > 2 || header[19] < 1 || header[19] > 2 || bigEndian32(&header[44]) > 4)
        return Error::file(ErrorCode::DamagedFile, "The file is damaged: its first bytes are wrong.", path);

    FileProbe probe;
    struct stat log {};
    probe.unmergedLog = ::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0;
    if (!probe.unmergedLog) {
        const std::uint32_t raw = static_cast<std::uint32_t>(header[16]) << 8 | header[17];
        const std::uint64_t pageSize = raw == 1 ? 65536 : raw;
        const std::uint64_t expected = pageSize * bigEndian32(&header[28]);
        if (static_cast<std::uint64_t>(status.st_size) < expected)
            return Error::file(ErrorCode::DamagedFile,
                               "The file is damaged: it is cut short (" + std::to_string(status.st_size) +
                                   " of " + std::to_string(expected) + " bytes).",
                               path);
    }
    probe.writable = ::access(path.c_str(), W_OK) == 0;
    std::string folder = std::filesystem::path(path).parent_path().string();
    if (folder.empty()) folder = ".";
    probe.folderWritable = ::access(folder.c_str(), W_OK) == 0;
    return probe;
}

}  // namespace partita
