// One writer a table file, over all processes: an advisory lock on a file beside it, "<file>.lock", that
// holds the writer's process id and is removed on release. A killed process leaves the file but not the lock.
#pragma once

#include <memory>
#include <string>

#include "engine/result.h"

namespace partita {

class FileLock final {
  public:
    /// Fails with HeldByAnother (naming the process where it is known), ReadOnly when the folder can't be
    /// written, or InputOutput.
    static Result<std::unique_ptr<FileLock>> acquire(const std::string& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    static std::string lockPath(const std::string& path) { return path + ".lock"; }

  private:
    FileLock(std::string lockPath, int descriptor);
    std::string m_lockPath;
    int m_descriptor;
};

}  // namespace partita
