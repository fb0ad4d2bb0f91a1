// Reads items and values out of JSON text, in both forms. Keeps its buffers from one text to the next.
// One thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/json_text.h"

namespace partita {

class ItemParser final {
  public:
    /// As parseItem().
    Result<ParsedItem> item(std::string_view json, JsonForm form, const KeySchema& keys, bool keepNames);
    /// Any value; `form` is DynamoDb or Plain.
    Result<Value> value(std::string_view json, JsonForm form);

  private:
    using Object = simdjson::ondemand::object;
    using Array = simdjson::ondemand::array;
    using Node = simdjson::ondemand::value;
    using ReadNode = Result<void> (ItemParser::*)(Node& node, int depth, Value& out);

    Result<Item> topLevel(ReadNode read);
    /// One value in the DynamoDB form: an object that names the type, and the type's own form inside it.
    Result<void> typed(Node& node, int depth, Value& out);
    Result<void> contents(ValueType type, Node& node, int depth, Value& out);
    Result<void> plain(Node& node, int depth, Value& out);

    /// `depth` is the number of lists and maps around the contents, themselves included.
    Result<void> map(Node& node, int depth, ReadNode read, Value& out);
    Result<void> list(Node& node, int depth, ReadNode read, Value& out);
    Result<void> attributes(Object& object, int depth, ReadNode read, AttributeMap& out);
    /// Makes a map of the pending attributes from `base` on. Fails when a name occurs twice.
    Result<void> taken(std::size_t base, AttributeMap& out);
    template <class T, class Convert>
    Result<std::vector<T>> setElements(Node& node, Convert convert);

    Result<std::string> string(Node& node);
    Result<Number> number(std::string_view text, std::string_view token);
    Result<std::string> binary(std::string_view base64, std::string_view token);

    Error syntax(simdjson::error_code code) { return m_text.fault(code, m_document); }
    Error wrong(ErrorCode code, std::string message, std::string_view token) const;
    Error badEscape(std::string_view token) const;
    /// The same error, found inside the attribute of that name or at that index of a list.
    static Error inside(std::string_view name, Error error);
    static Error inside(std::size_t index, Error error);

    JsonText m_text;
    simdjson::ondemand::document m_document;
    std::vector<Attribute> m_pending;  // of the maps that are being read, the outermost first
    std::vector<std::size_t> m_order;  // of a map's pending attributes, while it is made
    bool m_looksPlain = false;         // a top-level value was not in the DynamoDB form
    bool m_maySmall = false;           // the small letters of types of Data Pipeline are read, too
    bool m_isSmall = false;            // and stand here
    bool m_keepNames = false;
    std::vector<std::string> m_names;  // of the top level, in the order of the text
    std::uint32_t m_numbersRewritten = 0;
};

}  // namespace partita
