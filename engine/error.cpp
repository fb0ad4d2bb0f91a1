#include "engine/error.h"

#include <utility>

namespace partita {

Error Error::validation(std::string message, std::string where) {
    return {ErrorCode::Validation, std::move(message), std::move(where), std::nullopt};
}

Error Error::notFound(std::string message) {
    return {ErrorCode::ResourceNotFound, std::move(message), {}, std::nullopt};
}

Error Error::badInput(std::string message, std::string where) {
    return {ErrorCode::BadInput, std::move(message), std::move(where), std::nullopt};
}

Error Error::file(ErrorCode code, std::string message, std::string path) {
    return {code, std::move(message), std::move(path), std::nullopt};
}

Error Error::cancelled() {
    return {ErrorCode::Cancelled, "Cancelled.", {}, std::nullopt};
}

Error Error::internal(std::string message) {
    return {ErrorCode::Internal, std::move(message), {}, std::nullopt};
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
        case ErrorCode::ResourceInUse:
            return "ResourceInUseException";
        case ErrorCode::LimitExceeded:
            return "LimitExceededException";
        case ErrorCode::ItemCollectionSizeLimitExceeded:
            return "ItemCollectionSizeLimitExceededException";
        case ErrorCode::Serialization:
            return "SerializationException";
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
