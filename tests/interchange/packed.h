// Sources as people have them: compressed, in other encodings; and what a ByteSource reads of them. For
// tests.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <QByteArray>
#include <fstream>
#include <string>
#include <string_view>

#include "engine/interchange/byte_source.h"

namespace partita::testing {

inline std::string gzipOf(std::string_view text) {
    z_stream stream = {};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

inline std::string zstdOf(std::string_view text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return out;
}

/// Of UTF-8 text. Without a byte order mark.
inline std::string utf16Of(std::string_view text, bool bigEndian) {
    std::string out;
    const auto unit = [&](unsigned value) {
        const char high = static_cast<char>(value >> 8);
        const char low = static_cast<char>(value & 0xFF);
        out += bigEndian ? high : low;
        out += bigEndian ? low : high;
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        unsigned character = more == 0 ? first : first & (0x3FU >> more);
        for (std::size_t i = 1; i <= more; ++i)
            character = character << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
        at += 1 + more;
        if (character < 0x10000) {
            unit(character);
        } else {
            unit(0xD800 + ((character - 0x10000) >> 10));
            unit(0xDC00 + ((character - 0x10000) & 0x3FF));
        }
    }
    return out;
}

inline void writeFile(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline const std::string kUtf8Mark = "\xEF\xBB\xBF";
inline const std::string kLittleMark = "\xFF\xFE";
inline const std::string kBigMark = "\xFE\xFF";

struct Reading {
    std::string text;
    std::string problem;  // empty: none
    ErrorCode code = ErrorCode::Internal;
    std::uint64_t consumed = 0;
    std::uint64_t total = 0;
    std::string encoding;
    std::string compression;
};

inline Reading readAll(ByteSource source, std::size_t step = 10'000) {
    Reading reading;
    std::string piece(step, '\0');
    for (;;) {
        const auto got = source.read(piece.data(), piece.size());
        if (!got) {
            reading.problem = got.error().text();
            reading.code = got.error().code;
            // A fault stays.
            if (source.read(piece.data(), piece.size()).ok()) reading.problem += " and then none";
            break;
        }
        if (*got == 0) break;
        reading.text.append(piece, 0, *got);
    }
    reading.consumed = source.consumed();
    reading.total = source.total();
    reading.encoding = source.encoding();
    reading.compression = source.compression();
    return reading;
}

inline Reading readText(std::string_view bytes, std::size_t step = 10'000) {
    return readAll(ByteSource::ofText(std::string(bytes)), step);
}

inline QByteArray bytesOf(std::string_view text) {
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace partita::testing
