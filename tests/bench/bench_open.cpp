// Opening a large file to its first blocks, and the cost of metering.
#include <unistd.h>

#include "engine/partition/load_meter.h"
#include "tests/bench/workload.h"

namespace partita::bench {

void benchOpen(const Settings& settings) {
    const std::string path = settings.folder + "/bench-open.partita";
    filledTable(settings, path).reset();
    const auto measure = [&](CollectionOrderBy by, const std::string& order) {
        resetPeakMemory();
        const std::uint64_t before = currentMemory();
        const Stopwatch watch;
        const auto engine = need(Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded));
        const ViewId view{"Orders", std::nullopt};
        need(engine->statistics(view));
        std::size_t items = 0;
        for (const CollectionSummary& collection : need(engine->firstCollections(view, by, 20)))
            items += need(engine->items(view, collection.id, 0, 50)).items.size();
        const double first = watch.seconds() * 1000;
        const std::string settingsText = std::to_string(settings.items) + " items in " +
                                         std::to_string(settings.collections) + " collections, " + order;
        print({"opening a file to its first blocks", "ms", first, 300, 0, "<= 300 ms", first <= 300,
               settingsText});
        const auto built = need(engine->collectionOrder(view, by));
        const double all = watch.seconds() * 1000;
        const double memory = static_cast<double>(peakMemory() - before) / 1048576;
        print({"the same, until every row can be reached", "ms", all, 0, 0, "(none)", true, settingsText});
        print({"memory of that", "MiB", memory, 200, 0, "<= 200 MiB", memory <= 200, settingsText});
        const Stopwatch deep;
        const std::uint64_t row = built->rows() - 1;
        const std::size_t position = built->positionOfRow(row);
        const auto window =
            need(engine->items(view, built->id(position), row - built->firstRow(position), 1));
        const std::uint64_t largest = settings.largestCollection;
        if (largest > 0) {
            const auto place = need(engine->find(view, {Value::string("CUSTOMER#LARGEST")}));
            need(engine->items(view, place.collection, largest / 2, 50));
        }
        const double far = deep.seconds() * 1000;
        print({"reading the last row, and the middle of the largest collection", "ms", far, 100, 0,
               "<= 100 ms", far <= 100 && window.items.size() == 1, settingsText});
    };
    measure(CollectionOrderBy::Key, "in key order");
    removeTable(path);
}

void benchLoad(const Settings& settings) {
    const std::string path = settings.folder + "/bench-load.partita";
    Settings small = settings;
    small.items = 100'000;
    small.collections = 2'000;
    small.largestCollection = 0;
    const auto engine = filledTable(small, path);
    const auto measure = [&](Metering metering) {
        double best = 0;
        for (int run = 0; run < 4; ++run) {
            const Stopwatch watch;
            std::uint64_t done = 0;
            while (watch.seconds() < 0.5)
                for (int i = 0; i < 20; ++i, ++done) {
                    GetRequest request;
                    request.table = "Orders";
                    const Item item = benchItem(small, done * 7919 % small.items);
                    request.key = {{"pk", *item.find("pk")}, {"sk", *item.find("sk")}};
                    if (!engine->get(request, metering)) fail("GetItem failed.");
                }
            if (run > 0) best = std::max(best, static_cast<double>(done) / watch.seconds());
        }
        return best;
    };
    const double without = measure(Metering::Off);
    const double with = measure(Metering::On);
    print({"load meter, cost added to each GetItem", "GetItem/s", with, without, without / with - 1,
           "<= 0.05", without / with - 1 <= 0.05,
           "100,000 items; the building of the request is in both figures"});

    LoadMeter meter({0, "bench", RecordingInfo::Source::Generated, "", 8, 0, 0, 0, 0, 0});
    GeneratorSpec spec;
    spec.kind = GeneratorSpec::Kind::Zipf;
    spec.parameter = 1.1;
    spec.rate = 100'000;
    spec.seconds = 20;
    const std::string trace = path + ".trace";
    {
        FILE* out = std::fopen(trace.c_str(), "w");
        if (!out) fail("The trace could not be written.");
        const auto keys = need(engine->partitionKeys({"Orders", std::nullopt}, 100'000));
        const TableDefinition table = benchTable();
        generateTrace(spec, keys, 1'767'225'600'000, [&](const LoadEvent& event) {
            const std::string line = traceLine(event, table) + "\n";
            return std::fwrite(line.data(), 1, line.size(), out) == line.size();
        });
        std::fclose(out);
    }
    const Stopwatch watch;
    const auto replay = need(engine->replayTrace("Orders", trace));
    const double rate = static_cast<double>(replay.report.events) / watch.seconds();
    print({"replaying recorded requests, parsing included", "requests/s", rate, 2e6, rate / 2e6,
           ">= 2,000,000 requests/s", rate >= 2e6, std::to_string(replay.report.events) + " requests"});
    ::unlink(trace.c_str());
    removeTable(path);
}

}  // namespace partita::bench
