#include "engine/interchange/byte_source.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/interchange/decompressor.h"
#include "engine/interchange/raw_bytes.h"
#include "engine/interchange/source_kind.h"
#include "engine/interchange/text_encoding.h"
#include "engine/interchange/utf16.h"

namespace partita {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

/// A buffer that is filled at its end and emptied from its beginning.
struct Piece {
    std::string bytes;
    std::size_t at = 0;

    std::string_view rest() const { return std::string_view(bytes).substr(at); }
    std::size_t take(char* into, std::size_t size) {
        const std::size_t taken = std::min(size, bytes.size() - at);
        std::memcpy(into, bytes.data() + at, taken);
        at += taken;
        return taken;
    }
    void dropTaken() {
        bytes.erase(0, at);
        at = 0;
    }
};

}  // namespace

// One layer reads the one below: stored bytes, decompressed bytes, text. Each gives 0 at the end and at a
// fault, which is kept in m_failure and told once everything before it is given.
struct ByteSource::State {
    explicit State(RawBytes raw) : m_raw(std::move(raw)) {}

    std::string_view head(std::size_t size);
    std::size_t read(char* into, std::size_t size);

    RawBytes m_raw;
    std::uint64_t m_rawRead = 0;
    Piece m_stored;  // read, and not decompressed yet
    Piece m_plain;   // decompressed, and not turned into text yet
    Piece m_text;    // text that nobody has taken yet
    std::optional<Error> m_failure;
    std::string m_encoding = "UTF-8";
    std::string m_compression;

  private:
    void start();
    std::size_t readStored(char* into, std::size_t size);
    std::size_t readPlain(char* into, std::size_t size);
    std::size_t inflate(char* into, std::size_t size);
    /// Of a source that is UTF-8.
    std::size_t readUtf8(char* into, std::size_t size);
    /// Adds some to m_text. False when there is no more.
    bool moreText();
    /// Adds up to a piece of what `more` reads. False when there is no more.
    template <class Read>
    bool fill(Piece& piece, Read more);
    /// Unless there is an earlier fault. `offset`: of the decompressed text. `line`: 0: not known.
    void failAt(const std::string& what, std::uint64_t offset, std::uint64_t line, const std::string& why);

    std::unique_ptr<Decompressor> m_decompressor;  // null: not compressed
    std::optional<Utf16Decoder> m_utf16;           // nothing: UTF-8
    std::uint64_t m_plainRead = 0;
    bool m_started = false;
};

template <class Read>
bool ByteSource::State::fill(Piece& piece, Read more) {
    piece.dropTaken();
    const std::size_t had = piece.bytes.size();
    piece.bytes.resize(had + kPieceBytes);
    const std::size_t got = more(piece.bytes.data() + had, kPieceBytes);
    piece.bytes.resize(had + got);
    return got > 0;
}

void ByteSource::State::failAt(const std::string& what, std::uint64_t offset, std::uint64_t line,
                               const std::string& why) {
    if (m_failure) return;
    const std::string place = line > 0 ? " (line " + std::to_string(line) + ")" : "";
    m_failure = Error::badInput(what + " at byte " + std::to_string(offset) + " of the text" + place + ": " +
                                    why + ". What comes before is read; the rest is not.",
                                m_raw.name());
}

std::size_t ByteSource::State::readStored(char* into, std::size_t size) {
    if (m_failure) return 0;
    auto got = m_raw.read(into, size);
    if (!got) {
        m_failure = got.error();
        return 0;
    }
    m_rawRead += *got;
    return *got;
}

std::size_t ByteSource::State::inflate(char* into, std::size_t size) {
    const auto stored = [this](char* to, std::size_t most) { return readStored(to, most); };
    const std::string name = m_decompressor->name();
    while (!m_failure) {
        const Decompressor::Step step = m_decompressor->step(m_stored.rest(), into, size);
        m_stored.at += step.taken;
        if (!step.fault.empty()) {
            failAt("The " + name + " data is damaged", m_plainRead + step.given, 0, step.fault);
        }
        if (step.given > 0) return step.given;
        if (step.taken > 0 || m_failure || fill(m_stored, stored)) continue;
        if (!m_failure && !m_decompressor->isWhole()) {
            failAt("The " + name + " data breaks off", m_plainRead, 0, "the file ends too early");
        }
        break;
    }
    return 0;
}

std::size_t ByteSource::State::readPlain(char* into, std::size_t size) {
    std::size_t got = m_decompressor ? inflate(into, size) : m_stored.take(into, size);
    if (got == 0 && !m_decompressor) got = readStored(into, size);
    m_plainRead += got;
    return got;
}

void ByteSource::State::start() {
    if (std::exchange(m_started, true)) return;
    constexpr std::size_t kMarkBytes = 4;
    const auto stored = [this](char* to, std::size_t most) { return readStored(to, most); };
    while (m_stored.bytes.size() < kMarkBytes && fill(m_stored, stored)) {
    }
    m_decompressor = decompressorFor(m_stored.bytes);
    if (m_decompressor) m_compression = m_decompressor->name();

    const auto plain = [this](char* to, std::size_t most) { return readPlain(to, most); };
    bool isAll = false;
    while (m_plain.bytes.size() < kHeadBytes && !isAll)
        isAll = !fill(m_plain, plain);
    const std::string_view head = std::string_view(m_plain.bytes).substr(0, kHeadBytes);
    const auto refuse = [this](const Error& error) {
        if (!m_failure) m_failure = error;  // what is damaged may look like anything
        m_plain = {};
    };
    if (const auto known = checkIsNoOtherFile(head, m_raw.name()); !known) return refuse(known.error());
    const auto encoding =
        encodingOf(head, isAll && !m_failure && head.size() == m_plain.bytes.size(), m_raw.name());
    if (!encoding) return refuse(encoding.error());
    m_plain.at = encoding->markBytes;
    if (encoding->utf == Utf::Eight) return;
    m_utf16.emplace(encoding->utf == Utf::SixteenBig);
    m_encoding = encoding->utf == Utf::SixteenBig ? "UTF-16BE" : "UTF-16LE";
}

bool ByteSource::State::moreText() {
    const auto plain = [this](char* to, std::size_t most) { return readPlain(to, most); };
    if (!m_utf16) {
        return fill(m_text, [this](char* to, std::size_t most) { return readUtf8(to, most); });
    }
    m_text.dropTaken();
    const std::size_t had = m_text.bytes.size();
    for (;;) {
        m_plain.at += m_utf16->decode(m_plain.rest(), m_text.bytes);
        if (m_text.bytes.size() > had) return true;
        const std::uint64_t offset = m_plainRead - m_plain.rest().size();
        if (!m_utf16->fault().empty()) {
            failAt("The UTF-16 text is damaged", offset, m_utf16->line(), m_utf16->fault());
            return false;
        }
        if (fill(m_plain, plain)) continue;
        if (!m_plain.rest().empty()) {
            failAt("The UTF-16 text breaks off", offset, m_utf16->line(), "it ends inside a character");
        }
        return false;
    }
}

std::size_t ByteSource::State::readUtf8(char* into, std::size_t size) {
    const std::size_t got = m_plain.take(into, size);
    return got > 0 ? got : readPlain(into, size);
}

std::string_view ByteSource::State::head(std::size_t size) {
    start();
    while (m_text.rest().size() < size && moreText()) {
    }
    return m_text.rest().substr(0, std::min(size, m_text.rest().size()));
}

std::size_t ByteSource::State::read(char* into, std::size_t size) {
    start();
    if (const std::size_t got = m_text.take(into, size); got > 0) return got;
    if (!m_utf16) return readUtf8(into, size);
    moreText();
    return m_text.take(into, size);
}

ByteSource::ByteSource(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::string& path) {
    auto raw = RawBytes::open(path);
    if (!raw) return raw.error();
    return ByteSource(std::make_unique<State>(std::move(*raw)));
}

ByteSource ByteSource::ofText(std::string text, std::string name) {
    return ByteSource(std::make_unique<State>(RawBytes::ofText(std::move(text), std::move(name))));
}

Result<std::string_view> ByteSource::head(std::size_t size) {
    const std::string_view text = m_state->head(size);
    if (text.empty() && size > 0 && m_state->m_failure) return *m_state->m_failure;
    return text;
}

Result<std::size_t> ByteSource::read(char* into, std::size_t size) {
    const std::size_t got = m_state->read(into, size);
    if (got == 0 && m_state->m_failure) return *m_state->m_failure;
    return got;
}

std::uint64_t ByteSource::total() const {
    return m_state->m_raw.total();
}

std::uint64_t ByteSource::consumed() const {
    return m_state->m_rawRead - m_state->m_stored.rest().size();
}

const std::string& ByteSource::name() const {
    return m_state->m_raw.name();
}

const std::string& ByteSource::encoding() const {
    return m_state->m_encoding;
}

const std::string& ByteSource::compression() const {
    return m_state->m_compression;
}

}  // namespace partita
