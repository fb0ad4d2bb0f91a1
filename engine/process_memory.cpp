#include "engine/process_memory.h"

#include <cstdlib>  // says which C library it is

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace partita {

void keepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int kKept = 64 * 1024 * 1024;
    constexpr int kOwnMapping =
        32 * 1024 * 1024;  // blocks from there on are mapped alone: the most glibc takes
    ::mallopt(M_TRIM_THRESHOLD, kKept);
    ::mallopt(M_MMAP_THRESHOLD, kOwnMapping);
#endif
}

}  // namespace partita
