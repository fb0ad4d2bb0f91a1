// What tests of requests share: an engine on a file that vanishes, and requests in few words. Expressions are
// written as text, so that the tests read as a user's requests do.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/expression/parse.h"
#include "engine/interchange/json.h"
#include "tests/engine/table_fixture.h"

namespace partita::test {

/// The time is what the test says.
class HeldClock final : public Clock {
  public:
    UtcMillis now() const override { return time; }
    UtcMillis time = 1'700'000'000'000;
};

using Values = std::map<std::string, Value, std::less<>>;

/// An item in the DynamoDB form, or as people write it: j(R"({"pk":"a","n":1})").
inline Item j(std::string_view json) {
    auto parsed = parseItem(json, JsonForm::Auto, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}

/// Names that are reserved words.
inline const std::map<std::string, std::string, std::less<>> kNames = {
    {"#rank", "rank"}, {"#map", "map"}, {"#list", "list"}};

inline Condition conditionOf(std::string_view text, Values values = {},
                             ExpressionKind kind = ExpressionKind::Condition) {
    UsedPlaceholders used;
    auto parsed = parseCondition(text, kind, {kNames, std::move(values)}, used);
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return *parsed;
}
inline Update updateOf(std::string_view text, Values values = {}) {
    UsedPlaceholders used;
    auto parsed = parseUpdate(text, {kNames, std::move(values)}, used);
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return *parsed;
}
inline ItemProjection projectionOf(std::string_view text) {
    UsedPlaceholders used;
    auto parsed = parseProjection(text, {kNames, {}}, used);
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return *parsed;
}

/// An engine with some tables.
class OpenFile final {
  public:
    explicit OpenFile(const std::vector<TableDefinition>& tables = {thingsTable()}) {
        auto made = Engine::create(m_folder.path("t.partita"), tables, clock);
        if (!made) qFatal("%s", made.error().text().c_str());
        m_engine = std::move(made).value();
    }
    Engine* operator->() { return m_engine.get(); }
    Engine& operator*() { return *m_engine; }

    HeldClock clock;

  private:
    Folder m_folder;
    std::unique_ptr<Engine> m_engine;
};

inline Item thingKey(const char* pk, const char* sk) {
    return item({{"pk", s(pk)}, {"sk", s(sk)}});
}

/// What stands in the table under a key, as text; "-" for nothing.
inline QString stored(OpenFile& file, const Item& key, const char* table = "Things") {
    const auto got = file->get({table, key, true}, Metering::Off);
    if (!got) return QString::fromStdString(got.error().text());
    return got->item ? QString::fromStdString(toPlainJson(*got->item)) : QString("-");
}
inline QString shownItem(const std::optional<Item>& item) {
    return item ? QString::fromStdString(toPlainJson(*item)) : QString("-");
}
/// The error's type and message, or "ok".
template <class T>
QString outcome(const Result<T>& result) {
    if (result) return "ok";
    const std::string_view type = serviceName(result.error().code);
    return QString::fromUtf8(type.data(), qsizetype(type.size())) + ": " +
           QString::fromStdString(result.error().message);
}

/// What the table "Things" (or a GSI) has seen written to a partition key of type S, in half units.
inline HalfUnits meteredWrites(OpenFile& file, const std::string& partition, const char* index = "") {
    const auto load = file->liveLoad("Things")->key(index, partition);
    return load ? load->write : 0;
}
inline HalfUnits meteredReads(OpenFile& file, const std::string& partition, const char* index = "") {
    const auto load = file->liveLoad("Things")->key(index, partition);
    return load ? load->read : 0;
}

}  // namespace partita::test
