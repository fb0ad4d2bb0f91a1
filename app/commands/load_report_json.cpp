#include <cstdio>
#include <utility>

#include "app/commands/console.h"
#include "app/commands/load_names.h"
#include "app/commands/load_report.h"
#include "engine/interchange/json.h"

namespace partita {

namespace {

/// A JSON object or array, built member by member.
class Builder final {
  public:
    explicit Builder(char open) : m_text(1, open) {}
    Builder& raw(std::string_view name, std::string_view json) {
        element(std::string());
        m_text += jsonString(name) + ": " + std::string(json);
        return *this;
    }
    Builder& count(std::string_view name, std::uint64_t value) { return raw(name, std::to_string(value)); }
    Builder& units(std::string_view name, HalfUnits value) { return raw(name, unitsJson(value)); }
    Builder& flag(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }
    Builder& text(std::string_view name, std::string_view value) { return raw(name, jsonString(value)); }
    Builder& real(std::string_view name, double value) {
        char digits[64];
        std::snprintf(digits, sizeof digits, "%.4f", value);
        return raw(name, digits);
    }
    Builder& element(std::string_view json) {
        m_text += std::exchange(m_separator, ", ");
        m_text += json;
        return *this;
    }
    std::string close(char close) { return std::move(m_text) + close; }

  private:
    std::string m_text;
    const char* m_separator = "";
};

template <class T, class Function>
std::string array(const std::vector<T>& elements, Function json) {
    Builder out('[');
    for (const T& element : elements)
        out.element(json(element));
    return out.close(']');
}

std::string keyJson(const KeyLoad& key, const KeySchema& schema) {
    Builder out('{');
    out.text("key", keyName(schema, key.keyBytes))
        .count("partition", key.partition)
        .count("requests", key.requests);
    out.units("readUnits", key.read).units("writeUnits", key.write);
    out.units("readUnitsError", key.readError).units("writeUnitsError", key.writeError);
    out.units("peakReadUnits", key.peakRead).units("peakWriteUnits", key.peakWrite);
    return out.real("readShare", key.readShare).real("writeShare", key.writeShare).close('}');
}

std::string partitionJson(const PartitionLoad& load, const KeySchema& schema) {
    Builder out('{');
    out.count("partition", load.partition).flag("hot", load.hot());
    out.units("peakReadUnits", load.peakRead).units("peakWriteUnits", load.peakWrite);
    out.real("meanReadUnits", load.meanRead).real("meanWriteUnits", load.meanWrite);
    out.units("readUnits", load.sumRead).units("writeUnits", load.sumWrite);
    out.count("secondsOverRead", load.secondsOverRead).count("secondsOverWrite", load.secondsOverWrite);
    if (load.peakRead != 0) out.text("peakReadTime", timeText(load.peakReadSecond * 1000));
    if (load.peakWrite != 0) out.text("peakWriteTime", timeText(load.peakWriteSecond * 1000));
    out.raw("hottestKeys", array(load.hottestKeys, [&](const KeyLoad& key) { return keyJson(key, schema); }));
    return out.close('}');
}

std::string resourceJson(const LoadSummary& summary, const TableDefinition& table) {
    const KeySchema& schema = keysOfResource(table, summary.resource);
    const auto key = [&](const KeyLoad& load) { return keyJson(load, schema); };
    Builder out('{');
    out.raw("index", summary.resource.empty() ? "null" : jsonString(summary.resource));
    out.count("requests", summary.requests);
    out.units("readUnits", summary.sumRead).units("writeUnits", summary.sumWrite);
    out.flag("keysAreExact", summary.keysAreExact).flag("peaksAreExact", summary.peaksAreExact);
    out.flag("keyPeaksAreExact", summary.keyPeaksAreExact);
    out.flag("minutesOnly", summary.minutesOnly).count("distinctKeys", summary.distinctKeys);
    if (summary.skewedKey && *summary.skewedKey < summary.hottestKeys.size())
        out.text("skewedKey", keyName(schema, summary.hottestKeys[*summary.skewedKey].keyBytes));
    out.raw("partitions", array(summary.partitions,
                                [&](const PartitionLoad& load) { return partitionJson(load, schema); }));
    return out.raw("hottestKeys", array(summary.hottestKeys, key)).close('}');
}

}  // namespace

std::string loadReportJson(const LoadReport& report, const TableDefinition& table) {
    Builder out('{');
    out.text("table", table.name).text("recording", report.recording.name).flag("hot", report.isHot());
    if (report.recording.requests != 0)
        out.text("begin", timeText(report.recording.begin)).text("end", timeText(report.recording.end));
    out.count("lines", report.trace.lines).count("requests", report.trace.events);
    out.count("badLines", report.trace.badLines).count("assumedUnits", report.trace.assumedUnits);
    out.units("readUnits", report.trace.read).units("writeUnits", report.trace.write);
    out.raw("problems", array(report.trace.problems, [](const TraceProblem& problem) {
                return Builder('{').count("line", problem.line).text("reason", problem.reason).close('}');
            }));
    out.raw("resources", array(report.resources,
                               [&](const LoadSummary& summary) { return resourceJson(summary, table); }));
    return out.close('}') + "\n";
}

}  // namespace partita
