#include "engine/api/error_json.h"

#include "engine/api/json_value.h"
#include "engine/api/json_writer.h"
#include "engine/request.h"

namespace partita {
namespace {

/// How the service's parts spell the error: the package of the type, and the name of the message.
struct Spelling {
    std::string_view package = "com.amazonaws.dynamodb.v20120810#";
    std::string_view message = "message";
};

// As recorded. Errors of the service's front end are of other packages, and where the model names the message
// itself it begins with a capital.
Spelling spellingOf(std::string_view type) {
    if (type == "ValidationException") return {"com.amazon.coral.validate#", "message"};
    if (type == "SerializationException" || type == "UnknownOperationException" ||
        type == "AccessDeniedException") {
        return {"com.amazon.coral.service#", "Message"};
    }
    if (type == "ThrottlingException") return {"com.amazon.coral.availability#", "message"};
    if (type == "TransactionCanceledException" || type == "IdempotentParameterMismatchException" ||
        type == "TransactionInProgressException") {
        return {.message = "Message"};
    }
    return {};
}

void appendItem(const std::optional<Item>& item, JsonWriter& json) {
    if (!item) return;
    json.key("Item");
    appendJson(*item, json.place());
}

void appendDetail(const FailureDetail& detail, std::string_view type, JsonWriter& json) {
    appendItem(detail.item, json);
    if (!detail.cancellationReasons.empty()) {
        json.key("CancellationReasons").beginArray();
        for (const CancellationReason& reason : detail.cancellationReasons) {
            json.begin().member("Code", reason.code);
            if (!reason.message.empty()) json.member("Message", reason.message);
            appendItem(reason.item, json);
            json.end();
        }
        json.endArray();
    }
    if (!detail.throttlingReasons.empty()) {
        // The service's model names the member differently in that one.
        json.key(type == "ThrottlingException" ? "throttlingReasons" : "ThrottlingReasons").beginArray();
        for (const ThrottlingReason& reason : detail.throttlingReasons) {
            json.begin().member("reason", reason.reason).member("resource", reason.resource).end();
        }
        json.endArray();
    }
}

}  // namespace

std::string_view errorType(const Error& error) {
    if (const std::string_view name = serviceName(error.code); !name.empty()) return name;
    if (error.code == ErrorCode::BadInput) return serviceName(ErrorCode::Validation);
    if (error.code == ErrorCode::ReadOnly) return serviceName(ErrorCode::AccessDenied);
    return "InternalServerError";
}

int errorStatus(const Error& error) {
    return errorType(error) == "InternalServerError" ? 500 : 400;
}

std::string errorJson(const Error& error) {
    const std::string_view type = errorType(error);
    const Spelling spelling = spellingOf(type);
    JsonWriter json;
    json.begin().member("__type", std::string(spelling.package).append(type));
    // Where the place is in a file, as of damage, it is part of what is to be said.
    const std::string message = serviceName(error.code).empty() ? error.text() : error.message;
    if (!message.empty()) json.member(spelling.message, message);
    if (error.detail) appendDetail(*error.detail, type, json);
    json.end();
    return json.take();
}

}  // namespace partita
