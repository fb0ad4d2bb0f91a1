#include "engine/interchange/read/s3_export_order.h"

#include <algorithm>
#include <map>
#include <set>

namespace partita {
namespace {

std::string named(const S3Manifest& manifest) {
    return manifest.exportArn.empty() ? manifest.folder
                                      : manifest.exportArn.substr(manifest.exportArn.rfind('/') + 1);
}

/// The exports of one table.
class TableOrder final {
  public:
    TableOrder(S3ExportLayout& layout, std::vector<std::size_t> exports)
        : m_layout(layout), m_exports(std::move(exports)) {}

    /// Exports that are not read.
    std::set<std::size_t> dropped() {
        dropCopies();
        const std::optional<std::size_t> full = lastFull();
        if (full) dropBefore(*full);
        noteWindows(full);
        noteIds();
        return m_dropped;
    }

  private:
    const S3Manifest& at(std::size_t i) const { return m_layout.manifests[i]; }
    bool isRead(std::size_t i) const { return !m_dropped.contains(i); }
    void drop(std::size_t i, const std::string& reason) {
        m_dropped.insert(i);
        note("The export " + named(at(i)) + " was left out: " + reason);
    }
    void note(std::string sentence) {
        m_layout.notes.push_back({SourceNote::Kind::Warning, 0, std::move(sentence)});
    }

    void dropCopies() {
        std::set<std::string> seen;
        for (const std::size_t i : m_exports) {
            if (!at(i).exportArn.empty() && !seen.insert(at(i).exportArn).second)
                drop(i, "it is here twice; " + at(i).folder + " is the copy.");
        }
    }

    std::optional<std::size_t> lastFull() const {
        std::optional<std::size_t> last;
        for (const std::size_t i : m_exports) {
            if (!isRead(i) || at(i).isIncremental || !at(i).hasSummary) continue;
            if (!last || at(i).timeMicros.value_or(0) >= at(*last).timeMicros.value_or(0)) last = i;
        }
        return last;
    }

    /// A full export shows the whole table at its time: older ones would bring back what was deleted since.
    void dropBefore(std::size_t full) {
        for (const std::size_t i : m_exports) {
            if (i == full || !isRead(i) || !at(i).hasSummary) continue;
            if (!at(i).isIncremental) {
                drop(i, "the full export " + named(at(full)) + " is later and holds the whole table.");
            } else if (at(i).untilMicros && at(full).timeMicros &&
                       *at(i).untilMicros <= *at(full).timeMicros) {
                drop(i, "its changes are older than the full export " + named(at(full)) + ".");
            }
        }
    }

    void noteWindows(std::optional<std::size_t> full) {
        std::vector<std::size_t> windows;
        for (const std::size_t i : m_exports) {
            if (isRead(i) && at(i).isIncremental && at(i).timeMicros && at(i).untilMicros)
                windows.push_back(i);
        }
        if (windows.empty()) return;
        std::stable_sort(windows.begin(), windows.end(), [this](std::size_t a, std::size_t b) {
            return *at(a).timeMicros < *at(b).timeMicros;
        });
        if (!full) {
            note("There is no full export of the table " + at(windows.front()).tableName +
                 " here: only items that changed since " + timeOfMicros(*at(windows.front()).timeMicros) +
                 " are read.");
        }
        // Two variables: g++ 12 takes an optional for one that may not be set.
        bool isKnown = full && at(*full).timeMicros;
        std::int64_t until = isKnown ? *at(*full).timeMicros : 0;
        std::optional<std::size_t> before = full;
        for (const std::size_t i : windows) {
            const std::int64_t from = *at(i).timeMicros;
            if (isKnown && from > until) {
                note("Between the exports " + named(at(*before)) + " and " + named(at(i)) +
                     " the changes from " + timeOfMicros(until) + " to " + timeOfMicros(from) +
                     " are missing.");
            } else if (isKnown && from < until && before != full) {
                note("The windows of the exports " + named(at(*before)) + " and " + named(at(i)) +
                     " overlap from " + timeOfMicros(from) + " to " +
                     timeOfMicros(std::min(until, *at(i).untilMicros)) +
                     "; of each item the later write counts.");
            }
            if (!isKnown || *at(i).untilMicros > until) {
                until = *at(i).untilMicros;
                isKnown = true;
                before = i;
            }
        }
    }

    void noteIds() {
        std::set<std::string> ids;
        for (const std::size_t i : m_exports) {
            if (isRead(i) && !at(i).tableId.empty()) ids.insert(at(i).tableId);
        }
        if (ids.size() > 1) {
            note("The exports of " + at(m_exports.front()).tableArn +
                 " are of different tables of that name: it was deleted and made again in between.");
        }
    }

    S3ExportLayout& m_layout;
    std::vector<std::size_t> m_exports;
    std::set<std::size_t> m_dropped;
};

}  // namespace

void orderS3Exports(S3ExportLayout& layout) {
    std::vector<std::string> arns;
    for (const S3Manifest& manifest : layout.manifests) {
        if (!manifest.tableArn.empty() &&
            std::find(arns.begin(), arns.end(), manifest.tableArn) == arns.end()) {
            arns.push_back(manifest.tableArn);
            layout.tables.emplace_back().name = manifest.tableName;
        }
    }
    // What does not say its table is taken for the only one.
    const bool unnamed = std::any_of(layout.files.begin(), layout.files.end(), [&](const S3DataFile& file) {
        return !file.manifest || layout.manifests[*file.manifest].tableArn.empty();
    });
    if (layout.tables.empty() || (unnamed && layout.tables.size() > 1)) layout.tables.emplace_back();
    const auto tableOf = [&](const S3DataFile& file) -> std::size_t {
        const auto arn = file.manifest
                             ? std::find(arns.begin(), arns.end(), layout.manifests[*file.manifest].tableArn)
                             : arns.end();
        if (arn != arns.end()) return static_cast<std::size_t>(arn - arns.begin());
        return layout.tables.size() - 1;
    };

    std::set<std::size_t> dropped;
    for (const std::string& arn : arns) {
        std::vector<std::size_t> exports;
        for (std::size_t i = 0; i < layout.manifests.size(); ++i) {
            if (layout.manifests[i].tableArn == arn) exports.push_back(i);
        }
        dropped.merge(TableOrder(layout, std::move(exports)).dropped());
    }
    std::erase_if(layout.files,
                  [&](const S3DataFile& file) { return file.manifest && dropped.contains(*file.manifest); });

    for (S3DataFile& file : layout.files) {
        file.table = static_cast<std::uint32_t>(tableOf(file));
        const S3Manifest* const manifest = file.manifest ? &layout.manifests[*file.manifest] : nullptr;
        if (manifest && manifest->timeMicros.value_or(0) > 0)
            file.order = static_cast<std::uint64_t>(*manifest->timeMicros);
        if (manifest && !manifest->isIncremental && file.items)
            layout.tables[file.table].itemsOfFiles.push_back(*file.items);
    }
    const auto isIncremental = [&](const S3DataFile& file) {
        return file.manifest && layout.manifests[*file.manifest].isIncremental;
    };
    // A full export holds writes before its time, an incremental one those from its time on: of equal times
    // the later read counts.
    std::stable_sort(layout.files.begin(), layout.files.end(), [&](const S3DataFile& a, const S3DataFile& b) {
        if (isIncremental(a) != isIncremental(b)) return isIncremental(b);
        return a.order < b.order;
    });
    for (std::size_t i = 0; i < layout.manifests.size(); ++i) {
        const S3Manifest& manifest = layout.manifests[i];
        if (dropped.contains(i)) layout.isRead[i] = false;
        if (dropped.contains(i) || manifest.isIncremental || !manifest.items) continue;
        const auto arn = std::find(arns.begin(), arns.end(), manifest.tableArn);
        SourceTable& table = arn == arns.end() ? layout.tables.back()
                                               : layout.tables[static_cast<std::size_t>(arn - arns.begin())];
        table.items = *manifest.items;
    }
}

}  // namespace partita
