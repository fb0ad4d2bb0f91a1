// The body of a request as the service reads it: members of the types that its model says, everything else an
// error in its words. Start at `JsonRequest::parse`, then read a structure with `Members`.
//
// A member that is absent or null reads as nothing; members that nobody asks for are ignored. The first
// member of a wrong type makes a SerializationException, which is kept: read all members, then ask fault()
// once. One thread at a time; what was read lives as long as the request, until the next parse().
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/result.h"

namespace partita {

using Json = simdjson::dom::element;

/// The first member that was not of its type. One for each request.
class SerializationFault final {
  public:
    void set(std::string message);
    const std::optional<Error>& error() const { return m_error; }

  private:
    std::optional<Error> m_error;
};

class Members final {
  public:
    Members(simdjson::dom::object object, SerializationFault& fault) : m_object(object), m_fault(&fault) {}

    /// Of this structure and all that are read from the same body.
    const std::optional<Error>& fault() const { return m_fault->error(); }
    SerializationFault& faultHolder() const { return *m_fault; }

    /// Whether it is given and not null, whatever its type.
    bool has(std::string_view name) const { return any(name).has_value(); }
    std::optional<Json> any(std::string_view name) const;

    std::optional<std::string_view> string(std::string_view name);
    /// Also takes the strings that the service takes: "true", "1", "yes", …
    std::optional<bool> boolean(std::string_view name);
    /// `type`: "Integer" or "Long", for messages. A fraction is cut off, what is too large for the type is
    /// its largest or smallest.
    std::optional<std::int64_t> integer(std::string_view name, std::string_view type = "Integer");

    using Strings = std::vector<std::string_view>;
    using StringMap = std::vector<std::pair<std::string_view, std::string_view>>;
    std::optional<Strings> strings(std::string_view name);
    std::optional<StringMap> stringMap(std::string_view name);

    /// `model`: the structure's name in the service's model ("Condition"), for messages.
    std::optional<Members> structure(std::string_view name, std::string_view model);
    using Structures = std::vector<Members>;
    std::optional<Structures> structures(std::string_view name, std::string_view model);
    using StructureMap = std::vector<std::pair<std::string_view, Members>>;
    std::optional<StructureMap> structureMap(std::string_view name, std::string_view model);

    /// Containers whose elements the caller reads.
    std::optional<simdjson::dom::array> list(std::string_view name);
    std::optional<simdjson::dom::object> map(std::string_view name, std::string_view elementModel);

    simdjson::dom::object object() const { return m_object; }

  private:
    simdjson::dom::object m_object;
    SerializationFault* m_fault;
};

/// Single values that do not stand under a name; nothing, and a fault, when of another type.
std::optional<std::string_view> readString(Json json, SerializationFault& fault);
std::optional<bool> readBoolean(Json json, SerializationFault& fault);
/// A structure that is an element of a list or a map.
std::optional<Members> readStructure(Json json, std::string_view model, SerializationFault& fault);

/// Compact JSON text of what was given, at most `most` bytes: what a message shows of a structure.
std::string shownJson(const Json& json, std::size_t most = 2048);

/// Holds the text and simdjson's tape of one body after another.
class JsonRequest final {
  public:
    /// Fails (SerializationException without a message, as the service's) on what is no JSON object, also on
    /// text that is not UTF-8 and on more than 1,000 brackets around each other.
    Result<void> parse(std::string_view body);

    /// Only after parse() was ok.
    Members members() const { return Members(m_root, m_fault); }
    /// The text, as it was given.
    std::string_view body() const { return std::string_view(m_text).substr(0, m_size); }

  private:
    simdjson::dom::parser m_parser;
    std::string m_text;  // with the padding that simdjson reads past the end
    std::size_t m_size = 0;
    simdjson::dom::object m_root;
    mutable SerializationFault m_fault;
};

}  // namespace partita
