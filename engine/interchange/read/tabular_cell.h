// A cell of a row as a reader of tables hands it on, before it is a value. Plain values.
#pragma once

#include <string>

#include "engine/error.h"

namespace partita {

struct TabularCell {
    enum class Kind {
        Plain,    // text that may mean anything: all that a CSV file has
        Text,     // text and nothing else, as a spreadsheet knows it
        Number,   // a number of a spreadsheet, as its text
        Boolean,  // "TRUE" or "FALSE" of a spreadsheet
        Error,    // "#N/A"
    };
    std::string text;
    Kind kind = Kind::Plain;
    bool isQuoted = false;
    SourceRange range;  // in the record's text, with quotes

    bool isEmpty() const { return text.empty(); }
    /// Empty, or nothing but blanks that nobody put in quotes.
    bool isBlank() const {
        return text.find_first_not_of(" \t\r\n") == std::string::npos && (text.empty() || !isQuoted);
    }
};

}  // namespace partita
