#include "app/commands/table_choice.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace partita {

namespace {

constexpr std::size_t kSmallFileBytes = 16 * 1024 * 1024;

std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

}  // namespace

Result<OpenTable> openTable(const Arguments& arguments, Engine::OpenMode mode) {
    Result<std::unique_ptr<Engine>> engine = Engine::open(arguments.operand(0).value_or(""), mode);
    if (!engine) return engine.error();
    OpenTable open;
    open.engine = std::move(engine).value();
    const std::vector<std::string> names = open.engine->tableNames();
    const std::optional<std::string> wanted = arguments.value("table");
    if (!wanted && names.empty()) return Error::badInput("the file holds no table", open.engine->path());
    if (!wanted && names.size() > 1)
        return Error{ErrorCode::ResourceNotFound,
                     "the file holds several tables; name one with --table: " + joined(names),
                     open.engine->path(),
                     {},
                     {}};
    const std::string name = wanted.value_or(names.empty() ? "" : names.front());
    if (std::ranges::find(names, name) == names.end())
        return Error{ErrorCode::ResourceNotFound,
                     "there is no table " + name + "; the file holds: " + joined(names),
                     open.engine->path(),
                     {},
                     {}};
    Result<std::shared_ptr<const TableDefinition>> table = open.engine->table(name);
    if (!table) return table.error();
    open.table = std::move(table).value();
    return open;
}

Result<std::string> readSmallFile(const std::string& path) {
    const bool isStandardInput = path == "-";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(
        isStandardInput ? nullptr : std::fopen(path.c_str(), "rb"),
        [](std::FILE* file) { return std::fclose(file); });
    if (!isStandardInput && !opened)
        return Error::file(errno == ENOENT ? ErrorCode::FileMissing : ErrorCode::InputOutput,
                           std::string("cannot be read: ") + std::strerror(errno), path);
    std::FILE* const file = isStandardInput ? stdin : opened.get();
    std::string text;
    char buffer[64 * 1024];
    while (const std::size_t bytes = std::fread(buffer, 1, sizeof buffer, file)) {
        text.append(buffer, bytes);
        if (text.size() > kSmallFileBytes)
            return Error::badInput("is over 16 MB, far more than a table's schema takes", path);
    }
    if (std::ferror(file) != 0)
        return Error::file(ErrorCode::InputOutput, std::string("cannot be read: ") + std::strerror(errno),
                           path);
    return text;
}

}  // namespace partita
