// Import, Query, Scan and growth against plain SQLite.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "engine/api/api.h"
#include "engine/expression/condition.h"
#include "engine/table/key.h"
#include "engine/value/item_bytes.h"
#include "tests/bench/plain_sqlite.h"
#include "tests/bench/workload.h"

namespace partita::bench {
namespace {

constexpr std::size_t kBatch = 200'000;
constexpr int kQueryItems = 50;

std::vector<PlainRow> sortedRows(const Settings& settings) {
    const TableDefinition table = benchTable();
    std::vector<PlainRow> rows;
    rows.reserve(settings.items);
    for (std::uint64_t i = 0; i < settings.items; ++i) {
        const Item item = benchItem(settings, i);
        KeyBytes key = need(tableKey(table.keys, item));
        const std::int64_t hash = storedHash(partitionHash(key.partition));
        rows.push_back({hash, std::move(key.partition), std::move(key.sort), itemBytes(item)});
    }
    std::sort(rows.begin(), rows.end(), [](const PlainRow& a, const PlainRow& b) {
        return std::tie(a.hash, a.pk, a.sk) < std::tie(b.hash, b.pk, b.sk);
    });
    return rows;
}

std::string describe(const Settings& settings) {
    return std::to_string(settings.items) + " items of " + std::to_string(settings.itemBytes) + " B in " +
           std::to_string(settings.collections) + " collections; " + PlainTable::kSettings;
}

/// Queries a second over ordinary collections, the best of three runs of half a second.
template <class Query>
double queriesPerSecond(const Settings& settings, const Query& query) {
    const std::uint64_t ordinary = settings.collections > 1 ? settings.collections - 1 : 1;
    double best = 0;
    std::uint64_t collection = 0;
    for (int run = 0; run < 4; ++run) {  // the first warms
        const Stopwatch watch;
        std::uint64_t done = 0;
        while (watch.seconds() < 0.5) {
            for (int i = 0; i < 20; ++i) {
                collection = (collection + 7919) % std::min<std::uint64_t>(ordinary, 2000);
                query(collection);
                ++done;
            }
        }
        if (run > 0) best = std::max(best, static_cast<double>(done) / watch.seconds());
    }
    return best;
}

double ourQueries(const Settings& settings, const Engine& engine) {
    return queriesPerSecond(settings, [&](std::uint64_t collection) {
        QueryRequest request;
        request.table = "Orders";
        request.partition = {Value::string(benchKey(settings, collection))};
        request.options.limit = kQueryItems;
        const auto page = engine.query(request, Metering::Off);
        if (!page || page->items.empty()) fail("A Query found nothing.");
    });
}

/// Of all items, by pages.
double scannedPerSecond(const Engine& engine, const std::optional<Condition>& filter) {
    ScanRequest request;
    request.table = "Orders";
    request.options.filter = filter;
    std::uint64_t rows = 0;
    const Stopwatch watch;
    do {
        auto page = need(engine.scan(request, Metering::Off));
        rows += page.scannedCount;
        request.options.startKey = page.lastEvaluatedKey;
    } while (request.options.startKey);
    return static_cast<double>(rows) / watch.seconds();
}

/// The same as the endpoint answers it: the pages as JSON.
double scanAnswersPerSecond(Engine& engine) {
    ApiOptions options;
    options.metering = Metering::Off;
    Api api(engine, options);
    std::uint64_t rows = 0;
    std::string startKey;
    const Stopwatch watch;
    do {
        const Answer answer = api.call("Scan", R"({"TableName": "Orders")" + startKey + "}");
        if (answer.status != 200) fail("A Scan was refused: " + answer.body);
        rows += answer.summary.scanned;
        const std::string name = "\"LastEvaluatedKey\":";
        const std::size_t at = answer.body.rfind(name);
        startKey.clear();
        if (at == std::string::npos) continue;
        // It stands last, and its values are texts without brackets.
        const std::size_t key = at + name.size();
        startKey =
            R"(, "ExclusiveStartKey": )" + answer.body.substr(key, answer.body.find("}}", key) + 2 - key);
    } while (!startKey.empty());
    if (rows == 0) fail("A Scan found nothing.");
    return static_cast<double>(rows) / watch.seconds();
}

double importedPerSecond(const Settings& settings, const std::string& path, const std::string& source,
                         const TableDefinition& table) {
    double rate = 0;
    {
        auto engine = need(Engine::create(path, {table}));
        ImportOptions options;
        options.table = table.name;
        const Stopwatch watch;
        const auto report = need(engine->importItems(source, options));
        rate = static_cast<double>(settings.items) / watch.seconds();
        if (report.inserted != settings.items) fail("The import did not take all items.");
    }
    removeTable(path);
    return rate;
}

}  // namespace

void benchImport(const Settings& settings) {
    const std::string path = settings.folder + "/bench-import.partita";
    const std::string source = path + ".jsonl";
    const std::string plainPath = settings.folder + "/bench-plain.sqlite";
    removeTable(path);
    removeTable(plainPath);
    const std::uint64_t bytes = writeItems(settings, source);

    resetPeakMemory();
    const std::uint64_t before = currentMemory();
    const double ours = importedPerSecond(settings, path, source, benchTable());
    const double memory = static_cast<double>(peakMemory() - before) / 1048576;
    TableDefinition indexed = benchTable();
    for (const char* attribute : {"status", "customer"})
        indexed.indexes.push_back({std::string("By") + attribute,
                                   IndexKind::Global,
                                   {{{attribute, ValueType::String}}, {{"placedAt", ValueType::String}}},
                                   {},
                                   {}});
    const double withIndexes = importedPerSecond(settings, path, source, indexed);
    ::unlink(source.c_str());

    double limit = 0;
    {
        const auto rows = sortedRows(settings);
        PlainTable plain(plainPath);
        const Stopwatch watch;
        plain.insert(rows, kBatch);
        limit = static_cast<double>(settings.items) / watch.seconds();
    }
    removeTable(plainPath);
    print({"bulk import of JSON lines, random key order (" + std::to_string(bytes >> 20) + " MiB)", "items/s",
           ours, limit, ours / limit, ">= 0.40 of plain sorted SQLite inserts", ours / limit >= 0.40,
           describe(settings)});
    // Three rows an item: its own and one in each index.
    print({"rows of the same import into a table with two GSIs of all attributes", "rows/s", 3 * withIndexes,
           limit, 3 * withIndexes / limit, "none; beside plain sorted SQLite inserts of as many rows", true,
           describe(settings)});
    print({"memory of that import", "MiB", memory, 512, 0, "<= 512 MiB", memory <= 512, describe(settings)});
}

void benchQuery(const Settings& settings) {
    const std::string path = settings.folder + "/bench-query.partita";
    const std::string plainPath = settings.folder + "/bench-plain.sqlite";
    removeTable(plainPath);
    double limit = 0;
    {
        PlainTable plain(plainPath);
        plain.insert(sortedRows(settings), kBatch);
        limit = queriesPerSecond(settings, [&](std::uint64_t collection) {
            const std::string key = benchKey(settings, collection);
            if (plain.query(storedHash(partitionHash(key)), key, kQueryItems) == 0)
                fail("Plain SQLite found nothing.");
        });
    }
    removeTable(plainPath);
    const auto engine = filledTable(settings, path);
    const double ours = ourQueries(settings, *engine);
    print({"Query of up to 50 items, in process, warm", "Queries/s", ours, limit, ours / limit,
           ">= 0.50 of plain SQLite stepping the same rows", ours / limit >= 0.50, describe(settings)});
    removeTable(path);
}

void benchScan(const Settings& settings) {
    const std::string path = settings.folder + "/bench-scan.partita";
    const std::string plainPath = settings.folder + "/bench-plain.sqlite";
    removeTable(plainPath);
    double limit = 0;
    {
        PlainTable plain(plainPath);
        plain.insert(sortedRows(settings), kBatch);
        plain.scan();
        const Stopwatch watch;
        const std::uint64_t rows = plain.scan();
        limit = static_cast<double>(rows) / watch.seconds();
    }
    removeTable(plainPath);
    const auto engine = filledTable(settings, path);
    const auto measure = [&](const std::string& name, const std::optional<Condition>& filter) {
        const double ours = scannedPerSecond(*engine, filter);
        print({name, "items/s", ours, limit, ours / limit, ">= 0.15 of plain SQLite scanning the same rows",
               ours / limit >= 0.15, describe(settings)});
    };
    measure("Scan of all items by pages, in process", {});
    // One item in ten, by a string and a number.
    const auto equals = [](Comparator comparator, const char* attribute, Value value) {
        return makeCondition(Comparison{comparator, Path{attribute, {}}, Literal(std::move(value))});
    };
    measure("Scan with a filter, in process",
            makeAnd({equals(Comparator::Equal, "status", Value::string("OPEN")),
                     equals(Comparator::Less, "amount", Value::number(300'000))}));
    removeTable(path);
}

void benchExport(const Settings& settings) {
    const std::string path = settings.folder + "/bench-export.partita";
    const auto engine = filledTable(settings, path);
    scanAnswersPerSecond(*engine);  // warms
    const double limit = scanAnswersPerSecond(*engine);
    const std::pair<const char*, ExportFormat> formats[] = {
        {"JSON lines", ExportFormat::JsonLines},
        {"CSV", ExportFormat::Csv},
        {"the layout of S3, gzip", ExportFormat::S3Export},
        {"a Workbench model", ExportFormat::Workbench}};
    for (const auto& [name, format] : formats) {
        const std::string place = settings.folder + "/bench-export.out";
        std::filesystem::remove_all(place);
        ExportOptions options;
        options.sink.format = format;
        resetPeakMemory();
        const std::uint64_t before = currentMemory();
        const Stopwatch watch;
        const ExportReport report = need(engine->exportItems(place, options));
        const double ours = static_cast<double>(report.items) / watch.seconds();
        const std::uint64_t memory = (peakMemory() - before) >> 20;
        std::filesystem::remove_all(place);
        print({"export as " + std::string(name) + " (" + std::to_string(memory) + " MiB of memory)",
               "items/s", ours, limit, ours / limit, ">= 1 of a Scan by pages, answered as JSON in process",
               ours >= limit, describe(settings)});
    }
    removeTable(path);
}

void benchGrowth(const Settings& settings) {
    const std::string path = settings.folder + "/bench-growth.partita";
    Settings small = settings;
    small.items = 10'000;
    small.collections = 200;
    small.largestCollection = 0;
    Settings large = settings;
    large.largestCollection = 0;
    large.collections = std::max<std::uint64_t>(1, large.items / 50);
    const auto measure = [&](const Settings& which) {
        const auto engine = filledTable(which, path);
        const double figure = ourQueries(which, *engine);
        removeTable(path);
        return figure;
    };
    const double ofSmall = measure(small);
    const double ofLarge = measure(large);
    print({"Query cost as the table grows from 10,000 to " + std::to_string(large.items) + " items",
           "Queries/s", ofLarge, ofSmall, ofSmall / ofLarge, "cost <= 1.5 times", ofSmall / ofLarge <= 1.5,
           describe(large)});
}

}  // namespace partita::bench
