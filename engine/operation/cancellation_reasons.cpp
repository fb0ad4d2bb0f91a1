#include "engine/operation/cancellation_reasons.h"

#include <memory>
#include <string>
#include <utility>

namespace partita {

Result<void> CancellationReasons::add(std::size_t action, const Error& error) {
    CancellationReason& reason = m_reasons[action];
    switch (error.code) {
        case ErrorCode::ConditionalCheckFailed:
            reason.code = "ConditionalCheckFailed";
            break;
        case ErrorCode::Validation:
            reason.code = "ValidationError";
            break;
        case ErrorCode::ItemCollectionSizeLimitExceeded:
            reason.code = "ItemCollectionSizeLimitExceeded";
            break;
        case ErrorCode::TransactionConflict:
            reason.code = "TransactionConflict";
            break;
        case ErrorCode::ProvisionedThroughputExceeded:
            reason.code = "ProvisionedThroughputExceeded";
            break;
        case ErrorCode::Throttling:
            reason.code = "ThrottlingError";
            break;
        default:
            return error;
    }
    reason.message = error.message;
    if (error.detail) reason.item = error.detail->item;
    m_any = true;
    return {};
}

Error CancellationReasons::cancelled() const {
    std::string codes;
    for (const CancellationReason& reason : m_reasons)
        codes += (codes.empty() ? "" : ", ") + reason.code;
    Error error = Error::of(
        ErrorCode::TransactionCanceled,
        "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]");
    FailureDetail detail;
    detail.cancellationReasons = m_reasons;
    error.detail = std::make_shared<const FailureDetail>(std::move(detail));
    return error;
}

}  // namespace partita
