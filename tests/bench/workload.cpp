#include "tests/bench/workload.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "engine/interchange/json.h"

namespace partita::bench {
namespace {

/// SplitMix64: enough to fill attributes with.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

std::string padded(std::uint64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

}  // namespace

TableDefinition benchTable() {
    TableDefinition table;
    table.name = "Orders";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    return table;
}

std::string benchKey(const Settings&, std::uint64_t collection) {
    return "CUSTOMER#" + padded(collection, 8);
}

Item benchItem(const Settings& settings, std::uint64_t number) {
    const bool large = number < settings.largestCollection;
    const std::uint64_t ordinary = settings.collections > 1 ? settings.collections - 1 : 1;
    const std::uint64_t random = mixed(number);
    Item item;
    item.set("pk", Value::string(large ? "CUSTOMER#LARGEST" : benchKey(settings, number % ordinary)));
    item.set("sk", Value::string("ORDER#" + padded(number, 10)));
    item.set("status", Value::string(random % 3 == 0 ? "SHIPPED" : random % 3 == 1 ? "OPEN" : "RETURNED"));
    item.set("amount", Value::number(static_cast<std::int64_t>(random % 1'000'000)));
    item.set("placedAt", Value::string("2026-" + padded(random % 12 + 1, 2) + "-" +
                                       padded(random % 28 + 1, 2) + "T09:00:00Z"));
    item.set("customer", Value::string("Customer " + std::to_string(random % 100'000)));
    item.set("express", Value::boolean(random & 1));
    const std::size_t used = sizeOf(item);
    std::string note(settings.itemBytes > used + 4 ? settings.itemBytes - used - 4 : 0, ' ');
    for (std::size_t i = 0; i < note.size(); ++i)
        note[i] = static_cast<char>('a' + mixed(number + i) % 26);
    item.set("note", Value::string(std::move(note)));
    return item;
}

std::uint64_t writeItems(const Settings& settings, const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    // A step that shares no factor with the count visits every item once, far apart.
    std::uint64_t step = 7'368'787 % settings.items;
    const auto divides = [&](std::uint64_t a, std::uint64_t b) {
        while (b)
            std::swap(a %= b, b);
        return a != 1;
    };
    while (step == 0 || divides(settings.items, step))
        ++step;
    for (std::uint64_t i = 0, number = 0; i < settings.items; ++i, number = (number + step) % settings.items)
        out << toDynamoDbJson(benchItem(settings, number)) << '\n';
    out.flush();
    if (!out) fail("The items could not be written to " + path);
    return static_cast<std::uint64_t>(out.tellp());
}

std::unique_ptr<Engine> filledTable(const Settings& settings, const std::string& path) {
    const std::string source = path + ".jsonl";
    removeTable(path);
    writeItems(settings, source);
    auto engine = need(Engine::create(path, {benchTable()}));
    ImportOptions options;
    options.table = "Orders";
    const auto report = need(engine->importItems(source, options));
    if (report.inserted != settings.items) fail("The import did not take all items.");
    ::unlink(source.c_str());
    return engine;
}

void removeTable(const std::string& path) {
    for (const char* end : {"", "-wal", "-shm", ".lock"})
        ::unlink((path + end).c_str());
}

}  // namespace partita::bench
