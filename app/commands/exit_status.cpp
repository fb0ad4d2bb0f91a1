#include "app/commands/exit_status.h"

namespace partita {

ExitStatus exitStatusOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::Validation:
        case ErrorCode::ConditionalCheckFailed:
        case ErrorCode::ResourceNotFound:
        case ErrorCode::ResourceInUse:
        case ErrorCode::LimitExceeded:
        case ErrorCode::ItemCollectionSizeLimitExceeded:
        case ErrorCode::Serialization:
        case ErrorCode::Internal:
            return ExitStatus::Refused;
        case ErrorCode::FileMissing:
        case ErrorCode::FileEmpty:
        case ErrorCode::ForeignFile:
        case ErrorCode::DamagedFile:
        case ErrorCode::NewerVersion:
        case ErrorCode::HeldByAnother:
        case ErrorCode::ReadOnly:
        case ErrorCode::DiskFull:
        case ErrorCode::InputOutput:
        case ErrorCode::BadInput:
            return ExitStatus::FileTrouble;
        case ErrorCode::Cancelled:
            return ExitStatus::Cancelled;
    }
    return ExitStatus::Refused;
}

}  // namespace partita
