// Bringing items into a table: options, report, problems. The work is Engine::importItems().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/interchange/json.h"

namespace partita {

struct ImportOptions {
    std::string table;
    JsonForm form = JsonForm::Auto;
    std::size_t memoryBytes = 192 * 1024 * 1024;  // of sorted runs held before they go to disk
    std::uint64_t batchItems = 200'000;           // of one transaction
};

struct ImportProblem {
    enum class Kind { Refused, Duplicate };
    Kind kind = Kind::Refused;
    std::uint64_t line = 0;       // of the record, from 1
    std::uint64_t otherLine = 0;  // Duplicate: of the record that took its place
    std::string reason;
    std::string excerpt;  // the first 200 bytes of the record
};

/// read = inserted + replaced + unchanged + duplicate + refused, once the import is complete.
struct ImportReport {
    std::uint64_t read = 0;
    std::uint64_t inserted = 0;
    std::uint64_t replaced = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t duplicate = 0;  // the same key earlier in the source: the last one won
    std::uint64_t refused = 0;
    std::uint64_t numbersRewritten = 0;  // numbers now in the service's canonical text
    std::uint64_t dynamoDbForm = 0;      // records of each form
    std::uint64_t plainForm = 0;
    std::uint64_t bytesRead = 0;
    double seconds = 0;
    bool cancelled = false;               // what was committed before stays and is counted
    std::optional<Error> failure;         // the import ended early: disk full, source cut off; the same holds
    std::vector<ImportProblem> problems;  // the first 1,000, in the order of their lines
};

}  // namespace partita
