// What is not to leave the house: attributes masked, hashed or left out on the way out. Thread-safe once
// made.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

/// What becomes of an attribute on the way out.
struct Redaction {
    enum class Action {
        /// Letters become x and digits 0; lengths and everything else stay. Of numbers the digits.
        Mask,
        /// A keyed hash (HMAC-SHA-256) in the same type: equal values stay equal, across attributes, tables
        /// and indexes. Of text each part between '#' by itself, and parts that are constants of the design
        /// (capital letters) stay, so that "USER#ann" goes on belonging to "ann".
        Hash,
        Drop,  // the attribute is left out
    };
    std::string attribute;  // at the top level of the item
    Action action = Action::Mask;
};

class Redactor final {
  public:
    /// `hashKey`: the same gives the same hashes; empty: a random one.
    Redactor(std::vector<Redaction> redactions, std::string hashKey);

    bool isEmpty() const { return m_actions.empty(); }
    /// Fails (BadInput) when a key attribute of the table is to be masked or left out: items would run into
    /// one another. Hash it instead.
    Result<void> check(const TableDefinition& table) const;
    void apply(Item& item) const;

  private:
    Value redacted(const Value& value, Redaction::Action action) const;
    /// `size` bytes, at most 32.
    std::string hash(char type, std::string_view bytes, std::size_t size) const;
    std::string hashedText(std::string_view text) const;

    std::map<std::string, Redaction::Action, std::less<>> m_actions;
    std::string m_key;
};

}  // namespace partita
