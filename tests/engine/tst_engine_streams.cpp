// Streams: which records a write leaves, in each of the four views, how they are paged, and how long they
// live.
#include "tests/engine/control_fixture.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

Item keyOf(const std::string& name) {
    return item({{"pk", s("p")}, {"sk", s(name)}});
}
Item thing(const std::string& name, std::int64_t rank) {
    return item({{"pk", s("p")}, {"sk", s(name)}, {"rank", n(rank)}});
}

UpdateTableRequest setStream(std::optional<StreamViewType> stream) {
    UpdateTableRequest request;
    request.table = "Things";
    request.stream = stream;
    return request;
}

/// Short, as a line each: event, key, images.
QByteArray text(const StreamPage& page) {
    std::string all;
    for (const StreamRecord& record : page.records) {
        const char* const names[] = {"INSERT ", "MODIFY ", "REMOVE "};
        all += names[int(record.event)] + *record.key.find("sk")->asString();
        const auto image = [&](const char* name, const std::optional<Item>& of) {
            if (of)
                all += std::string(name) + (of->find("rank") ? of->find("rank")->asNumber()->text() : "-");
        };
        image(" old ", record.oldImage);
        image(" new ", record.newImage);
        all += "\n";
    }
    return QByteArray::fromStdString(all);
}

StreamInfo newest(const Engine& engine) {
    const auto streams = engine.streams("Things");
    return streams && !streams->empty() ? streams->back() : StreamInfo();
}

}  // namespace

class TestEngineStreams : public QObject {
    Q_OBJECT
  private slots:
    void everyViewType_data() {
        QTest::addColumn<int>("view");
        QTest::addColumn<QByteArray>("records");
        QTest::newRow("keys only") << int(StreamViewType::KeysOnly)
                                   << QByteArray("INSERT a\nMODIFY a\nREMOVE a\n");
        QTest::newRow("new image") << int(StreamViewType::NewImage)
                                   << QByteArray("INSERT a new 1\nMODIFY a new 2\nREMOVE a\n");
        QTest::newRow("old image") << int(StreamViewType::OldImage)
                                   << QByteArray("INSERT a\nMODIFY a old 1\nREMOVE a old 2\n");
        QTest::newRow("both") << int(StreamViewType::NewAndOldImages)
                              << QByteArray("INSERT a new 1\nMODIFY a old 1 new 2\nREMOVE a old 2\n");
    }
    void everyViewType() {
        QFETCH(int, view);
        QFETCH(QByteArray, records);
        Folder folder;
        SetClock clock;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()}, clock);
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->put({"Things", thing("before", 1)}));
        VERIFY_OK((*engine)->updateTable(setStream(static_cast<StreamViewType>(view))));
        VERIFY_OK((*engine)->put({"Things", thing("a", 1)}));
        VERIFY_OK((*engine)->put({"Things", thing("a", 1)}));  // nothing changes
        clock.add(5);
        VERIFY_OK((*engine)->put({"Things", thing("a", 2)}));
        VERIFY_OK((*engine)->remove({"Things", keyOf("a")}));
        VERIFY_OK((*engine)->remove({"Things", keyOf("a")}));  // nothing is there
        const StreamInfo stream = newest(**engine);
        QCOMPARE(stream.label, std::string("2026-05-01T10:00:00.000"));
        QVERIFY(stream.enabled && stream.table == "Things");
        const auto page = (*engine)->streamRecords("Things", stream.label, stream.firstSequence, 1000);
        VERIFY_OK(page);
        QCOMPARE(text(*page), records);
        QVERIFY(!page->closed);
        QCOMPARE(page->nextSequence, stream.nextSequence);
        QCOMPARE(page->records[0].time, clock.now() - 5);
        QCOMPARE(page->records[1].time, clock.now());
        for (const StreamRecord& record : page->records) {
            QVERIFY(!record.expired && record.key == keyOf("a"));
            QCOMPARE(record.bytes,
                     quint64(sizeOf(record.key) + (record.oldImage ? sizeOf(*record.oldImage) : 0) +
                             (record.newImage ? sizeOf(*record.newImage) : 0)));
        }
    }

    void anImportLeavesRecords() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->put({"Things", thing("a", 1)}));
        VERIFY_OK((*engine)->put({"Things", thing("b", 1)}));
        VERIFY_OK((*engine)->updateTable(setStream(StreamViewType::NewAndOldImages)));
        ImportOptions options;
        options.table = "Things";
        VERIFY_OK(importText(**engine, jsonLines({thing("a", 1), thing("b", 2), thing("c", 3)}), options));
        const auto page =
            (*engine)->streamRecords("Things", newest(**engine).label, newest(**engine).firstSequence, 1000);
        VERIFY_OK(page);
        QCOMPARE(text(*page), QByteArray("MODIFY b old 1 new 2\nINSERT c new 3\n"));
    }

    void pages() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->updateTable(setStream(StreamViewType::NewImage)));
        for (int i = 0; i < 1100; ++i)
            VERIFY_OK((*engine)->put({"Things", thing(std::to_string(i), i)}, Metering::Off));
        for (int i = 0; i < 12; ++i) {
            Item large = thing("large" + std::to_string(i), i);
            large.set("text", s(std::string(200'000, 't')));
            VERIFY_OK((*engine)->put({"Things", large}, Metering::Off));
        }
        const StreamInfo stream = newest(**engine);
        std::uint64_t next = stream.firstSequence;
        std::vector<std::size_t> sizes;
        std::uint64_t last = 0;
        do {
            const auto page = (*engine)->streamRecords("Things", stream.label, next, 1000);
            VERIFY_OK(page);
            sizes.push_back(page->records.size());
            std::uint64_t bytes = 0;
            for (const StreamRecord& record : page->records) {
                QVERIFY(record.sequence > last && record.sequence >= next);
                last = record.sequence;
                bytes += record.bytes;
            }
            QVERIFY(bytes <= 1024 * 1024);
            next = page->nextSequence;
        } while (sizes.back() > 0);
        QVERIFY((sizes == std::vector<std::size_t>{1000, 105, 5, 2, 0}));
        QCOMPARE(next, stream.nextSequence);
        // A page of few, and one that begins in the middle.
        const auto few = (*engine)->streamRecords("Things", stream.label, stream.firstSequence + 10, 2);
        VERIFY_OK(few);
        QCOMPARE(text(*few), QByteArray("INSERT 10 new 10\nINSERT 11 new 11\n"));
        QCOMPARE(few->nextSequence, stream.firstSequence + 12);
        QCOMPARE((*engine)->streamRecords("Things", "2020-01-01T00:00:00.000", 1, 1).error().code,
                 ErrorCode::ResourceNotFound);
        QCOMPARE((*engine)->streamRecords("Others", stream.label, 1, 1).error().code,
                 ErrorCode::ResourceNotFound);
    }

    void offAndOnIsAnotherStream() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        SetClock clock;
        {
            auto engine = Engine::create(path, {thingsTable()}, clock);
            VERIFY_OK(engine);
            VERIFY_OK((*engine)->updateTable(setStream(StreamViewType::NewImage)));
            VERIFY_REFUSED((*engine)->updateTable(setStream(StreamViewType::NewImage)), Validation,
                           "Table already has an enabled stream: TableName: Things");
            VERIFY_OK((*engine)->put({"Things", thing("a", 1)}));
            VERIFY_OK((*engine)->updateTable(setStream({})));
            VERIFY_OK((*engine)->put({"Things", thing("b", 1)}));
            QVERIFY(!(*engine)->describeTable("Things")->stream->enabled);
            // In the same millisecond.
            VERIFY_OK((*engine)->updateTable(setStream(StreamViewType::KeysOnly)));
            VERIFY_OK((*engine)->put({"Things", thing("c", 1)}));
        }
        auto engine = Engine::open(path, Engine::OpenMode::ReadWrite, clock);
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->put({"Things", thing("d", 1)}));
        const auto streams = (*engine)->streams();
        VERIFY_OK(streams);
        QCOMPARE(streams->size(), std::size_t(2));
        const StreamInfo old = streams->at(0), fresh = streams->at(1);
        QVERIFY(!old.enabled && fresh.enabled && old.label != fresh.label);
        QCOMPARE((*engine)->describeTable("Things")->stream->label, fresh.label);
        const auto before = (*engine)->streamRecords("Things", old.label, old.firstSequence, 10);
        VERIFY_OK(before);
        QCOMPARE(text(*before), QByteArray("INSERT a new 1\n"));
        QVERIFY(before->closed);
        QCOMPARE(before->nextSequence, old.nextSequence);
        const auto after = (*engine)->streamRecords("Things", fresh.label, fresh.firstSequence, 10);
        VERIFY_OK(after);
        QCOMPARE(text(*after), QByteArray("INSERT c\nINSERT d\n"));
        // Numbers go on over all.
        QVERIFY(after->records[0].sequence > before->records[0].sequence);
        QVERIFY(after->records[1].sequence > after->records[0].sequence);
        // A day later, the old one is no longer told of.
        clock.add(25 * kHour);
        QCOMPARE((*engine)->streams("Things")->size(), std::size_t(1));
    }

    void recordsLiveADay() {
        Folder folder;
        SetClock clock;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()}, clock);
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->updateTable(setStream(StreamViewType::NewImage)));
        const std::string label = newest(**engine).label;
        for (int i = 0; i < 150; ++i)
            VERIFY_OK((*engine)->put({"Things", thing(std::to_string(i), i)}, Metering::Off));
        const std::uint64_t first = newest(**engine).firstSequence;
        clock.add(23 * kHour);
        VERIFY_OK((*engine)->put({"Things", thing("kept", 1)}));
        QCOMPARE(newest(**engine).firstSequence, first);
        clock.add(2 * kHour);
        // Also before a write has cleared them away.
        for (int round = 0; round < 3; ++round) {
            const std::uint64_t kept = newest(**engine).firstSequence;
            QCOMPARE(kept, first + 150);
            const auto trimmed = (*engine)->streamRecords("Things", label, kept - 1, 10);
            QVERIFY(!trimmed && trimmed.error().code == ErrorCode::TrimmedDataAccess);
            const auto page = (*engine)->streamRecords("Things", label, kept, 10);
            VERIFY_OK(page);
            QCOMPARE(page->records.at(0).key, keyOf("kept"));
            QCOMPARE(page->records.size(), std::size_t(1 + round));
            VERIFY_OK((*engine)->put({"Things", thing("later" + std::to_string(round), 1)}));
        }
        clock.add(48 * kHour);
        const StreamInfo empty = newest(**engine);
        QCOMPARE(empty.firstSequence, empty.nextSequence);
        const auto none = (*engine)->streamRecords("Things", label, empty.nextSequence, 10);
        VERIFY_OK(none);
        QVERIFY(none->records.empty() && !none->closed);
    }
};

QTEST_APPLESS_MAIN(TestEngineStreams)
#include "tst_engine_streams.moc"
