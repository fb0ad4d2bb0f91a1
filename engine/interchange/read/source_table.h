// What a source says of a table, before any of it is in a table file. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/value.h"

namespace partita {

/// An entity type that a source declares: a facet of a Workbench model, a model of OneTable, an entity of
/// dynamodb-toolbox.
struct SourceEntity {
    std::string name;
    /// The templates of its keys, as the source writes them ("USER#${id}"), by attribute; may be empty.
    std::map<std::string, std::string> keyTemplates;
    std::vector<std::string> attributes;  // in the source's order
};

/// How the cells of a column become values.
enum class CellType {
    Auto,  // each cell by itself: a number, true/false, JSON, else text
    String,
    Number,
    Binary,  // base64
    Boolean,
    Null,
    StringSet,
    NumberSet,
    BinarySet,
    JsonText,  // a list or a map as JSON, plain or DynamoDB form
    Skip,      // the column is left out
};

struct SourceColumn {
    std::string name;  // of the attribute
    CellType type = CellType::Auto;
    bool isDeclared = false;           // the header said the type: "age:N", "tags (SS)"
    std::vector<std::string> samples;  // some of its cells, as they stand
};

struct SourceTable {
    std::string name;                       // empty: the source does not say
    std::optional<TableDefinition> schema;  // as the source declares it; nothing: it has to be guessed
    std::vector<SourceEntity> entities;
    std::vector<SourceColumn> columns;   // of CSV, TSV and XLSX
    std::optional<std::uint64_t> items;  // when the source says or it is quick to count
    /// Of an S3 export: items of each data file, each of which is about one partition's share.
    std::vector<std::uint64_t> itemsOfFiles;
    /// JSON of what the source says beside and Partita has no use for, so that an export in the same format
    /// can say it again; empty: nothing.
    std::string extra;
};

/// Something the person must be told of the source.
struct SourceNote {
    enum class Kind {
        Lost,      // part of the source that is not taken over
        Repaired,  // taken over otherwise than it stands
        Warning,   // it may be incomplete, or not what it says: a checksum, a count
    };
    Kind kind = Kind::Warning;
    std::uint64_t line = 0;  // from 1; 0: none in particular
    std::string text;        // a sentence
};

}  // namespace partita
