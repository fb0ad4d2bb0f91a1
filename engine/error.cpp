#include "engine/error.h"

#include <utility>

namespace partita {

Error Error::of(ErrorCode code, std::string message) {
    return {code, std::move(message), {}, std::nullopt, nullptr};
}

Error Error::validation(std::string message, std::string where) {
    return {ErrorCode::Validation, std::move(message), std::move(where), std::nullopt, nullptr};
}

Error Error::notFound(std::string message) {
    return {ErrorCode::ResourceNotFound, std::move(message), {}, std::nullopt, nullptr};
}

Error Error::badInput(std::string message, std::string where) {
    return {ErrorCode::BadInput, std::move(message), std::move(where), std::nullopt, nullptr};
}

Error Error::file(ErrorCode code, std::string message, std::string path) {
    return {code, std::move(message), std::move(path), std::nullopt, nullptr};
}

Error Error::cancelled() {
    return {ErrorCode::Cancelled, "Cancelled.", {}, std::nullopt, nullptr};
}

Error Error::internal(std::string message) {
    return {ErrorCode::Internal, std::move(message), {}, std::nullopt, nullptr};
}

std::string Error::text() const {
    return where.empty() ? message : where + ": " + message;
}

std::string_view serviceName(ErrorCode code) {
    switch (code) {
        case ErrorCode::Validation:
            return "ValidationException";
        case ErrorCode::ConditionalCheckFailed:
            return "ConditionalCheckFailedException";
        case ErrorCode::ResourceNotFound:
            return "ResourceNotFoundException";
        case ErrorCode::TableNotFound:
            return "TableNotFoundException";
        case ErrorCode::ResourceInUse:
            return "ResourceInUseException";
        case ErrorCode::LimitExceeded:
            return "LimitExceededException";
        case ErrorCode::ItemCollectionSizeLimitExceeded:
            return "ItemCollectionSizeLimitExceededException";
        case ErrorCode::Serialization:
            return "SerializationException";
        case ErrorCode::ProvisionedThroughputExceeded:
            return "ProvisionedThroughputExceededException";
        case ErrorCode::Throttling:
            return "ThrottlingException";
        case ErrorCode::TransactionCanceled:
            return "TransactionCanceledException";
        case ErrorCode::TransactionConflict:
            return "TransactionConflictException";
        case ErrorCode::TransactionInProgress:
            return "TransactionInProgressException";
        case ErrorCode::IdempotentParameterMismatch:
            return "IdempotentParameterMismatchException";
        case ErrorCode::DuplicateItem:
            return "DuplicateItemException";
        case ErrorCode::TrimmedDataAccess:
            return "TrimmedDataAccessException";
        case ErrorCode::ExpiredIterator:
            return "ExpiredIteratorException";
        case ErrorCode::AccessDenied:
            return "AccessDeniedException";
        case ErrorCode::UnknownOperation:
            return "UnknownOperationException";
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
        case ErrorCode::Cancelled:
        case ErrorCode::Internal:
            return {};
    }
    return {};
}

}  // namespace partita
