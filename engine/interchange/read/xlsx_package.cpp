#include "engine/interchange/read/xlsx_package.h"

#include <zip.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace partita {
namespace {

// Deflate packs a thousand to one at most; rows of a sheet, each of which has its own number, far less.
constexpr std::uint64_t kHarmlessBytes = 64 * 1024 * 1024;
constexpr std::uint64_t kMostPacked = 500;

Error noWorkbook(const std::string& what, const std::string& path) {
    return Error::badInput(what + " Save it as an Excel workbook (.xlsx) or as CSV.", path);
}

std::string reasonOf(zip_file_t* file) {
    return zip_error_strerror(zip_file_get_error(file));
}

/// By its first bytes. Older Excel files and new ones with a password are the same kind of container.
Result<void> checkIsZip(const std::string& path, std::string_view head) {
    using namespace std::string_view_literals;
    if (head.starts_with("\xD0\xCF\x11\xE0"sv)) {
        constexpr auto kProtected = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"sv;
        if (head.find(kProtected) != std::string_view::npos) {
            return Error::badInput(
                "The workbook is protected by a password. Save it without one, then import it.", path);
        }
        return noWorkbook("This is an Excel workbook of the older kind (.xls), or one with a password.",
                          path);
    }
    if (head.starts_with("PK"sv)) return {};
    if (head.empty()) return Error::file(ErrorCode::FileEmpty, "The file is empty.", path);
    return noWorkbook("This is no Excel workbook: it does not begin as one.", path);
}

}  // namespace

struct XlsxPart::State {
    zip_file_t* file = nullptr;
    std::string name;
    std::string path;
    std::uint64_t total = 0;
    std::uint64_t taken = 0;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (file) zip_fclose(file);
    }
};

XlsxPart::XlsxPart(std::unique_ptr<State> state) : m_state(std::move(state)) {}
XlsxPart::XlsxPart(XlsxPart&&) noexcept = default;
XlsxPart& XlsxPart::operator=(XlsxPart&&) noexcept = default;
XlsxPart::~XlsxPart() = default;

std::uint64_t XlsxPart::bytesRead() const {
    return m_state->taken;
}

std::uint64_t XlsxPart::bytesTotal() const {
    return m_state->total;
}

Result<std::size_t> XlsxPart::read(char* into, std::size_t size) {
    const auto got = zip_fread(m_state->file, into, size);
    if (got < 0) {
        return Error::badInput("The workbook is damaged: its part " + m_state->name +
                                   " cannot be unpacked (" + reasonOf(m_state->file) + ").",
                               m_state->path);
    }
    m_state->taken += static_cast<std::uint64_t>(got);
    if (m_state->taken > m_state->total) {
        return Error::badInput(
            "The workbook is damaged: its part " + m_state->name + " is longer than it says.", m_state->path);
    }
    if (got == 0 && m_state->taken < m_state->total) {
        return Error::badInput("The workbook is damaged: its part " + m_state->name + " ends early.",
                               m_state->path);
    }
    return static_cast<std::size_t>(got);
}

struct XlsxPackage::State {
    zip_t* archive = nullptr;
    std::string path;
    std::uint64_t bytes = 0;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (archive) zip_discard(archive);
    }
};

XlsxPackage::XlsxPackage(std::unique_ptr<State> state) : m_state(std::move(state)) {}
XlsxPackage::XlsxPackage(XlsxPackage&&) noexcept = default;
XlsxPackage& XlsxPackage::operator=(XlsxPackage&&) noexcept = default;
XlsxPackage::~XlsxPackage() = default;

Result<XlsxPackage> XlsxPackage::open(const std::string& path) {
    auto state = std::make_unique<State>();
    state->path = path;
    std::error_code fault;
    const auto bytes = std::filesystem::file_size(path, fault);
    std::ifstream file(path, std::ios::binary);
    if (fault || !file) {
        const bool isMissing = fault == std::errc::no_such_file_or_directory;
        return Error::file(isMissing ? ErrorCode::FileMissing : ErrorCode::InputOutput,
                           isMissing ? "There is no such file." : "It cannot be read.", path);
    }
    state->bytes = bytes;
    std::string head(64 * std::size_t{1024}, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    const auto size = static_cast<std::size_t>(file.gcount());
    if (auto checked = checkIsZip(path, std::string_view(head).substr(0, size)); !checked)
        return checked.error();
    int code = 0;
    state->archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
    if (!state->archive) {
        return Error::badInput(
            "The workbook is cut off or damaged: it has no list of its parts at its end. Get the file again.",
            path);
    }
    XlsxPackage package(std::move(state));
    if (package.has("xl/workbook.bin")) return noWorkbook("This is a binary Excel workbook (.xlsb).", path);
    if (package.has("content.xml") && package.has("mimetype"))
        return noWorkbook("This is an OpenDocument file.", path);
    if (!package.has("[Content_Types].xml") && !package.has("xl/workbook.xml"))
        return noWorkbook("This is a ZIP archive, but no Excel workbook.", path);
    return package;
}

bool XlsxPackage::has(const std::string& part) const {
    return zip_name_locate(m_state->archive, part.c_str(), ZIP_FL_NOCASE) >= 0;
}

Result<XlsxPart> XlsxPackage::part(const std::string& name) const {
    const zip_int64_t index = zip_name_locate(m_state->archive, name.c_str(), ZIP_FL_NOCASE);
    if (index < 0)
        return Error::badInput("The workbook is incomplete: it has no part " + name + ".", m_state->path);
    zip_stat_t about;
    zip_stat_init(&about);
    const auto place = static_cast<zip_uint64_t>(index);
    auto state = std::make_unique<XlsxPart::State>();
    if (zip_stat_index(m_state->archive, place, 0, &about) == 0) state->total = about.size;
    if (about.size > kHarmlessBytes && about.size / kMostPacked > about.comp_size) {
        return Error::badInput("The part " + name + " of the workbook would unpack to " +
                                   std::to_string(about.size / (1024 * 1024)) +
                                   " MiB of almost nothing. No sheet is like that, so it is not read.",
                               m_state->path);
    }
    state->name = name;
    state->path = m_state->path;
    state->file = zip_fopen_index(m_state->archive, place, 0);
    if (!state->file) {
        const int code = zip_error_code_zip(zip_get_error(m_state->archive));
        if (code == ZIP_ER_NOPASSWD) {
            return Error::badInput(
                "The workbook is protected by a password. Save it without one, then import it.",
                m_state->path);
        }
        return Error::badInput("The workbook is damaged: its part " + name + " cannot be read (" +
                                   zip_error_strerror(zip_get_error(m_state->archive)) + ").",
                               m_state->path);
    }
    return XlsxPart(std::move(state));
}

std::uint64_t XlsxPackage::fileBytes() const {
    return m_state->bytes;
}

const std::string& XlsxPackage::path() const {
    return m_state->path;
}

}  // namespace partita
