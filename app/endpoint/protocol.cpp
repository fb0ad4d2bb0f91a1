#include "app/endpoint/protocol.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <random>

#include "engine/api/api.h"

namespace partita {

namespace {

constexpr std::string_view kJson10 = "application/x-amz-json-1.0";
constexpr std::string_view kJson = "application/json";

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return lower;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// "localhost" of "localhost:8000", "::1" of "[::1]:8000".
std::string hostName(std::string_view authority) {
    if (!authority.empty() && authority.front() == '[') {
        const std::size_t end = authority.find(']');
        return end == std::string_view::npos ? std::string() : std::string(authority.substr(1, end - 1));
    }
    return lowerCase(authority.substr(0, authority.find(':')));
}

/// Names that a browser resolves to this machine whatever a name server says; "127.1.2.3" among them.
bool isLoopback(std::string_view host) {
    constexpr std::string_view kSuffix = ".localhost";
    if (host == "localhost" || host == "::1") return true;
    if (host.size() > kSuffix.size() && host.substr(host.size() - kSuffix.size()) == kSuffix) return true;
    return host.substr(0, 4) == "127." && host.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool isLoopbackOrigin(std::string_view origin) {
    const std::size_t scheme = origin.find("://");
    return scheme != std::string_view::npos && isLoopback(hostName(origin.substr(scheme + 3)));
}

/// The media type of the body when it is one of the service's, else empty.
std::string_view jsonTypeOf(const HttpRequest& request) {
    const std::string_view header = request.header("content-type");
    const std::string type = lowerCase(trimmed(header.substr(0, header.find(';'))));
    if (type == kJson10) return kJson10;
    return type == kJson ? kJson : std::string_view();
}

HttpResponse unknownPage() {
    return {404, {}, {}, "<UnknownOperationException/>\n"};
}

HttpResponse coralFault(const HttpRequest& request, std::string_view type, std::string_view message) {
    std::string body = R"({"__type":"com.amazon.coral.service#)" + std::string(type) + '"';
    if (!message.empty()) {
        body += R"(,"message":")";
        for (const char c : message) {
            if (c == '"' || c == '\\') body += '\\';
            if (static_cast<unsigned char>(c) >= 0x20) body += c;
        }
        body += '"';
    }
    return jsonAnswer(request, 400, body + '}');
}

bool looksLikeJsonObject(std::string_view body) {
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && body[first] == '{';
}

bool hasQueryParameter(std::string_view target, std::string_view name) {
    const std::size_t query = target.find('?');
    if (query == std::string_view::npos) return false;
    std::string_view rest = target.substr(query + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        if (pair.substr(0, pair.find('=')) == name) return true;
        rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    }
    return false;
}

/// Any signature is accepted, but there must be one, in one of the two forms, and complete.
std::optional<HttpResponse> signatureFault(const HttpRequest& request) {
    const std::string_view header = request.header("authorization");
    const bool inQuery = hasQueryParameter(request.target, "X-Amz-Algorithm");
    if (!header.empty() && inQuery)
        return coralFault(request, "InvalidSignatureException",
                          "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP "
                          "header.");
    std::string message;
    if (inQuery) {
        for (const std::string_view name : {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature",
                                            "X-Amz-SignedHeaders", "X-Amz-Date"}) {
            const std::string given = std::string(name) + '=';
            const std::size_t at = request.target.find(given);
            const bool hasValue = at != std::string_view::npos && at + given.size() < request.target.size() &&
                                  request.target[at + given.size()] != '&';
            if (!hasValue)
                message += "AWS query-string parameters must include '" + std::string(name) + "'. ";
        }
        if (message.empty()) return std::nullopt;
        return coralFault(request, "IncompleteSignatureException",
                          message + "Re-examine the query-string parameters.");
    }
    if (header.substr(0, 5) != "AWS4-")
        return coralFault(request, "MissingAuthenticationTokenException",
                          "Request is missing Authentication Token");
    for (const std::string_view name : {"Credential", "Signature", "SignedHeaders"}) {
        const std::string given = std::string(name) + '=';
        const std::size_t at = header.find(given);
        const bool hasValue = at != std::string_view::npos && at + given.size() < header.size() &&
                              header[at + given.size()] != ',' && header[at + given.size()] != ' ' &&
                              (at == 0 || header[at - 1] == ' ' || header[at - 1] == ',');
        if (!hasValue) message += "Authorization header requires '" + std::string(name) + "' parameter. ";
    }
    if (request.header("x-amz-date").empty() && request.header("date").empty())
        message += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    if (message.empty()) return std::nullopt;
    return coralFault(request, "IncompleteSignatureException",
                      message + "Authorization=" + std::string(header));
}

/// 52 characters, as the service's.
std::string requestId() {
    constexpr std::string_view kLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    thread_local std::mt19937_64 random{std::random_device{}()};
    std::string id(52, '0');
    for (char& c : id)
        c = kLetters[random() % kLetters.size()];
    return id;
}

HttpResponse preflight(const HttpRequest& request) {
    HttpResponse response;
    response.headers.emplace_back("Access-Control-Max-Age", "172800");
    const std::string_view headers = request.header("access-control-request-headers");
    if (!headers.empty()) response.headers.emplace_back("Access-Control-Allow-Headers", headers);
    const std::string_view method = request.header("access-control-request-method");
    if (!method.empty()) response.headers.emplace_back("Access-Control-Allow-Methods", method);
    return response;
}

}  // namespace

std::optional<HttpResponse> answerWithoutApi(const HttpRequest& request, std::string_view region) {
    const auto isHost = [](const auto& field) { return lowerCase(field.first) == "host"; };
    if (std::ranges::count_if(request.headers, isHost) > 1)
        return HttpResponse{400, "text/plain; charset=utf-8", {}, "There is more than one Host header.\n"};
    const std::string_view origin = request.header("origin");
    // A page on the web could otherwise read and change tables through the browser of whoever opened it: by
    // its origin, or by a name of its own that it lets point to this machine.
    if (!isLoopback(hostName(request.header("host"))))
        return HttpResponse{403,
                            "text/plain; charset=utf-8",
                            {},
                            "Only localhost, 127.0.0.1 and [::1] are served: the Host of this request is "
                            "another.\n"};
    if (!origin.empty() && !isLoopbackOrigin(origin))
        return HttpResponse{403,
                            "text/plain; charset=utf-8",
                            {},
                            "Pages from elsewhere are not served: open the page from localhost.\n"};

    if (request.method == "OPTIONS" && !origin.empty()) return preflight(request);
    if (request.method == "GET" || request.method == "HEAD") {
        // The health of the service is told at its root alone.
        if (request.target.substr(0, request.target.find('?')) != "/") return unknownPage();
        return HttpResponse{
            200, "text/plain", {}, "healthy: dynamodb." + std::string(region) + ".amazonaws.com "};
    }
    if (request.method != "POST") return unknownPage();
    const bool typed = !jsonTypeOf(request).empty();
    if (!typed && !request.body.empty()) return unknownPage();
    if (request.body.empty() && Api::isOperation(operationOf(request))) {
        // Recorded: of a request without a body, too, it is the signature that is missed first.
        if (auto fault = signatureFault(request)) return fault;
    }
    if (typed && !looksLikeJsonObject(request.body)) return coralFault(request, "SerializationException", {});
    if (!Api::isOperation(operationOf(request))) return coralFault(request, "UnknownOperationException", {});
    return signatureFault(request);
}

std::string_view operationOf(const HttpRequest& request) {
    const std::string_view target = request.header("x-amz-target");
    for (const std::string_view prefix : {"DynamoDB_20120810.", "DynamoDBStreams_20120810."})
        if (target.substr(0, prefix.size()) == prefix) return target.substr(prefix.size());
    return {};
}

std::string_view regionOf(const HttpRequest& request) {
    // Credential=KEY/20260501/REGION/dynamodb/aws4_request
    constexpr std::string_view kCredential = "Credential=";
    std::string_view rest = request.header("authorization");
    const std::size_t at = rest.find(kCredential);
    if (at == std::string_view::npos) return {};
    rest.remove_prefix(at + kCredential.size());
    rest = rest.substr(0, rest.find_first_of(", "));
    // From the end: an access key may hold a slash.
    for (int part = 0; part < 2; ++part) {
        const std::size_t slash = rest.rfind('/');
        if (slash == std::string_view::npos) return {};
        rest = rest.substr(0, slash);
    }
    const std::size_t slash = rest.rfind('/');
    if (slash == std::string_view::npos) return {};
    const std::string_view region = rest.substr(slash + 1);
    const bool plain =
        !region.empty() && region.size() <= 64 &&
        region.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
    return plain ? region : std::string_view();
}

HttpResponse jsonAnswer(const HttpRequest& request, unsigned status, std::string body) {
    const std::string_view type = jsonTypeOf(request);
    return {status, std::string(type.empty() ? kJson : type), {}, std::move(body)};
}

void finishAnswer(const HttpRequest& request, HttpResponse& response) {
    const auto* bytes = reinterpret_cast<const Bytef*>(response.body.data());
    const auto sum = crc32_z(crc32_z(0, nullptr, 0), bytes, response.body.size());
    response.headers.emplace_back("x-amz-crc32", std::to_string(sum));
    response.headers.emplace_back("x-amzn-RequestId", requestId());
    const std::string_view origin = request.header("origin");
    if (!origin.empty() && isLoopbackOrigin(origin)) {
        response.headers.emplace_back("Access-Control-Allow-Origin", origin);
        response.headers.emplace_back("Access-Control-Expose-Headers",
                                      "x-amzn-requestid,x-amz-crc32,content-length");
        response.headers.emplace_back("Vary", "Origin");
    }
}

}  // namespace partita
