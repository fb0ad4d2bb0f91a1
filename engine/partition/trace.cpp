#include "engine/partition/trace.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "engine/partition/relay.h"
#include "engine/partition/trace_line.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr std::size_t kBlockBytes = 1 << 20;
constexpr std::size_t kLineMax = 1 << 20;
constexpr std::size_t kProblemsMax = 100;
constexpr std::size_t kBatchEvents = 1024;  // what fits in a core's own cache
constexpr std::size_t kBatches = 4;
constexpr int kPollMillis = 100;  // how soon a cancel is noticed while a pipe is silent

// An open file or standard input, closed at the end when it is ours.
class Source final {
  public:
    explicit Source(int descriptor, bool owned) : m_descriptor(descriptor), m_owned(owned) {}
    ~Source() {
        if (m_owned) ::close(m_descriptor);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    std::uint64_t size() const {
        struct stat status {};
        if (::fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
        return static_cast<std::uint64_t>(status.st_size);
    }
    /// Bytes read, 0 at the end or when told to stop, −1 on failure (errno).
    ssize_t read(char* into, std::size_t most, const std::stop_token& stop) const {
        while (!stop.stop_requested()) {
            pollfd waiting{m_descriptor, POLLIN, 0};
            const int ready = ::poll(&waiting, 1, kPollMillis);
            if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
            const ssize_t count = ::read(m_descriptor, into, most);
            if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            return count;
        }
        return 0;
    }

  private:
    int m_descriptor;
    bool m_owned;
};

Error readError(const std::string& path, int number) {
    if (number == ENOENT || number == ENOTDIR)
        return Error::file(ErrorCode::FileMissing, "There is no such trace file; check its name.", path);
    return Error::file(ErrorCode::InputOutput,
                       std::string("The trace cannot be read: ") + std::strerror(number) + ".", path);
}

// What the first bytes say about text that is not UTF-8 at all.
std::optional<Error> foreignForm(std::string_view bytes, const std::string& path) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\x1F\x8B"sv) || bytes.starts_with("\x28\xB5\x2F\xFD"sv))
        return Error::badInput(
            "The trace is compressed; decompress it first, for example: zcat FILE | partita load TABLE "
            "--replay -",
            path);
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv))
        return Error::badInput("The trace is UTF-16 text; convert it to UTF-8 first.", path);
    return std::nullopt;
}

// Events on their way from the thread that reads lines to the one that takes them.
struct Batch {
    std::vector<LoadEvent> events = std::vector<LoadEvent>(kBatchEvents);  // whose strings are used again
    std::size_t count = 0;
    std::optional<Progress> progress;  // after these events
};
using Batches = Relay<Batch, kBatches>;

class TraceReader final {
  public:
    TraceReader(const TableDefinition& table, Batches& batches) : m_lineReader(table), m_batches(batches) {}

    /// These are false once nobody takes events any more.
    bool takeLine(std::string_view line) {
        ++m_lineNumber;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos) return true;
        if (m_batch == nullptr && (m_batch = m_batches.toFill()) == nullptr) return false;
        ++m_report.lines;
        LoadEvent& event = m_batch->events[m_batch->count];
        if (!m_lineReader.read(line, event)) {
            addProblem(m_lineReader.reason());
            return true;
        }
        ++m_report.events;
        m_report.assumedUnits += m_lineReader.assumedUnits() ? 1 : 0;
        m_report.read += event.read;
        m_report.write += event.write;
        if (++m_batch->count == kBatchEvents) handOver({});
        return true;
    }
    bool takeProgress(Progress progress) {
        if (m_batch == nullptr && (m_batch = m_batches.toFill()) == nullptr) return false;
        progress.itemsDone = m_report.events;
        handOver(progress);
        return true;
    }
    void takeOverlongLine() {
        ++m_lineNumber;
        ++m_report.lines;
        addProblem("The line is longer than 1 MiB; a request's line is far shorter.");
    }
    TraceReport takeReport() { return std::move(m_report); }

  private:
    void handOver(std::optional<Progress> progress) {
        m_batch->progress = progress;
        m_batches.filled(std::exchange(m_batch, nullptr));
    }
    void addProblem(std::string reason) {
        ++m_report.badLines;
        if (m_report.problems.size() < kProblemsMax)
            m_report.problems.push_back({m_lineNumber, std::move(reason)});
    }

    TraceLineReader m_lineReader;
    Batches& m_batches;
    Batch* m_batch = nullptr;
    TraceReport m_report;
    std::uint64_t m_lineNumber = 0;
};

Result<TraceReport> readLines(const Source& source, const std::string& path, const TableDefinition& table,
                              Batches& batches, const std::stop_token& stop) {
    TraceReader reader(table, batches);
    Progress done;
    done.bytesTotal = source.size();
    // [0, kept) is the beginning of a line whose end has not been read yet. A line is parsed where it lies,
    // so the buffer ends in what the parser may read over.
    const auto buffer = std::make_unique<char[]>(kLineMax + kBlockBytes + TraceLineReader::kPadding);
    std::size_t kept = 0;
    bool skipping = false;  // inside a line that is too long
    for (;;) {
        const ssize_t count = source.read(buffer.get() + kept, kBlockBytes, stop);
        if (stop.stop_requested()) return Error::cancelled();
        if (count < 0) return readError(path, errno);
        const bool first = done.bytesDone == 0;
        done.bytesDone += static_cast<std::uint64_t>(count);
        std::string_view text(buffer.get(), kept + static_cast<std::size_t>(count));
        if (first) {
            if (auto error = foreignForm(text, path)) return *std::move(error);
            if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        }
        for (std::size_t end; (end = text.find('\n')) != std::string_view::npos;
             text.remove_prefix(end + 1)) {
            if (skipping) {
                skipping = false;
                reader.takeOverlongLine();
            } else if (!reader.takeLine(text.substr(0, end))) {
                return Error::cancelled();
            }
        }
        if (count == 0) {
            if (skipping)
                reader.takeOverlongLine();
            else if (!text.empty() && !reader.takeLine(text))
                return Error::cancelled();
        }
        if (!reader.takeProgress(done)) return Error::cancelled();
        if (count == 0) return reader.takeReport();
        if (skipping || text.size() > kLineMax) {
            skipping = true;
            text = text.substr(0, 0);
        }
        kept = text.size();
        std::memmove(buffer.get(), text.data(), kept);
    }
}

void appendJsonString(std::string& out, std::string_view text) {
    out.push_back('"');
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (static_cast<std::uint8_t>(c) < 0x20) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
            out += escaped;
        } else {
            out.push_back(c);
        }
    }
    out.push_back('"');
}

std::string unitsText(HalfUnits units) {
    return std::to_string(units / 2) + (units % 2 != 0 ? ".5" : "");
}

}  // namespace

Result<TraceReport> readTrace(const std::string& path, const TableDefinition& table,
                              const std::function<void(const LoadEvent&)>& sink, const ProgressSink& progress,
                              std::stop_token stop) {
    const bool standardInput = path == "-";
    const int descriptor =
        standardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return readError(path, errno);
    const Source source(descriptor, !standardInput);

    Batches batches;
    std::optional<Result<TraceReport>> report;
    std::exception_ptr failure;
    // Reading lines costs about as much as what is done with them, so each has a thread. Should the sink
    // throw, the end of the thread's life stops it, wherever it waits.
    std::jthread reading([&](const std::stop_token& enough) {
        const std::stop_callback wake(enough, [&] { batches.stop(); });
        try {
            report = readLines(source, path, table, batches, enough);
        } catch (...) {
            failure = std::current_exception();
        }
        batches.finish();
    });
    const std::stop_callback forward(stop, [&] { reading.request_stop(); });
    while (Batch* const batch = batches.toUse()) {
        if (stop.stop_requested()) break;
        for (std::size_t i = 0; i < batch->count; ++i)
            sink(batch->events[i]);
        if (progress && batch->progress) progress(*batch->progress);
        batch->count = 0;
        batches.used(batch);
    }
    reading.join();
    if (failure) std::rethrow_exception(failure);
    if (stop.stop_requested()) return Error::cancelled();
    return *std::move(report);
}

std::string traceLine(const LoadEvent& event, const TableDefinition& table) {
    std::string line = "{\"time\":\"" + timeText(event.time) + "\",\"operation\":";
    line += !event.keyBytes ? "\"Scan\"" : event.write > 0 ? "\"PutItem\"" : "\"Query\"";
    const KeySchema* schema = &table.keys;
    if (!event.resource.empty()) {
        line += ",\"index\":";
        appendJsonString(line, event.resource);
        if (const IndexDefinition* index = table.index(event.resource)) schema = &index->keys;
    }
    if (event.keyBytes) {
        line += ",\"key\":";
        const auto values = keyValues(schema->partition, *event.keyBytes);
        if (!values || values->size() == 1) {
            appendJsonString(line, values ? displayText(values->front()) : toBase64(*event.keyBytes));
        } else {
            for (const Value& value : *values) {
                line.push_back(&value == &values->front() ? '[' : ',');
                appendJsonString(line, displayText(value));
            }
            line.push_back(']');
        }
    }
    HalfUnits known = 0;
    for (const auto& [partition, units] : event.readByPartition)
        known += units;
    const HalfUnits read = event.keyBytes ? event.read : std::max(event.read, known);
    // Without any units the reader would assume some.
    if (read > 0 || event.write == 0) line += ",\"readUnits\":" + unitsText(read);
    if (event.write > 0) line += ",\"writeUnits\":" + unitsText(event.write);
    return line + "}";
}

}  // namespace partita
