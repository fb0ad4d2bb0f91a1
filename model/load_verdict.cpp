#include "model/load_verdict.h"

#include <QCoreApplication>
#include <algorithm>

#include "model/load_text.h"

namespace partita {
namespace {

class Texts {
    Q_DECLARE_TR_FUNCTIONS(partita::LoadVerdict)
};

constexpr double kSkewedShare = 0.3;  // as engine/partition says of "skewed"

const KeyLoad* hottestKeyOf(const LoadSnapshot& snapshot, const PartitionLoad& load, LoadUnit unit) {
    const KeyLoad* hottest = nullptr;
    const auto look = [&](const KeyLoad& key) {
        if (key.partition != load.partition || unitsOf(key, unit) == 0) return;
        if (!hottest || unitsOf(key, unit) > unitsOf(*hottest, unit)) hottest = &key;
    };
    for (const KeyLoad& key : load.hottestKeys)
        look(key);
    for (const KeyLoad& key : snapshot.summary.hottestKeys)
        look(key);
    return hottest;
}

std::vector<const PartitionLoad*> hotPartitions(const LoadSnapshot& snapshot, LoadUnit unit) {
    std::vector<const PartitionLoad*> hot;
    for (const PartitionLoad& load : snapshot.summary.partitions) {
        if (secondsOver(load, unit) > 0) hot.push_back(&load);
    }
    std::stable_sort(hot.begin(), hot.end(), [unit](const PartitionLoad* a, const PartitionLoad* b) {
        return peakOf(*a, unit) > peakOf(*b, unit);
    });
    return hot;
}

const KeyLoad* skewedKeyOf(const LoadSnapshot& snapshot, LoadUnit unit) {
    const KeyLoad* most = nullptr;
    for (const KeyLoad& key : snapshot.summary.hottestKeys) {
        if (shareOf(key, unit) > kSkewedShare && (!most || shareOf(key, unit) > shareOf(*most, unit)))
            most = &key;
    }
    return most;
}

QString shareSentence(const LoadSnapshot& snapshot, const KeyLoad& key, LoadUnit unit) {
    const QString text = keyText(snapshot, key, 40);
    const QString share = percentText(shareOf(key, unit), 0);
    return unit == LoadUnit::Read ? Texts::tr("%1 takes %2 of all reads").arg(text, share)
                                  : Texts::tr("%1 takes %2 of all writes").arg(text, share);
}

QString hotTitle(const std::vector<const PartitionLoad*>& hot) {
    if (hot.size() == 1) return Texts::tr("Partition %1 is hot").arg(hot[0]->partition);
    if (hot.size() == 2) {
        return Texts::tr("Partitions %1 and %2 are hot")
            .arg(std::min(hot[0]->partition, hot[1]->partition))
            .arg(std::max(hot[0]->partition, hot[1]->partition));
    }
    return Texts::tr("%n partition(s) are hot", nullptr, static_cast<int>(hot.size()));
}

QString peakSentence(const LoadSnapshot& snapshot, const PartitionLoad& load, LoadUnit unit) {
    return Texts::tr(
               "Partition %1 was asked for up to %2 %3 in a second (at %4) and was over its limit in %5 of "
               "%6 seconds.")
        .arg(QString::number(load.partition), unitsText(peakOf(load, unit)), unitName(unit),
             secondText(peakSecondOf(load, unit)), countText(secondsOver(load, unit)),
             countText(static_cast<std::uint64_t>(snapshot.seconds())));
}

void explainHotKey(const LoadSnapshot& snapshot, const PartitionLoad& load, const KeyLoad& key, LoadUnit unit,
                   LoadVerdict& verdict) {
    verdict.explanation << Texts::tr(
                               "%1 alone asked for %2 %3 in its busiest second; one partition serves %4.")
                               .arg(keyText(snapshot, key), unitsText(peakOf(key, unit)), unitName(unit),
                                    countText(limitOf(unit)))
                        << peakSentence(snapshot, load, unit)
                        << Texts::tr(
                               "More partitions or more capacity of the table do not help: a partition key "
                               "is in one hash range. Spread its items over several keys.");
    if (snapshot.table && !snapshot.table->hasLocalIndex()) {
        verdict.explanation << Texts::tr(
            "If the traffic goes on, the service may split the collection between its "
            "items. A single item is never split.");
    }
}

void explainHotPartition(const LoadSnapshot& snapshot, const PartitionLoad& load, const KeyLoad* key,
                         LoadUnit unit, LoadVerdict& verdict) {
    verdict.explanation << peakSentence(snapshot, load, unit);
    if (!key) return;
    verdict.explanation
        << Texts::tr(
               "It takes several keys: the hottest, %1, asked for %2 %3 in its busiest second, "
               "which one partition (%4) serves. More partitions would spread them.")
               .arg(keyText(snapshot, *key), unitsText(peakOf(*key, unit)), unitName(unit),
                    countText(limitOf(unit)));
}

QString busiestSentence(const LoadSnapshot& snapshot, LoadUnit unit) {
    const auto busiest = snapshot.busiest(unit);
    if (!busiest) {
        return unit == LoadUnit::Read ? Texts::tr("No reads in this range.")
                                      : Texts::tr("No writes in this range.");
    }
    const HalfUnits peak = peakOf(snapshot.summary.partitions[*busiest], unit);
    return Texts::tr("Busiest second: %1 of %2 on partition %3 (%4 of its limit).")
        .arg(unitsText(peak), limitText(unit), QString::number(*busiest),
             percentText(wholeUnits(peak) / limitOf(unit), 0));
}

QStringList assumptionsOf(const LoadSnapshot& snapshot) {
    const LoadSummary& summary = snapshot.summary;
    const auto count = static_cast<std::uint32_t>(summary.partitions.size());
    QStringList lines;
    if (count == 1) {
        lines << Texts::tr("One partition holds the whole hash range.");
    } else if (snapshot.partitionsByRule == count) {
        lines
            << (snapshot.table && snapshot.table->billing == BillingMode::Provisioned
                    ? Texts::tr("%1 partitions of equal hash range, as provisioned capacity and size give.")
                          .arg(count)
                    : Texts::tr(
                          "%1 partitions of equal hash range, as the rule for on-demand tables of this size "
                          "gives.")
                          .arg(count));
    } else if (snapshot.partitionsByRule) {
        lines << Texts::tr("%1 partitions of equal hash range, as chosen (the rule gives %2).")
                     .arg(count)
                     .arg(*snapshot.partitionsByRule);
    } else {
        lines << Texts::tr("%1 partitions of equal hash range.").arg(count);
    }
    lines << Texts::tr(
        "The service does not tell its partitions; its real ranges may differ. Burst capacity is not "
        "counted.");
    if (summary.minutesOnly) {
        lines << Texts::tr(
            "Seconds older than an hour are kept by the minute: pictures over time show a minute's mean "
            "there.");
    }
    if (!summary.peaksAreExact) {
        lines << Texts::tr(
            "Requests came over an hour out of order, so peaks and seconds over the limits may be too low.");
    }
    if (!summary.keysAreExact) {
        lines
            << Texts::tr(
                   "More than %1 keys: figures marked ≤ are upper bounds, and peaks of keys may be too low.")
                   .arg(countText(100'000));
    } else if (!summary.keyPeaksAreExact) {
        lines << Texts::tr("Requests came out of order, so peaks of keys may be too low.");
    }
    if (snapshot.gridIsCut) lines << Texts::tr("The pictures over time show the last 24 hours of the range.");
    return lines;
}

void noteLoadOutside(const LoadSnapshot& snapshot, LoadVerdict& verdict) {
    if (!snapshot.hotOutsideRange) return;
    verdict.explanation << Texts::tr(
        "Outside this range a partition was over its limit: choose the whole recording "
        "to see it.");
}

LoadVerdict verdictWithoutLoad(const LoadSnapshot& snapshot, LoadUnit unit) {
    LoadVerdict verdict;
    verdict.unit = unit;
    verdict.assumptions = assumptionsOf(snapshot);
    if (snapshot.isEmpty()) {
        verdict.title = Texts::tr("No load yet");
        verdict.detail = Texts::tr("Run a query, or take a trace:");
        verdict.explanation << Texts::tr(
            "Requests made in the query panel or on the command line are counted here, "
            "second by second. A trace of another program can be replayed, and load "
            "can be generated. None of these changes an item.");
        return verdict;
    }
    verdict.kind = LoadVerdict::Kind::NoLoadInUnit;
    verdict.title = unit == LoadUnit::Read ? Texts::tr("No reads") : Texts::tr("No writes");
    verdict.detail = busiestSentence(snapshot, otherUnit(unit));
    verdict.explanation << verdict.detail;
    noteLoadOutside(snapshot, verdict);
    return verdict;
}

}  // namespace

LoadVerdict verdictOf(const LoadSnapshot& snapshot, LoadUnit unit) {
    std::vector<const PartitionLoad*> hot = hotPartitions(snapshot, unit);
    if (hot.empty()) {
        hot = hotPartitions(snapshot, otherUnit(unit));
        if (!hot.empty()) unit = otherUnit(unit);
    }
    if (hot.empty() && !snapshot.busiest(unit)) return verdictWithoutLoad(snapshot, unit);

    LoadVerdict verdict;
    verdict.unit = unit;
    verdict.assumptions = assumptionsOf(snapshot);
    if (!hot.empty()) {
        const PartitionLoad& load = *hot.front();
        const KeyLoad* key = hottestKeyOf(snapshot, load, unit);
        const bool alone = key && isOverLimit(peakOf(*key, unit), unit);
        verdict.kind = alone ? LoadVerdict::Kind::HotKey : LoadVerdict::Kind::HotPartition;
        verdict.partition = load.partition;
        verdict.title = hotTitle(hot);
        if (key) verdict.detail = shareSentence(snapshot, *key, unit);
        if (alone) {
            explainHotKey(snapshot, load, *key, unit, verdict);
        } else {
            explainHotPartition(snapshot, load, key, unit, verdict);
        }
        return verdict;
    }

    verdict.partition = snapshot.busiest(unit);
    if (const KeyLoad* key = skewedKeyOf(snapshot, unit)) {
        verdict.kind = LoadVerdict::Kind::Skewed;
        verdict.title = Texts::tr("Skewed, within the limits");
        verdict.detail = shareSentence(snapshot, *key, unit);
        verdict.explanation << Texts::tr("%1, up to %2 %3 in a second. One partition serves %4.")
                                   .arg(verdict.detail, unitsText(peakOf(*key, unit)), unitName(unit),
                                        countText(limitOf(unit)))
                            << busiestSentence(snapshot, unit)
                            << Texts::tr(
                                   "It is fine today; it is the first key to become hot when traffic grows.");
    } else {
        verdict.kind = LoadVerdict::Kind::Calm;
        verdict.title = Texts::tr("Within the limits");
        verdict.detail = busiestSentence(snapshot, unit);
        verdict.explanation << verdict.detail;
    }
    if (snapshot.busiest(otherUnit(unit))) {
        verdict.explanation << Texts::tr("%1: %2").arg(unitName(otherUnit(unit)),
                                                       busiestSentence(snapshot, otherUnit(unit)));
    }
    noteLoadOutside(snapshot, verdict);
    return verdict;
}

}  // namespace partita
