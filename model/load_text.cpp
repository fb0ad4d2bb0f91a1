#include "model/load_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cmath>

#include "engine/table/key.h"

namespace partita {
namespace {

class LoadText {
    Q_DECLARE_TR_FUNCTIONS(partita::LoadText)
};

// The program's figures look the same everywhere, whatever the machine's locale ("C" has no separators).
const QLocale& figures() {
    static const QLocale locale(QLocale::English, QLocale::UnitedStates);
    return locale;
}

QString noFigure() {
    return QStringLiteral("–");
}

QString ratioPart(double times) {
    return figures().toString(times, 'f', times < 9.95 && std::abs(times - std::round(times)) > 0.05 ? 1 : 0);
}

}  // namespace

QString countText(std::uint64_t count) {
    return figures().toString(static_cast<qulonglong>(count));
}

QString unitsText(HalfUnits halfUnits) {
    const QString whole = countText(halfUnits / 2);
    return halfUnits % 2 == 0 ? whole : whole + figures().decimalPoint() + QLatin1Char('5');
}

QString rateText(double wholeUnitsASecond) {
    if (!std::isfinite(wholeUnitsASecond)) return noFigure();
    if (wholeUnitsASecond <= 0) return QStringLiteral("0");
    if (wholeUnitsASecond < 0.01) return LoadText::tr("<%1").arg(figures().toString(0.01, 'f', 2));
    const int decimals = wholeUnitsASecond >= 9.95 ? 0 : wholeUnitsASecond >= 0.995 ? 1 : 2;
    return figures().toString(wholeUnitsASecond, 'f', decimals);
}

QString percentText(double share, int decimals) {
    if (!std::isfinite(share)) return noFigure();
    const double least = std::pow(10.0, -decimals);
    const double percent = share * 100.0;
    if (percent > 0 && percent < least / 2) {
        return LoadText::tr("<%1 %").arg(figures().toString(least, 'f', decimals));
    }
    return LoadText::tr("%1 %").arg(figures().toString(percent, 'f', decimals));
}

QString unitName(LoadUnit unit) {
    return unit == LoadUnit::Read ? LoadText::tr("RCU") : LoadText::tr("WCU");
}

QString limitText(LoadUnit unit) {
    return LoadText::tr("%1 %2", "number, unit").arg(countText(limitOf(unit)), unitName(unit));
}

QString ratioText(HalfUnits read, HalfUnits write) {
    if (read == 0 && write == 0) return noFigure();
    if (read == 0) return LoadText::tr("%1 : %2").arg(0).arg(1);
    if (write == 0) return LoadText::tr("%1 : %2").arg(1).arg(0);
    const double times = static_cast<double>(read) / static_cast<double>(write);
    if (times >= 1) return LoadText::tr("%1 : %2").arg(ratioPart(times)).arg(1);
    return LoadText::tr("%1 : %2").arg(1).arg(ratioPart(1 / times));
}

QString durationText(std::int64_t seconds) {
    if (seconds < 120) return LoadText::tr("%1 s").arg(seconds);
    if (seconds < 3600) {
        if (seconds % 60 == 0) return LoadText::tr("%1 min").arg(seconds / 60);
        return LoadText::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    }
    const std::int64_t hours = seconds / 3600;
    const std::int64_t minutes = seconds % 3600 / 60;
    if (hours >= 48)
        return LoadText::tr("%1 days %2 h")
            .arg(countText(static_cast<std::uint64_t>(hours / 24)))
            .arg(hours % 24);
    if (minutes == 0) return LoadText::tr("%1 h").arg(hours);
    return LoadText::tr("%1 h %2 min").arg(hours).arg(minutes);
}

QString secondText(std::int64_t second) {
    return QDateTime::fromSecsSinceEpoch(second, Qt::UTC).toString(QStringLiteral("HH:mm:ss"));
}

QString momentText(std::int64_t second) {
    return QDateTime::fromSecsSinceEpoch(second, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss'Z'"));
}

QString partitionText(std::uint32_t partition) {
    return LoadText::tr("p%1").arg(partition);
}

QString keyText(const TableDefinition* table, const LoadResource& resource, const std::string& keyBytes,
                int mostCharacters) {
    QString text;
    const KeySchema* keys =
        table ? table->keysOf(resource.empty() ? std::nullopt : std::optional<std::string>(resource))
              : nullptr;
    const auto values = keys ? keyValues(keys->partition, keyBytes)
                             : Result<std::vector<Value>>(Error::badInput("no such table or index"));
    if (values) {
        text = QString::fromStdString(displayText(*values)).simplified();
    } else {
        text = QStringLiteral("0x") + QString::fromLatin1(QByteArray::fromStdString(keyBytes).toHex());
    }
    // A key may hold control characters, which would draw as nothing.
    for (QChar& character : text) {
        if (character.category() == QChar::Other_Control) character = QChar(0xFFFD);
    }
    if (mostCharacters > 0 && text.size() > mostCharacters) {
        const int head = mostCharacters / 2;
        text = text.left(head) + QChar(0x2026) + text.right(mostCharacters - head - 1);
    }
    return text;
}

QString keyText(const LoadSnapshot& snapshot, const KeyLoad& key, int mostCharacters) {
    return keyText(snapshot.table.get(), snapshot.summary.resource, key.keyBytes, mostCharacters);
}

QString partitionDetails(const LoadSnapshot& snapshot, std::uint32_t partition) {
    if (partition >= snapshot.summary.partitions.size()) return {};
    const PartitionLoad& load = snapshot.summary.partitions[partition];
    QStringList lines{
        LoadText::tr("Partition %1 of %2").arg(partition).arg(snapshot.summary.partitions.size())};
    for (const LoadUnit unit : kLoadUnits) {
        lines << LoadText::tr("%1: peak %2 in a second (limit %3), mean %4, sum %5")
                     .arg(unitName(unit), unitsText(peakOf(load, unit)), countText(limitOf(unit)),
                          rateText(meanOf(load, unit)), unitsText(sumOf(load, unit)));
        if (secondsOver(load, unit) > 0) {
            lines << LoadText::tr("over the limit in %1 of %2 seconds, most at %3")
                         .arg(secondsOver(load, unit))
                         .arg(snapshot.seconds())
                         .arg(secondText(peakSecondOf(load, unit)));
        }
    }
    if (!load.hottestKeys.empty()) lines << LoadText::tr("Hottest keys of the whole recording:");
    for (const KeyLoad& key : load.hottestKeys) {
        lines << LoadText::tr("%1: %2 of all reads, %3 of all writes")
                     .arg(keyText(snapshot, key, 40), percentText(key.readShare, 1),
                          percentText(key.writeShare, 1));
    }
    return lines.join(QLatin1Char('\n'));
}

QString rangeText(const LoadSnapshot& snapshot) {
    switch (snapshot.range.kind) {
        case LoadRange::Kind::LastMinute:
            return LoadText::tr("last %1").arg(durationText(snapshot.seconds()));
        case LoadRange::Kind::All:
            return LoadText::tr("all %1").arg(durationText(snapshot.seconds()));
        case LoadRange::Kind::Chosen:
            break;
    }
    return LoadText::tr("%1 – %2", "from, to")
        .arg(secondText(snapshot.summary.range.begin), secondText(snapshot.summary.range.end));
}

}  // namespace partita
