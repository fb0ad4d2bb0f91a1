#include "engine/api/api.h"

#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/api/error_json.h"
#include "engine/api/operation.h"

namespace partita {

/// Parsed bodies are kept for the calls that follow: their buffers have grown to what bodies need.
struct Api::State {
    State(Engine& engineToUse, ApiOptions optionsToUse)
        : engine(engineToUse), options(std::move(optionsToUse)) {}

    std::unique_ptr<JsonRequest> takeRequest() {
        const std::lock_guard lock(mutex);
        if (idle.empty()) return std::make_unique<JsonRequest>();
        auto request = std::move(idle.back());
        idle.pop_back();
        return request;
    }
    void giveBack(std::unique_ptr<JsonRequest> request) {
        constexpr std::size_t kKept = 32;  // as many calls as run at once on a common machine
        const std::lock_guard lock(mutex);
        if (idle.size() < kKept) idle.push_back(std::move(request));
    }

    Engine& engine;
    const ApiOptions options;
    std::mutex mutex;
    std::vector<std::unique_ptr<JsonRequest>> idle;
};

namespace {

/// What was throttled, as an ARN: the engine knows neither region nor account.
void completeArns(Error& error, const CallContext& context) {
    if (!error.detail || error.detail->throttlingReasons.empty()) return;
    constexpr std::string_view kTable = "table/";
    FailureDetail detail = *error.detail;
    for (ThrottlingReason& reason : detail.throttlingReasons)
        reason.resource = tableArn(context, std::string_view(reason.resource).substr(kTable.size()));
    error.detail = std::make_shared<const FailureDetail>(std::move(detail));
}

Result<std::string> answered(const Operation& operation, CallContext& context, JsonRequest& request,
                             std::string_view body) {
    if (auto parsed = request.parse(body); !parsed) return parsed.error();
    return operation.handler(context, request);
}

}  // namespace

Api::Api(Engine& engine, ApiOptions options) : m_state(std::make_unique<State>(engine, std::move(options))) {}

Api::~Api() = default;

bool Api::isOperation(std::string_view operation) {
    return findOperation(operation) != nullptr;
}

Answer Api::call(std::string_view operation, std::string_view body, std::string_view region) {
    Answer answer;
    CallContext context{m_state->engine, m_state->options,
                        region.empty() ? std::string_view(m_state->options.region) : region, answer.summary};
    auto result = [&]() -> Result<std::string> {
        const Operation* const found = findOperation(operation);
        if (found == nullptr) return Error::of(ErrorCode::UnknownOperation, {});
        try {
            auto request = m_state->takeRequest();
            auto text = answered(*found, context, *request, body);
            m_state->giveBack(std::move(request));
            return text;
        } catch (const std::exception& fault) {  // out of memory, for one
            return Error::internal(std::string("The request could not be answered: ") + fault.what());
        }
    }();
    if (result) {
        answer.body = *std::move(result);
        return answer;
    }
    Error error = result.error();
    completeArns(error, context);
    answer.status = errorStatus(error);
    answer.body = errorJson(error);
    answer.summary.errorType = errorType(error);
    answer.summary.errorMessage = error.message;
    return answer;
}

}  // namespace partita
