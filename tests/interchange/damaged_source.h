// What is left of a damaged source: its good records counted, and everything that is told of it as text. For
// tests of damage, whatever the format.
#pragma once

#include <QTest>
#include <chrono>
#include <string>

#include "engine/interchange/read/open_source.h"
#include "tests/interchange/source_dump.h"

namespace partita {

struct Damaged {
    std::string text;    // a line a record, and the notes; or "not opened: …"
    int good = 0;        // records that came in; of sources without records: tables
    double seconds = 0;  // that reading took
};

inline const KeySchema kDamagedKeys{{{"pk", ValueType::String}}, {}};

/// At most `most`: a source that never ends has to fail a test, not hang it.
inline void readRecords(SourceReader& source, Damaged& damaged, int most = 10'000) {
    for (int count = 0;; ++count) {
        const auto record = source.next();
        if (!record) damaged.text += "error: " + record.error().text() + "\n";
        if (count == most) damaged.text += "goes on and on\n";
        if (!record || !*record || count == most) break;
        std::string line = std::to_string((*record)->line) + " ";
        const std::string& table = source.tables().at((*record)->table).name;
        if (!table.empty()) line += table + " ";
        if ((*record)->complete) {
            const auto decoded = source.decode(**record, kDamagedKeys, false);
            damaged.good += decoded ? 1 : 0;
            line += decoded ? toDynamoDbJson(decoded->item) : "refused: " + decoded.error().text();
        } else {
            line += (*record)->tooLong ? "too long" : "cut";
        }
        damaged.text += line + "\n";
    }
    damaged.text += dumpNotes(source) + (source.endedEarly() ? "ended early\n" : "");
}

inline Damaged readDamaged(const std::string& text, SourceFormat format) {
    Damaged damaged;
    const auto begin = std::chrono::steady_clock::now();
    SourceOptions options;
    options.format = format;
    const auto reader = openSource(SourceLocation::pasted(text), options);
    if (!reader) {
        damaged.text = "not opened: " + reader.error().text();
    } else if (holdsItems(format)) {
        readRecords(**reader, damaged);
    } else {
        damaged.good = static_cast<int>((*reader)->tables().size());
        damaged.text = dumpNotes(**reader);
    }
    damaged.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return damaged;
}

/// Columns of a table of damaged sources: its format, its text, what came in, and what has to be told.
inline void addDamageColumns() {
    QTest::addColumn<int>("format");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("good");
    QTest::addColumn<std::string>("told");
}

class DamageRows final {
  public:
    explicit DamageRows(SourceFormat format) : m_format(format) {}
    void operator()(const char* name, const std::string& text, int good, const std::string& told) const {
        const std::string row = std::string(sourceFormatName(m_format)) + ": " + name;
        QTest::newRow(row.c_str()) << static_cast<int>(m_format) << text << good << told;
    }

  private:
    SourceFormat m_format;
};

/// For a data-driven test function: good records came in, the fault is told, and soon.
inline void checkDamaged() {
    QFETCH(int, format);
    QFETCH(std::string, text);
    QFETCH(int, good);
    QFETCH(std::string, told);
    const Damaged damaged = readDamaged(text, static_cast<SourceFormat>(format));
    const std::string shown = damaged.text.substr(0, 3000);
    QVERIFY2(damaged.text.find(told) != std::string::npos, shown.c_str());
    QVERIFY2(damaged.good == good, shown.c_str());
    QVERIFY2(isUtf8(damaged.text), "What is told is no UTF-8.");
    constexpr double kSoon = 60;  // also with a sanitizer, on a machine that is busy
    QVERIFY(damaged.seconds < kSoon);
}

/// Every beginning of a source, and every byte of it replaced by others: told or harmless, and it ends.
/// `most`: records of the whole source.
/// With a sanitizer, where each reading takes fifty times as long, every place is met by two or three of the
/// bytes instead of by all twelve.
inline void checkEveryCutAndByte(const std::string& text, SourceFormat format, int most) {
    QVERIFY2(readDamaged(text, format).good == most, readDamaged(text, format).text.c_str());
    int before = 0;
    const std::size_t end = text.find_last_not_of(" \r\n") + 1;
    for (std::size_t size = 0; size < end; ++size) {
        const Damaged damaged = readDamaged(text.substr(0, size), format);
        const std::string place = "cut at byte " + std::to_string(size) + ": " + damaged.text;
        QVERIFY2(damaged.good <= most, place.c_str());
        if (holdsItems(format)) QVERIFY2(damaged.good >= before, place.c_str());
        // What is cut away whole can't be known to be missing; what is cut in two is told.
        QVERIFY2(damaged.good >= before || !damaged.text.empty(), place.c_str());
        before = damaged.good;
    }
#if defined(__SANITIZE_ADDRESS__)
    constexpr std::size_t kStep = 5;
#else
    constexpr std::size_t kStep = 1;
#endif
    std::size_t first = 0;
    for (const char byte : {'"', '{', '}', '[', ']', ',', ':', '\\', '\n', '\xFF', '\0', '0'}) {
        for (std::size_t at = first++ % kStep; at < text.size(); at += kStep) {
            std::string changed = text;
            changed[at] = byte;
            const Damaged damaged = readDamaged(changed, format);
            QVERIFY2(isUtf8(damaged.text), damaged.text.c_str());
            QVERIFY(damaged.text.find("goes on and on") == std::string::npos);
        }
    }
}

}  // namespace partita
