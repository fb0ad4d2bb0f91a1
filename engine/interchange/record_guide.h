// Tells a RecordReader where the records are in a source that is more than a row of them: which objects are
// to be opened, and what their members are. One thread at a time, the reader's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/interchange/json_outline.h"

namespace partita {

class RecordGuide {
  public:
    /// Where in the source something stands: the guide's own numbers. This one is its outermost level, and
    /// that of arrays there.
    static constexpr int kOutermost = 0;

    struct Choice {
        enum class What {
            Record,  // it is one
            Part,    // bytes [begin, end) of it are one; of objects only
            Open,    // an array of records, or an object with such members: it is gone into
            Look,    // it is given to looked(), no more than its first 16 MiB
            Skip,
        };
        What what = What::Record;
        int place = kOutermost;  // Open: of what is inside
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    RecordGuide() = default;
    virtual ~RecordGuide() = default;
    RecordGuide(const RecordGuide&) = delete;
    RecordGuide& operator=(const RecordGuide&) = delete;

    /// Whether an object in an array or at the outermost level may be something else than a record, by its
    /// first bytes. Asked for each: has to be quick.
    virtual bool wantsOutline(int place, std::string_view head) = 0;
    /// What such an object is. The outline is whole when the object ends within the first MiB.
    virtual Choice object(int place, const JsonOutline& outline, std::uint64_t line) = 0;
    /// What a member of an open object is; its value begins with `first`. Its name is as written.
    virtual Choice member(int place, std::string_view name, char first, std::uint64_t line) = 0;
    virtual void looked(int place, std::string_view name, std::string_view value, std::uint64_t line) = 0;
    /// What was opened has ended, or was given up.
    virtual void left(int place, std::uint64_t line) = 0;
};

}  // namespace partita
