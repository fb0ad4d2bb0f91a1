// Any bytes as a PartiQL statement. A libFuzzer target; see README.md here.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/api/partiql/statement.h"

using namespace partita;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const std::vector<std::vector<Value>> given = {
        {}, {Value::string("a")}, {Value::number(1), Value::list({Value::string("b")})}};
    for (const std::vector<Value>& parameters : given) {
        const auto statement = partiql::parseStatement(text, parameters);
        if (statement) {
            if (partiql::toText(*statement).empty()) std::abort();
            continue;
        }
        const auto& range = statement.error().range;
        if (range && (range->begin > range->end || range->end > size)) std::abort();
    }
    return 0;
}
