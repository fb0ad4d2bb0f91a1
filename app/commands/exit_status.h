// What the program's exit status says, fit for scripts. Part of the documented command line: do not renumber.
#pragma once

#include "engine/error.h"

namespace partita {

enum class ExitStatus {
    Done = 0,
    AnswerIsNo = 1,  // items were refused; hot with --fail-if-hot
    WrongUsage = 2,
    FileTrouble = 3,  // missing, damaged, not to be read or written, or held by another
    Refused = 4,      // the request breaks a rule of the service
    Cancelled = 130,  // as shells report a program ended by SIGINT
};

ExitStatus exitStatusOf(ErrorCode code);

}  // namespace partita
