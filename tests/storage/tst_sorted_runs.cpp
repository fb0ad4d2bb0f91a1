// The external sorter against std::stable_sort, with memory from ample to almost none.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <random>

#include <sys/resource.h>

#include "engine/storage/sorted_runs.h"

using namespace partita;

namespace {

using Records = std::vector<std::pair<std::string, std::string>>;

/// Keys that share their beginnings, occur twice, are empty, hold zero bytes and bytes over 127.
Records randomRecords(unsigned seed, int count, int mostPayload) {
    std::mt19937 random(seed);
    const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    Records records;
    for (int i = 0; i < count; ++i) {
        std::string key;
        const int shape = below(4);
        if (shape == 0) key = "CUSTOMER#" + std::to_string(below(50));
        for (int left = shape == 1 ? 0 : below(12); left > 0; --left) {
            key += static_cast<char>(below(3) == 0 ? below(256) : 'a' + below(2));
        }
        std::string payload = std::to_string(i) + ":";
        payload.resize(payload.size() + static_cast<std::size_t>(below(mostPayload + 1)), '.');
        records.emplace_back(std::move(key), std::move(payload));
    }
    return records;
}

Records sorted(Records records) {
    std::stable_sort(records.begin(), records.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return records;
}

}  // namespace

class TestSortedRuns final : public QObject {
    Q_OBJECT

  private slots:
    void asStableSort_data();
    void asStableSort();
    void largeRecords();
    void manyRuns();
    void nothing();
    void leavesNothingBehind();
    void failsClearly();
};

void TestSortedRuns::asStableSort_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("mostPayload");
    QTest::addColumn<qulonglong>("memoryBytes");
    QTest::addColumn<bool>("onDisk");
    QTest::newRow("in memory") << 5000 << 40 << 64ULL * 1024 * 1024 << false;
    QTest::newRow("some runs") << 20'000 << 40 << 256ULL * 1024 << true;
    QTest::newRow("runs of a few records") << 3000 << 40 << 8192ULL << true;
    QTest::newRow("runs of one record") << 500 << 40 << 1ULL << true;
    QTest::newRow("records larger than the memory") << 300 << 20'000 << 4096ULL << true;
}

void TestSortedRuns::asStableSort() {
    QFETCH(int, count);
    QFETCH(int, mostPayload);
    QFETCH(qulonglong, memoryBytes);
    QFETCH(bool, onDisk);
    const QTemporaryDir folder;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Records records = randomRecords(seed, count, mostPayload);
        SortedRuns runs(folder.filePath("t.partita").toStdString(), memoryBytes);
        for (const auto& [key, payload] : records)
            QVERIFY(runs.add(key, payload).ok());
        QCOMPARE(runs.records(), static_cast<std::uint64_t>(count));
        QCOMPARE(runs.runsOnDisk() > 0, onDisk);
        auto merged = runs.finish();
        QVERIFY(merged.ok());
        Records got;
        for (;;) {
            const auto more = merged->next();
            QVERIFY(more.ok());
            if (!*more) break;
            got.emplace_back(merged->key(), merged->payload());
        }
        QVERIFY2(got == sorted(records), ("seed " + std::to_string(seed)).c_str());
        QVERIFY(!*merged->next());
    }
}

void TestSortedRuns::largeRecords() {
    const QTemporaryDir folder;
    SortedRuns runs(folder.filePath("t.partita").toStdString(), 2 * 1024 * 1024);
    const std::string large(3'000'000, 'x');
    for (const char* key : {"b", "c", "a"}) {
        QVERIFY(runs.add(key, large + key).ok());
        QVERIFY(runs.add(std::string(key) + "!", "small").ok());
    }
    auto merged = runs.finish();
    std::string keys;
    while (*merged->next()) {
        keys += std::string(merged->key()) + " ";
        if (merged->key().size() == 1)
            QCOMPARE(merged->payload(), std::string_view(large + std::string(merged->key())));
    }
    QCOMPARE(keys, std::string("a a! b b! c c! "));
}

void TestSortedRuns::manyRuns() {
    // A spill of 100 MB through 1 MiB of memory: about a hundred and fifty runs in one file, one descriptor.
    const QTemporaryDir folder;
    SortedRuns runs(folder.filePath("t.partita").toStdString(), 1024 * 1024);
    std::mt19937_64 random(7);
    const std::string payload(380, 'p');
    constexpr std::uint64_t kRecords = 250'000;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
        std::string key(16, '\0');
        for (char& c : key)
            c = static_cast<char>(random());
        QVERIFY(runs.add(key, payload).ok());
    }
    QVERIFY(runs.runsOnDisk() > 50);
    auto merged = runs.finish();
    QVERIFY(merged.ok());
    std::string last;
    std::uint64_t count = 0;
    while (*merged->next()) {
        QVERIFY(last <= merged->key());
        QVERIFY(merged->payload() == payload);
        last = merged->key();
        ++count;
    }
    QCOMPARE(count, kRecords);
}

void TestSortedRuns::nothing() {
    const QTemporaryDir folder;
    SortedRuns runs(folder.filePath("t.partita").toStdString(), 1000);
    auto merged = runs.finish();
    QVERIFY(merged.ok());
    QVERIFY(!*merged->next());
}

void TestSortedRuns::leavesNothingBehind() {
    const QTemporaryDir folder;
    {
        SortedRuns runs(folder.filePath("t.partita").toStdString(), 4096);
        for (int i = 0; i < 1000; ++i)
            QVERIFY(runs.add(std::to_string(i), "payload").ok());
        QVERIFY(runs.runsOnDisk() > 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList());
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList());
}

void TestSortedRuns::failsClearly() {
    const auto fill = [](const std::string& beside) -> Result<void> {
        SortedRuns runs(beside, 4096);
        for (int i = 0; i < 2000; ++i) {
            if (auto added = runs.add(std::to_string(i), "payload"); !added) return added;
        }
        return {};
    };
    const auto noFolder = fill("/nowhere/at/all/t.partita");
    QVERIFY(!noFolder.ok());
    QCOMPARE(noFolder.error().code, ErrorCode::InputOutput);
    QCOMPARE(noFolder.error().where, std::string("/nowhere/at/all"));

    // A limit on the size of files stands for a disk that fails while a run is written.
    const QTemporaryDir folder;
    rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 10'000;
    std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto limited = fill(folder.filePath("t.partita").toStdString());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!limited.ok());
    QCOMPARE(limited.error().code, ErrorCode::InputOutput);
    QVERIFY(!limited.error().message.empty());
}

QTEST_APPLESS_MAIN(TestSortedRuns)
#include "tst_sorted_runs.moc"
