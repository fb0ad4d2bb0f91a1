// Requests of a made-up program on the sample "workspaces", for the pictures of the request log. They are
// really done and really answered; only the way over HTTP is spared. Any thread.
#pragma once

#include <vector>

#include "engine/engine.h"
#include "model/request_log.h"

namespace partita {

/// Writes a few items, among them one that has expired.
std::vector<LoggedCall> askForPictures(Engine& engine);

}  // namespace partita
