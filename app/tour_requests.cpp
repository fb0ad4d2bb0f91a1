#include "app/tour_requests.h"

#include <chrono>
#include <utility>

#include "engine/api/api.h"

namespace partita {
namespace {

constexpr std::int64_t kAgoSeconds = 3 * 3600;
constexpr int kRounds = 3;

/// Operation and body, in the order asked.
constexpr std::pair<const char*, const char*> kAsked[] = {
    {"ListTables", "{}"},
    {"DescribeTable", R"j({"TableName":"Workspaces"})j"},
    {"Query",
     R"j({"TableName":"Workspaces","KeyConditionExpression":"EntityRef = :w AND begins_with(Detail, :p)",)j"
     R"j("ExpressionAttributeValues":{":w":{"S":"WS#acme"},":p":{"S":"PROJ#"}}})j"},
    {"GetItem", R"j({"TableName":"Workspaces","Key":{"EntityRef":{"S":"WS#acme"},"Detail":{"S":"META"}}})j"},
    {"PutItem",
     R"j({"TableName":"Workspaces","Item":{"EntityRef":{"S":"WS#acme"},"Detail":{"S":"SESSION#7f3a"},)j"
     R"j("user":{"S":"mei"},"expiresAt":{"N":"%1"}},"ReturnConsumedCapacity":"TOTAL"})j"},
    {"Query",
     R"j({"TableName":"Workspaces","IndexName":"ByStatus","KeyConditionExpression":"#s = :s",)j"
     R"j("ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":s":{"S":"ACTIVE"}}})j"},
    {"PutItem", R"j({"TableName":"Workspaces","Item":{"EntityRef":{"S":"WS#acme"},"Detail":{"S":"META"}},)j"
                R"j("ConditionExpression":"attribute_not_exists(EntityRef)"})j"},
    {"UpdateItem",
     R"j({"TableName":"Workspaces","Key":{"EntityRef":{"S":"WS#globex"},"Detail":{"S":"META"}},)j"
     R"j("UpdateExpression":"SET seats = seats + :n","ExpressionAttributeValues":{":n":{"N":"1"}}})j"},
    {"Scan", R"j({"TableName":"Workspaces","FilterExpression":"title = :t",)j"
             R"j("ExpressionAttributeValues":{":t":{"S":"Website"}}})j"},
    {"Query", R"j({"TableName":"Workspaces","KeyConditionExpression":"status = :s"})j"},
};

}  // namespace

std::vector<LoggedCall> askForPictures(Engine& engine) {
    Api api(engine);
    std::vector<LoggedCall> calls;
    const std::string past = std::to_string(Clock::system().now() / 1000 - kAgoSeconds);
    for (int round = 0; round < kRounds; ++round) {
        for (const auto& [operation, text] : kAsked) {
            LoggedCall call;
            call.operation = operation;
            call.body = text;
            if (const auto at = call.body.find("%1"); at != std::string::npos) call.body.replace(at, 2, past);
            const auto begin = std::chrono::steady_clock::now();
            Answer answer = api.call(operation, call.body);
            const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
            call.time = Clock::system().now();
            call.milliseconds = time.count();
            call.status = static_cast<unsigned>(answer.status);
            call.table = std::move(answer.summary.table);
            call.index = std::move(answer.summary.index);
            call.key = std::move(answer.summary.key);
            call.items = answer.summary.items;
            call.scanned = answer.summary.scanned;
            call.capacity = answer.summary.capacity;
            call.errorType = std::move(answer.summary.errorType);
            call.errorMessage = std::move(answer.summary.errorMessage);
            calls.push_back(std::move(call));
        }
    }
    return calls;
}

}  // namespace partita
