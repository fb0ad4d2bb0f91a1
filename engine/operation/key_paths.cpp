#include "engine/operation/key_paths.h"

#include <optional>

namespace partita {
namespace {

class KeyPathCheck final {
  public:
    explicit KeyPathCheck(const TableDefinition& table) : m_table(table) {}

    void visit(const Path& path) {
        if (m_error || !path.isNested()) return;
        if (m_table.keys.contains(path.attribute)) return refuse("Key", path);
        for (const IndexDefinition& index : m_table.indexes)
            if (index.keys.contains(path.attribute)) return refuse("IndexKey", path);
    }
    Result<void> result() const { return m_error ? Result<void>(*m_error) : Result<void>(); }

  private:
    void refuse(const char* kind, const Path& path) {
        m_error = Error::validation(
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: " +
                std::string(kind) + ": " + path.attribute,
            toText(path));
    }

    const TableDefinition& m_table;
    std::optional<Error> m_error;
};

}  // namespace

Result<void> checkKeyPaths(const TableDefinition& table, const Condition& condition) {
    KeyPathCheck check(table);
    forEachPath(condition, [&](const Path& path) { check.visit(path); });
    return check.result();
}

Result<void> checkKeyPaths(const TableDefinition& table, const Update& update) {
    KeyPathCheck check(table);
    forEachPath(update, [&](const Path& path) { check.visit(path); });
    return check.result();
}

Result<void> checkKeyPaths(const TableDefinition& table, const ItemProjection& projection) {
    KeyPathCheck check(table);
    for (const Path& path : projection.paths())
        check.visit(path);
    return check.result();
}

}  // namespace partita
