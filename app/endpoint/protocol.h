// What the service's HTTP says around the JSON: targets, signatures, checksums, and who may ask at all.
// Source: recordings of the service, as public test suites keep them. Free functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/endpoint/http_server.h"

namespace partita {

/// Answers that need no table: a browser's page from elsewhere, a wrong method or content type, a missing or
/// incomplete signature, a health check. Nothing: the request is one for the API.
std::optional<HttpResponse> answerWithoutApi(const HttpRequest& request, std::string_view region);

/// "GetItem" of "DynamoDB_20120810.GetItem"; empty when the header is none of the service's.
std::string_view operationOf(const HttpRequest& request);
/// The region that the request is signed for; empty when it does not say.
std::string_view regionOf(const HttpRequest& request);

/// An answer with a JSON body, in the content type that the request came in.
HttpResponse jsonAnswer(const HttpRequest& request, unsigned status, std::string body);
/// Adds x-amz-crc32 and x-amzn-RequestId, and what a page of this machine needs to read the answer.
void finishAnswer(const HttpRequest& request, HttpResponse& response);

}  // namespace partita
