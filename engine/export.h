// Taking items and tables out of a table file: what, how, and the report. The work is Engine::exportItems().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/browse.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/interchange/write/redaction.h"
#include "engine/request.h"
#include "engine/value/item.h"

namespace partita {

struct ExportOptions {
    SinkOptions sink;
    /// Tables, in this order; empty: all. An index instead of its table gives what the index holds.
    std::vector<ViewId> views;
    /// Only items of this entity type (engine/table/entity.h); nothing: all.
    std::optional<std::string> entity;
    /// All pages of this request instead of a view; not metered.
    std::optional<QueryRequest> query;
    std::optional<ScanRequest> scan;
    /// These items of the first view's table instead: a selection.
    std::optional<std::vector<Item>> items;
    std::vector<Redaction> redactions;
    /// Of Redaction::Action::Hash: the same key gives the same hashes. Empty: a random one for this export.
    std::string hashKey;
};

/// What the source of a table said of it beside its schema; kept in the file.
struct TableSource {
    std::vector<SourceEntity> entities;
    std::string extra;  // see SourceTable::extra
};

struct ExportReport {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;  // written
    double seconds = 0;
    bool cancelled = false;           // then nothing was left at the place
    std::vector<std::string> losses;  // sentences: what the format could not hold
};

}  // namespace partita
