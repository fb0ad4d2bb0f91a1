// Any bytes as an expression of every kind, and what they parse to on an item and on its stored bytes.
// A libFuzzer target; see README.md here.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/expression/key_condition.h"
#include "engine/expression/parse.h"

using namespace partita;

namespace {

Placeholders placeholders() {
    Placeholders given;
    given.names = {{"#a", "a"}, {"#b", "b.c"}};
    given.values = {{":n", Value::number(1)},
                    {":s", Value::string("N")},
                    {":l", Value::list({Value::number(1)})},
                    {":t", *Value::stringSet({"N", "x"})}};
    return given;
}

Item item() {
    const AttributeMap map = {{"b", Value::list({Value::number(1), Value::string("N")})},
                              {"c", Value::number(2)}};
    return {{"a", Value::map(map)},
            {"n", Value::number(3)},
            {"s", Value::string("Name")},
            {"t", *Value::stringSet({"N"})}};
}

void require(bool holds) {
    if (!holds) std::abort();
}

/// Every refusal says where in the text it is.
template <class Parsed>
void requirePlace(const Result<Parsed>& parsed, std::string_view text) {
    if (parsed) return;
    const auto& range = parsed.error().range;
    require(range && range->begin <= range->end && range->end <= text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Placeholders given = placeholders();
    static const Item before = item();
    static const std::string bytes = itemBytes(before);
    static const KeySchema keys{{{"a", ValueType::String}}, {{"n", ValueType::Number}}};
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    UsedPlaceholders used;

    const auto condition = parseCondition(text, ExpressionKind::KeyCondition, given, used);
    requirePlace(condition, text);
    if (condition) {
        require(evaluate(*condition, before) == evaluate(*condition, ItemView(bytes)));
        require(!toText(*condition).empty());
        (void)keyCondition(*condition, keys);
    }

    const auto update = parseUpdate(text, given, used);
    requirePlace(update, text);
    if (update) {
        require(!toText(*update).empty());
        if (const auto after = apply(*update, before)) (void)updatedAttributes(*update, *after);
    }

    const auto projection = parseProjection(text, given, used);
    requirePlace(projection, text);
    if (projection) {
        const auto inPlace = project(*projection, ItemView(bytes));
        require(inPlace.ok() && *inPlace == project(*projection, before));
    }
    return 0;
}
