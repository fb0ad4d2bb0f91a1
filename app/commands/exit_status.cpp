#include "app/commands/exit_status.h"

namespace partita {

ExitStatus exitStatusOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::Validation:
        case ErrorCode::ConditionalCheckFailed:
        case ErrorCode::ResourceNotFound:
        case ErrorCode::TableNotFound:
        case ErrorCode::ResourceInUse:
        case ErrorCode::LimitExceeded:
        case ErrorCode::ItemCollectionSizeLimitExceeded:
        case ErrorCode::ProvisionedThroughputExceeded:
        case ErrorCode::Throttling:
        case ErrorCode::TransactionCanceled:
        case ErrorCode::TransactionConflict:
        case ErrorCode::TransactionInProgress:
        case ErrorCode::IdempotentParameterMismatch:
        case ErrorCode::DuplicateItem:
        case ErrorCode::TrimmedDataAccess:
        case ErrorCode::ExpiredIterator:
        case ErrorCode::AccessDenied:
        case ErrorCode::Serialization:
        case ErrorCode::UnknownOperation:
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
