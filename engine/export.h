// Taking items and tables out of a table file: what, how, and the report. The work is Engine::exportItems().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/browse.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/request.h"
#include "engine/value/item.h"

namespace partita {

/// What becomes of an attribute on the way out.
struct Redaction {
    enum class Action {
        Mask,  // letters and digits become x and 0; the length and everything else stay; of numbers the digits
        Hash,  // a keyed hash in the same type: equal values stay equal, also across tables and indexes
        Drop,  // the attribute is left out; key attributes can't be
    };
    std::string attribute;  // at the top level of the item
    Action action = Action::Mask;
};

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

struct ExportReport {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;  // written
    double seconds = 0;
    bool cancelled = false;  // then nothing was left at the place
    std::vector<std::string> losses;  // sentences: what the format could not hold
};

}  // namespace partita
