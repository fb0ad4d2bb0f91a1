// A file system for SQLite that fails when it is told to: it stands before the real one and counts the calls
// that change something. One test at a time arms it; calls may come from any thread.
#pragma once

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace partita::test {

class FaultyVfs final {
  public:
    enum class Fault {
        None,
        DiskFull,    // this write puts down half of its bytes, and every later one nothing
        WriteError,  // this write alone fails, half done
        SyncError,   // this sync alone fails
        OpenError,   // this making of a file fails
        Kill,        // the process ends in the middle of this write
    };

    /// Becomes SQLite's default; to be called before the first database is opened.
    static void install() {
        static FaultyVfs vfs;
        static_cast<void>(vfs);
    }

    /// The n-th call from now on that the fault concerns fails.
    static void arm(Fault fault, int n) {
        s_countdown = n;
        s_hit = false;
        s_fault = fault;
    }
    /// All is well again. True when the fault was met since arm().
    static bool disarm() {
        s_fault = Fault::None;
        return s_hit;
    }
    static bool wasMet() { return s_hit; }

  private:
    struct File {
        sqlite3_file base;
        sqlite3_file* real;  // its bytes follow
    };
    static sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real; }
    static sqlite3_vfs* realVfs(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

    /// Whether this call is the one that fails.
    static bool meets(Fault fault) {
        if (s_fault != fault) return false;
        const int left = --s_countdown;
        const bool now = left == 0 || (left < 0 && fault == Fault::DiskFull);
        if (now) s_hit = true;
        return now;
    }

    static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
        const auto half = [&] { real(file)->pMethods->xWrite(real(file), bytes, size / 2, offset); };
        if (meets(Fault::DiskFull)) {
            if (s_countdown == 0) half();
            return SQLITE_FULL;
        }
        if (meets(Fault::WriteError)) {
            half();
            return SQLITE_IOERR_WRITE;
        }
        if (meets(Fault::Kill)) {
            half();
            ::_exit(9);
        }
        return real(file)->pMethods->xWrite(real(file), bytes, size, offset);
    }
    static int sync(sqlite3_file*, int) {
        if (meets(Fault::SyncError)) return SQLITE_IOERR_FSYNC;
        return SQLITE_OK;
    }
    static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* outFlags) {
        auto* ours = reinterpret_cast<File*>(file);
        ours->base.pMethods = nullptr;
        ours->real = reinterpret_cast<sqlite3_file*>(ours + 1);
        if ((flags & SQLITE_OPEN_CREATE) != 0 && meets(Fault::OpenError)) return SQLITE_CANTOPEN;
        const int code = realVfs(vfs)->xOpen(realVfs(vfs), name, ours->real, flags, outFlags);
        if (ours->real->pMethods) ours->base.pMethods = &s_methods;
        return code;
    }

    FaultyVfs() {
        sqlite3_vfs* const under = sqlite3_vfs_find(nullptr);
        m_vfs = *under;
        m_vfs.zName = "faulty";
        m_vfs.pAppData = under;
        m_vfs.szOsFile = static_cast<int>(sizeof(File)) + under->szOsFile;
        m_vfs.xOpen = open;
        m_vfs.xDelete = [](sqlite3_vfs* v, const char* name, int syncFolder) {
            return realVfs(v)->xDelete(realVfs(v), name, syncFolder);
        };
        m_vfs.xAccess = [](sqlite3_vfs* v, const char* name, int flags, int* out) {
            return realVfs(v)->xAccess(realVfs(v), name, flags, out);
        };
        m_vfs.xFullPathname = [](sqlite3_vfs* v, const char* name, int size, char* out) {
            return realVfs(v)->xFullPathname(realVfs(v), name, size, out);
        };
        sqlite3_vfs_register(&m_vfs, 1);
    }

    sqlite3_vfs m_vfs{};
    static inline std::atomic<Fault> s_fault = Fault::None;
    static inline std::atomic<int> s_countdown = 0;
    static inline std::atomic<bool> s_hit = false;

    static inline const sqlite3_io_methods s_methods = {
        3,
        [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
        [](sqlite3_file* f, void* into, int size, sqlite3_int64 offset) {
            return real(f)->pMethods->xRead(real(f), into, size, offset);
        },
        write,
        [](sqlite3_file* f, sqlite3_int64 size) { return real(f)->pMethods->xTruncate(real(f), size); },
        sync,
        [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); },
        [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); },
        [](sqlite3_file* f, int level) { return real(f)->pMethods->xUnlock(real(f), level); },
        [](sqlite3_file* f, int* out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); },
        [](sqlite3_file* f, int what, void* of) {
            return real(f)->pMethods->xFileControl(real(f), what, of);
        },
        [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
        [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
        [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
            return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
        },
        [](sqlite3_file* f, int offset, int count, int flags) {
            return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
        },
        [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
        [](sqlite3_file* f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); },
        [](sqlite3_file* f, sqlite3_int64 offset, int size, void** out) {
            return real(f)->pMethods->xFetch(real(f), offset, size, out);
        },
        [](sqlite3_file* f, sqlite3_int64 offset, void* page) {
            return real(f)->pMethods->xUnfetch(real(f), offset, page);
        },
    };
};

}  // namespace partita::test
