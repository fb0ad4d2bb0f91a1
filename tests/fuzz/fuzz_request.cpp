// Any bytes as the JSON body of any operation, on a small table file. The first byte chooses the operation.
// A libFuzzer target; see README.md here.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/api/api.h"

using namespace partita;

namespace {

constexpr std::array<std::string_view, 30> kOperations = {"GetItem",
                                                          "PutItem",
                                                          "UpdateItem",
                                                          "DeleteItem",
                                                          "Query",
                                                          "Scan",
                                                          "BatchGetItem",
                                                          "BatchWriteItem",
                                                          "TransactGetItems",
                                                          "TransactWriteItems",
                                                          "ExecuteStatement",
                                                          "BatchExecuteStatement",
                                                          "ExecuteTransaction",
                                                          "CreateTable",
                                                          "DescribeTable",
                                                          "ListTables",
                                                          "UpdateTable",
                                                          "DeleteTable",
                                                          "UpdateTimeToLive",
                                                          "DescribeTimeToLive",
                                                          "TagResource",
                                                          "UntagResource",
                                                          "ListTagsOfResource",
                                                          "ListStreams",
                                                          "DescribeStream",
                                                          "GetShardIterator",
                                                          "GetRecords",
                                                          "DescribeLimits",
                                                          "DescribeEndpoints",
                                                          "NoSuchOperation"};

/// A table file with a table T (pk, sk, an LSI and a GSI), removed at the end.
class File final {
  public:
    File() : m_path("/tmp/partita-fuzz-" + std::to_string(::getpid()) + ".partita") {
        std::filesystem::remove(m_path);
        TableDefinition table;
        table.name = "Tab";
        table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
        table.indexes = {
            {"lsi", IndexKind::Local, {table.keys.partition, {{"a", ValueType::String}}}, {}, {}},
            {"gsi", IndexKind::Global, {{{"a", ValueType::String}}, {}}, {}, {}}};
        auto engine = Engine::create(m_path, {table});
        if (!engine) std::abort();
        m_engine = std::move(engine).value();
        m_api = std::make_unique<Api>(*m_engine);
        for (int i = 0; i < 20; ++i)
            (void)m_engine->put(
                {"Tab", {{"pk", Value::string("a")}, {"sk", Value::number(i)}, {"a", Value::string("x")}}});
    }
    ~File() {
        m_api.reset();
        m_engine.reset();
        std::filesystem::remove(m_path);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    Api& api() { return *m_api; }

  private:
    std::string m_path;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Api> m_api;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static File file;
    if (size == 0) return 0;
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Answer answer = file.api().call(kOperations[data[0] % kOperations.size()], body);
    // Whatever was asked, the answer is a JSON object, and our own faults are never to blame.
    if (answer.body.empty() || answer.body.front() != '{' || answer.body.back() != '}') std::abort();
    if (answer.status != 200 && answer.status != 400) std::abort();
    return 0;
}
