// What can be exported of an open file at a moment: a choice in the export form, as a plain value.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "engine/export.h"
#include "engine/table/table_definition.h"

namespace partita {

struct ExportScope {
    enum class Kind { Table, AllTables, Index, Entity, ResultTab, Collection, Selection };
    Kind kind = Kind::Table;
    QString title;                       // for people: "Index ByStatus"
    QString fileName;                    // what a file of it may be called, without an ending
    QString schemaFileName;              // the same of its tables' schema
    std::optional<std::uint64_t> items;  // when known exactly
    /// The tables that the items are of; they tell which attributes are keys.
    std::vector<std::shared_ptr<const TableDefinition>> tables;

    // As ExportOptions has them.
    std::vector<ViewId> views;
    std::optional<std::string> entity;
    std::optional<QueryRequest> query;
    std::optional<ScanRequest> scan;
    std::optional<std::vector<Item>> selection;

    /// Whether it is tables as a whole: a schema says nothing of a part of their items.
    bool isWholeTables() const { return kind == Kind::Table || kind == Kind::AllTables; }
    /// Sets what is to be exported; the rest of `options` stays.
    void addTo(ExportOptions& options) const;
};

/// `name` with everything that is not allowed or awkward in the name of a file replaced by '-'; never empty,
/// never longer than a file system takes.
QString fileNameFor(const QString& name);

}  // namespace partita
