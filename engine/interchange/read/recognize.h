// Tells by its first bytes what format a text has. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/read/source_format.h"

namespace partita {

/// How much of a tree-like source (a model, a template) may have to be read to recognize it.
inline constexpr std::size_t kWideHeadBytes = 64 * 1024;

struct Recognized {
    SourceFormat format = SourceFormat::Items;
    std::string description;  // for people
    char delimiter = '\0';    // of Csv and Tsv
};

/// `wide`: the first kWideHeadBytes of the text, or all of it. `path`: what its name ends in decides where
/// the content does not; empty: it has none. Nothing when no reader understands it.
std::optional<Recognized> recognizeText(std::string_view wide, const std::string& path);

/// The description of a text that is to be read in that format.
Recognized recognizedAs(SourceFormat format, std::string_view wide);

/// What to say of a text that is not recognized: what was seen, and what can be read.
std::string unrecognized(std::string_view wide);

}  // namespace partita
