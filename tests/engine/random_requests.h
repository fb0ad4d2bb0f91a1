// Random tables, items and requests: small enough to meet each other often. The same seed gives the same.
#pragma once

#include <QRandomGenerator>
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/request.h"
#include "tests/engine/reference_store.h"

namespace partita::test {

class Random final {
  public:
    explicit Random(quint32 seed) : m_generator(seed) {}
    int below(int bound) { return static_cast<int>(m_generator.bounded(bound)); }
    bool oneIn(int n) { return below(n) == 0; }
    std::string pick(std::initializer_list<const char*> texts) {
        return *(texts.begin() + below(int(texts.size())));
    }

  private:
    QRandomGenerator m_generator;
};

/// Few distinct values, so that keys meet; some that sort strangely.
inline Value randomKey(Random& random, ValueType type) {
    switch (type) {
        case ValueType::Number: {
            const std::string text =
                random.pick({"0", "-1", "1", "10", "2", "-0.5", "0.25", "1e10", "-1e10", "99.999"});
            return Value::number(*Number::parse(text));
        }
        case ValueType::Binary: {
            static const std::vector<std::string> bytes = {
                std::string("\0", 1),  std::string("\0\xff", 2), "\xff", "\xff\xff", "a",
                std::string("a\0b", 3)};
            return Value::binary(bytes[static_cast<std::size_t>(random.below(int(bytes.size())))]);
        }
        default:
            return Value::string(
                random.pick({"a", "ab", "b", "a#1", "a#2", "A", "é", "帳票", "z", "PROJ#1"}));
    }
}

inline TableDefinition randomTable(Random& random) {
    static const std::vector<ValueType> types = {ValueType::String, ValueType::Number, ValueType::Binary};
    const auto type = [&] { return types[static_cast<std::size_t>(random.below(3))]; };
    TableDefinition table;
    table.name = "Random";
    table.keys = {{{"pk", type()}}, {}};
    if (!random.oneIn(4)) table.keys.sort.push_back({"sk", type()});
    const ValueType ofA = type(), ofB = type(), ofC = type();
    const auto projection = [&]() -> Projection {
        switch (random.below(3)) {
            case 0:
                return {ProjectionType::KeysOnly, {}};
            case 1:
                return {ProjectionType::Include, {"text"}};
            default:
                return {ProjectionType::All, {}};
        }
    };
    table.indexes.push_back({"ByAB", IndexKind::Global, {{{"a", ofA}}, {{"b", ofB}}}, projection(), {}});
    table.indexes.push_back({"ByB_", IndexKind::Global, {{{"b", ofB}}, {}}, projection(), {}});
    table.indexes.push_back({"ByABC",
                             IndexKind::Global,
                             {{{"a", ofA}, {"b", ofB}}, {{"c", ofC}, {"pk", table.keys.partition[0].type}}},
                             projection(),
                             {}});
    if (!table.keys.sort.empty())
        table.indexes.push_back(
            {"ByC_", IndexKind::Local, {{table.keys.partition[0]}, {{"c", ofC}}}, projection(), {}});
    return table;
}

inline Item randomItem(Random& random, const TableDefinition& table) {
    Item item;
    std::set<std::string> done;
    const auto add = [&](const KeyAttribute& attribute) {
        if (done.insert(attribute.name).second) item.set(attribute.name, randomKey(random, attribute.type));
    };
    for (const KeyAttribute& attribute : table.keys.all())
        add(attribute);
    for (const IndexDefinition& index : table.indexes)
        for (const KeyAttribute& attribute : index.keys.all())
            if (!random.oneIn(4)) add(attribute);
    if (random.oneIn(2)) item.set("text", Value::string(std::string(std::size_t(random.below(60)), 'x')));
    if (random.oneIn(3)) item.set("number", Value::number(random.below(100)));
    if (random.oneIn(3)) item.set("nested", Value::map({{"x", Value::number(random.below(5))}}));
    if (random.oneIn(3)) item.set("tags", *Value::stringSet({"red", random.pick({"blue", "green"})}));
    if (random.oneIn(3))
        item.set("values", Value::list({Value::string("a"), Value::number(random.below(3))}));
    if (random.oneIn(12))
        item.set("large", Value::string(std::string(std::size_t(2000 + random.below(9000)), 'L')));
    return item;
}

inline Item keyOf(const TableDefinition& table, const Item& item) {
    Item key;
    for (const KeyAttribute& attribute : table.keys.all())
        key.set(attribute.name, *item.find(attribute.name));
    return key;
}

/// Of no key: attributes and what is inside them.
inline Path randomPath(Random& random) {
    static const std::vector<Path> paths = {{"text", {}},      {"number", {}},    {"nested", {}},
                                            {"nested", {"x"}}, {"nested", {"y"}}, {"tags", {}},
                                            {"values", {}},    {"values", {1u}},  {"values", {7u}},
                                            {"large", {}},     {"nothing", {}},   {"text", {"x"}}};
    return paths[std::size_t(random.below(int(paths.size())))];
}

inline Value randomValue(Random& random) {
    switch (random.below(6)) {
        case 0:
            return Value::number(random.below(5));
        case 1:
            return Value::string(random.pick({"a", "red", "xxx", ""}));
        case 2:
            return *Value::stringSet({"red", random.pick({"blue", "green", "black"})});
        case 3:
            return Value::map({{"x", Value::number(random.below(3))}});
        case 4:
            return Value::list({Value::string("a")});
        default:
            return Value::number(50);
    }
}

inline Operand randomOperand(Random& random) {
    switch (random.below(4)) {
        case 0:
            return Literal(randomValue(random));
        case 1:
            return SizeOf{randomPath(random)};
        default:
            return randomPath(random);
    }
}

inline Condition randomCondition(Random& random, int depth = 0) {
    const auto more = [&] { return randomCondition(random, depth + 1); };
    switch (random.below(depth < 3 ? 12 : 8)) {
        case 0:
            return makeCondition(AttributeExists{randomPath(random), random.oneIn(2)});
        case 1:
            return makeCondition(
                AttributeType{randomPath(random), static_cast<ValueType>(1 + random.below(10))});
        case 2:
            return makeCondition(
                BeginsWith{randomPath(random), Literal(Value::string(random.pick({"", "x", "a"})))});
        case 3:
            return makeCondition(Contains{randomPath(random), randomOperand(random)});
        case 4:
            return makeCondition(
                Between{randomOperand(random), Literal(Value::number(1)), randomOperand(random)});
        case 5:
            return makeCondition(In{randomOperand(random),
                                    {randomOperand(random), randomOperand(random), randomOperand(random)}});
        case 6:
        case 7:
            return makeCondition(Comparison{static_cast<Comparator>(random.below(6)), randomOperand(random),
                                            randomOperand(random)});
        case 8:
            return makeNot(more());
        case 9:
            return makeOr({more(), more(), more()});
        default:
            return makeAnd({more(), more()});
    }
}

/// Paths that do not overlap.
inline ItemProjection randomProjection(Random& random, const TableDefinition& table) {
    std::vector<Path> paths;
    for (const char* name : {"text", "number", "tags", "values", "large", "nothing"})
        if (random.oneIn(4)) paths.push_back({name, {}});
    if (random.oneIn(3)) paths.push_back({"nested", {"x"}});
    for (const KeyAttribute& attribute : table.keys.all())
        if (random.oneIn(3)) paths.push_back({attribute.name, {}});
    if (paths.empty()) paths.push_back({"nested", {}});
    return ItemProjection(std::move(paths));
}

inline UpdateOperand randomUpdateOperand(Random& random, const Path& path) {
    switch (random.below(5)) {
        case 0:
            return makeOperand({IfNotExists{path, makeOperand({Literal(randomValue(random))})}});
        case 1:
            return makeOperand(
                {Sum{makeOperand({path}), makeOperand({Literal(Value::number(3))}), random.oneIn(2)}});
        case 2:
            return makeOperand({ListAppend{makeOperand({Path{"values", {}}}),
                                           makeOperand({Literal(Value::list({Value::number(1)}))})}});
        case 3:
            return makeOperand({randomPath(random)});
        default:
            return makeOperand({Literal(randomValue(random))});
    }
}

/// Of attributes and of entries of top-level maps, no two overlapping; also of index keys, with values that
/// they may have.
inline Update randomUpdate(Random& random, const TableDefinition& table) {
    std::vector<UpdateAction> actions;
    const Path nested = random.oneIn(2) ? Path{"nested", {}} : Path{"nested", {random.pick({"x", "y"})}};
    for (const Path& path :
         {Path{"text", {}}, Path{"number", {}}, Path{"tags", {}}, Path{"values", {}}, nested}) {
        if (!random.oneIn(4)) continue;
        switch (random.below(6)) {
            case 0:
                actions.push_back({path, RemoveAction{}});
                break;
            case 1:
                actions.push_back({path, AddAction{Literal(Value::number(random.below(9)))}});
                break;
            case 2:
                actions.push_back(
                    {path, AddAction{Literal(*Value::stringSet({random.pick({"red", "new"})}))}});
                break;
            case 3:
                actions.push_back({path, DeleteAction{Literal(*Value::stringSet({"red", "blue"}))}});
                break;
            default:
                actions.push_back({path, SetAction{randomUpdateOperand(random, path)}});
                break;
        }
    }
    for (const char* name : {"a", "b", "c"}) {
        if (!random.oneIn(5) || table.keys.contains(name)) continue;
        for (const IndexDefinition& index : table.indexes)
            for (const KeyAttribute& attribute : index.keys.all()) {
                if (attribute.name != name || (!actions.empty() && actions.back().path.attribute == name))
                    continue;
                if (random.oneIn(3)) {
                    actions.push_back({{name, {}}, RemoveAction{}});
                } else {
                    actions.push_back(
                        {{name, {}}, SetAction{makeOperand({Literal(randomKey(random, attribute.type))})}});
                }
            }
    }
    if (actions.empty()) actions.push_back({{"nothing", {}}, RemoveAction{}});
    return Update(std::move(actions));
}

inline WriteOptions randomOptions(Random& random) {
    WriteOptions options;
    if (random.oneIn(2)) options.condition = randomCondition(random);
    options.returnItemOnFailure = random.oneIn(2);
    return options;
}

inline QueryRequest randomQuery(Random& random, const TableDefinition& table) {
    QueryRequest request;
    request.table = table.name;
    const int which = random.below(int(table.indexes.size()) + 1);
    if (which > 0) request.index = table.indexes[std::size_t(which - 1)].name;
    const KeySchema& keys = *table.keysOf(request.index);
    for (const KeyAttribute& attribute : keys.partition)
        request.partition.push_back(randomKey(random, attribute.type));
    const int conditions = random.below(int(keys.sort.size()) + 1);
    for (int i = 0; i < conditions; ++i) {
        const KeyAttribute& attribute = keys.sort[std::size_t(i)];
        SortCondition condition;
        if (i + 1 == conditions)
            condition.op =
                static_cast<SortOperator>(random.below(attribute.type == ValueType::Number ? 6 : 7));
        condition.values.push_back(randomKey(random, attribute.type));
        if (condition.op == SortOperator::Between) {
            condition.values.push_back(randomKey(random, attribute.type));
            if (ReferenceStore::compare(condition.values[1], condition.values[0]) < 0)
                std::swap(condition.values[0], condition.values[1]);
        }
        request.sort.push_back(std::move(condition));
    }
    request.forward = !random.oneIn(3);
    if (random.oneIn(2)) request.options.limit = std::uint32_t(1 + random.below(4));
    const IndexDefinition* index = request.index ? table.index(*request.index) : nullptr;
    const bool ofGlobal = index && index->kind == IndexKind::Global;
    request.options.consistent = random.oneIn(3) && !ofGlobal;
    if (random.oneIn(2)) request.options.filter = randomCondition(random);
    // A GSI refuses to give what it does not hold.
    if (!ofGlobal || index->projection.type == ProjectionType::All) {
        if (random.oneIn(3)) {
            request.options.projection = randomProjection(random, table);
        } else if (random.oneIn(3)) {
            request.options.select = Select::AllAttributes;
        }
    }
    return request;
}

}  // namespace partita::test
