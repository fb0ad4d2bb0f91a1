// A client that sends bytes as they are, right or wrong, and reads one answer at a time. For tests.
#pragma once

#include <sys/socket.h>
#include <sys/time.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace partita::test {

struct HttpAnswer {
    int status = 0;      // 0: the connection ended without an answer
    std::string header;  // as it came, without the empty line
    std::string body;

    /// The value of a header, its name in any case; empty when there is none.
    std::string headerValue(std::string name) const {
        const auto lower = [](std::string text) {
            for (char& c : text)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
            return text;
        };
        const std::string all = lower(header) + "\r\n";
        const std::string wanted = "\r\n" + lower(std::move(name)) + ": ";
        const std::size_t at = all.find(wanted);
        if (at == std::string::npos) return {};
        const std::size_t begin = at + wanted.size();
        return header.substr(begin, all.find("\r\n", begin) - begin);
    }
};

class HttpClient final {
  public:
    explicit HttpClient(std::uint16_t port) : m_socket(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience = {20, 0};
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        m_connected = ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }
    ~HttpClient() {
        if (m_socket >= 0) ::close(m_socket);
    }
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    bool isConnected() const { return m_connected; }
    /// False when the other side has gone.
    bool send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void endSending() const { ::shutdown(m_socket, SHUT_WR); }

    HttpAnswer receive() {
        HttpAnswer answer;
        std::size_t end = 0;
        while ((end = m_received.find("\r\n\r\n")) == std::string::npos)
            if (!more()) return answer;
        answer.header = m_received.substr(0, end);
        m_received.erase(0, end + 4);
        answer.status = std::atoi(answer.header.substr(answer.header.find(' ') + 1).c_str());
        const std::size_t length = std::strtoull(answer.headerValue("content-length").c_str(), nullptr, 10);
        while (m_received.size() < length)
            if (!more()) return {};
        answer.body = m_received.substr(0, length);
        m_received.erase(0, length);
        return answer;
    }
    /// True when the other side has closed, and sent nothing more.
    bool isClosed() { return m_received.empty() && !more(); }

    HttpAnswer ask(std::string_view bytes) {
        send(bytes);
        return receive();
    }

  private:
    bool more() {
        char bytes[65536];
        const ssize_t got = ::recv(m_socket, bytes, sizeof bytes, 0);
        if (got <= 0) return false;
        m_received.append(bytes, static_cast<std::size_t>(got));
        return true;
    }

    int m_socket = -1;
    bool m_connected = false;
    std::string m_received;
};

/// A POST of a JSON body with a signature that says little but is complete.
inline std::string signedRequest(std::string_view operation, std::string_view body,
                                 std::string_view moreHeaders = {}) {
    return "POST / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Type: application/x-amz-json-1.0\r\n"
           "X-Amz-Target: DynamoDB_20120810." +
           std::string(operation) +
           "\r\nX-Amz-Date: 20260101T000000Z\r\n"
           "Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/eu-west-1/dynamodb/aws4_request, "
           "SignedHeaders=host;x-amz-date;x-amz-target, Signature=00\r\n" +
           std::string(moreHeaders) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

}  // namespace partita::test
