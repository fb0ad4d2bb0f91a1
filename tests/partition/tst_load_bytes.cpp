// A recording as bytes: pinned, round trips, and hostile bytes that only ever end in an Error.
#include <QtTest>

#include <random>

#include "engine/partition/load_bytes.h"
#include "engine/partition/load_meter.h"
#include "engine/table/key.h"

using namespace partita;

namespace {

constexpr std::int64_t kStart = 1'777'629'600;

LoadEvent request(std::int64_t second, std::string key, HalfUnits read, HalfUnits write,
                  LoadResource resource = {}) {
    LoadEvent result;
    result.time = second * 1000;
    result.resource = std::move(resource);
    result.keyBytes = std::move(key);
    result.read = read;
    result.write = write;
    return result;
}

RecordingInfo info(std::uint32_t partitions) {
    RecordingInfo result;
    result.name = "test";
    result.partitions = partitions;
    return result;
}

// A few of everything: a GSI, seconds, minutes, a scan.
std::unique_ptr<LoadMeter> smallMeter() {
    auto meter = std::make_unique<LoadMeter>(info(4));
    meter->setPartitions("ByStatus", 2);
    meter->record(request(kStart, "WS#acme", 3, 0));
    meter->record(request(kStart + 1, "WS#globex", 1, 2));
    meter->record(request(kStart + 4000, "WS#acme", 300, 0));
    meter->record(request(kStart + 4001, "ACTIVE", 5, 7, "ByStatus"));
    LoadEvent scan;
    scan.time = (kStart + 4002) * 1000 + 999;
    scan.read = 9;
    meter->record(scan);
    return meter;
}

// With a right checksum, so that the checks behind it are reached.
std::string sealed(std::string body) {
    std::uint64_t sum = partitionHash(body);
    for (int i = 0; i < 8; ++i, sum >>= 8)
        body.push_back(static_cast<char>(sum & 0xFF));
    return body;
}
std::string bodyOf(const std::string& bytes) {
    return bytes.substr(0, bytes.size() - 8);
}

// Asks everything of a meter whose bytes were foreign; the sanitizers look on.
void exercise(LoadMeter& meter) {
    for (const LoadResource& resource : meter.resources()) {
        (void)meter.summary(resource, std::nullopt);
        (void)meter.summary(resource, meter.extent());
        (void)meter.series(resource, 0, meter.extent());
        (void)meter.keys(resource, 10);
        LoadEvent e = request(kStart + 9000, "new", 1, 1, resource);
        meter.record(e);
    }
    (void)meter.toBytes();
}

}  // namespace

class TestLoadBytes final : public QObject {
    Q_OBJECT
  private slots:
    void golden() {
        // On disk: a change here needs a new version of the form.
        QCOMPARE(QByteArray::fromStdString(smallMeter()->toBytes()).toHex(), QByteArray(kGolden));
        QVERIFY(LoadMeter::fromBytes(info(1), QByteArray::fromHex(kGolden).toStdString()).ok());
    }

    void roundTrip() {
        const auto meter = smallMeter();
        RecordingInfo other = info(99);
        other.id = 7;
        other.source = RecordingInfo::Source::Trace;
        const auto back = LoadMeter::fromBytes(other, meter->toBytes());
        QVERIFY(back.ok());
        const LoadMeter& same = **back;
        QCOMPARE(same.toBytes(), meter->toBytes());
        QCOMPARE(same.info().id, std::int64_t{7});
        QCOMPARE(same.info().partitions, 4U);
        QCOMPARE(same.info().begin, meter->info().begin);
        QCOMPARE(same.info().end, meter->info().end);
        QCOMPARE(same.info().requests, std::uint64_t{5});
        QCOMPARE(same.info().read, meter->info().read);
        QCOMPARE(same.partitions("ByStatus"), 2U);
        for (const LoadResource& resource : meter->resources()) {
            const LoadSummary a = meter->summary(resource, meter->extent());
            const LoadSummary b = same.summary(resource, same.extent());
            QCOMPARE(b.range, a.range);
            QCOMPARE(b.requests, a.requests);
            QCOMPARE(b.sumRead, a.sumRead);
            QCOMPARE(b.minutesOnly, a.minutesOnly);
            QCOMPARE(b.hottestKeys.size(), a.hottestKeys.size());
            for (std::size_t i = 0; i < a.hottestKeys.size(); ++i) {
                QCOMPARE(b.hottestKeys[i].keyBytes, a.hottestKeys[i].keyBytes);
                QCOMPARE(b.hottestKeys[i].peakRead, a.hottestKeys[i].peakRead);
            }
        }
        QVERIFY(LoadMeter::fromBytes(info(1), LoadMeter(info(3)).toBytes()).ok());
    }

    void goesOnRecording() {
        const auto back = LoadMeter::fromBytes(info(4), smallMeter()->toBytes());
        QVERIFY(back.ok());
        LoadMeter& meter = **back;
        meter.record(request(kStart + 4003, "WS#acme", 1, 0));
        QVERIFY(meter.summary({}, std::nullopt).keyPeaksAreExact);
        meter.record(request(kStart + 4000, "WS#acme", 1, 0));  // its second may have held more than is kept
        QVERIFY(!meter.summary({}, std::nullopt).keyPeaksAreExact);
        QVERIFY(meter.summary({}, std::nullopt).peaksAreExact);
        QCOMPARE(meter.key({}, "WS#acme")->read, HalfUnits{305});
    }

    void manyKeys() {
        LoadMeter meter(info(8));
        for (int i = 0; i < 120'000; ++i)
            meter.record(request(kStart + i / 5000, "k" + std::to_string(i), 1, i % 2));
        const std::string bytes = meter.toBytes();
        const auto back = LoadMeter::fromBytes(info(8), bytes);
        QVERIFY(back.ok());
        QCOMPARE((*back)->toBytes(), bytes);
        QVERIFY(!(*back)->summary({}, std::nullopt).keysAreExact);
        (*back)->record(request(kStart + 100, "another", 5, 0));
        QVERIFY((*back)->key({}, "another")->readError > 0);
    }

    void everyTruncationFails() {
        const std::string bytes = smallMeter()->toBytes();
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto back = LoadMeter::fromBytes(info(4), bytes.substr(0, size));
            QVERIFY(!back.ok());
            QCOMPARE(back.error().code, ErrorCode::DamagedFile);
            if (size < 12) continue;
            QVERIFY(!LoadMeter::fromBytes(info(4), sealed(bytes.substr(0, size - 8))).ok());
        }
        QVERIFY(!LoadMeter::fromBytes(info(4), sealed(bodyOf(bytes) + '\0')).ok());
    }

    void everyFlippedBitFails() {
        const std::string bytes = smallMeter()->toBytes();
        for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
            std::string wrong = bytes;
            wrong[i / 8] = static_cast<char>(wrong[i / 8] ^ (1 << (i % 8)));
            QVERIFY(!LoadMeter::fromBytes(info(4), wrong).ok());
        }
    }

    void forgedBytesNeverCrash() {
        const std::string body = bodyOf(smallMeter()->toBytes());
        for (std::size_t i = 4; i < body.size(); ++i)
            for (const int value : {0x00, 0x01, 0x3F, 0x7F, 0x80, 0xFF}) {
                std::string wrong = body;
                wrong[i] = static_cast<char>(value);
                auto back = LoadMeter::fromBytes(info(4), sealed(wrong));
                if (back) exercise(**back);
            }
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        for (int round = 0; round < 3000; ++round) {
            std::string wrong = body;
            for (std::uint64_t changes = 1 + random() % 6; changes > 0; --changes) {
                const std::size_t at = 4 + random() % (wrong.size() - 4);
                if (random() % 4 == 0)
                    wrong.insert(at, std::string(1 + random() % 9, static_cast<char>(0xFF)));
                else
                    wrong[at] = static_cast<char>(random());
            }
            auto back = LoadMeter::fromBytes(info(4), sealed(wrong));
            if (back) exercise(**back);
        }
    }

    void laterVersionsAreRefusedByName() {
        std::string body = bodyOf(smallMeter()->toBytes());
        body[3] = 1;
        QCOMPARE(LoadMeter::fromBytes(info(4), sealed(body)).error().code, ErrorCode::DamagedFile);
        body[3] = 3;
        const auto back = LoadMeter::fromBytes(info(4), sealed(body));
        QVERIFY(!back.ok());
        QCOMPARE(back.error().code, ErrorCode::NewerVersion);
    }

    void numbers() {
        for (const std::uint64_t value :
             {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 63, UINT64_MAX}) {
            LoadByteWriter out;
            out.number(value);
            out.signedNumber(static_cast<std::int64_t>(value));
            const std::string bytes = out.take();
            LoadByteReader in(bytes);
            QCOMPARE(in.number(), value);
            QCOMPARE(in.signedNumber(), static_cast<std::int64_t>(value));
            QVERIFY(!in.failed() && in.left() == 0);
        }
        for (const std::string& wrong : {std::string("\x80\x00", 2), std::string(9, '\xFF') + "\x02",
                                         std::string("\x80"), std::string()}) {
            LoadByteReader in(wrong);
            QCOMPARE(in.number(), std::uint64_t{0});
            QVERIFY(in.failed());
        }
    }

  private:
    static constexpr const char* kGolden =
        "504c4d0280e4d8afbc67eeb6c1b3bc6702000404c0e6a39f0d0101b4cda01c05a301ac020004030000020000020000020001"
        "01b0cca01c020001010100020201000203030000000101020757532361636d6502af020000ac020009575323676c6f626578"
        "010102000102084279537461747573020182a5a49f0d0101b4cda01c01530507010001010106414354495645010507000507"
        "8ce5309b5cfeb5ff";
};

QTEST_APPLESS_MAIN(TestLoadBytes)
#include "tst_load_bytes.moc"
