// Values of any type and depth, with texts that formats have to take care of. The same seed gives the same.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "engine/value/value.h"

namespace partita::test {

/// A value of any type; plain ones are those that plain JSON carries.
class RandomValues final {
  public:
    RandomValues(unsigned seed, bool plainOnly) : m_random(seed), m_plainOnly(plainOnly) {}

    Value value(int depth) {
        const int types = m_plainOnly ? 6 : 10;
        switch (below(types)) {
            case 0:
                return Value::string(text());
            case 1:
                return Value::number(number());
            case 2:
                return Value::boolean(below(2) == 0);
            case 3:
                return Value::null();
            case 4: {
                List list;
                for (int left = depth > 0 ? below(4) : 0; left > 0; --left)
                    list.push_back(value(depth - 1));
                return Value::list(std::move(list));
            }
            case 5:
                return Value::map(map(depth > 0 ? below(5) : 0, depth - 1));
            case 6:
                return Value::binary(text());
            case 7:
                return *Value::stringSet({"", "b" + text()});
            case 8:
                return *Value::numberSet({Number::fromInteger(below(100)), *Number::parse("1e-7")});
            default:
                return *Value::binarySet({std::string("\0\xff", 2), "a" + text()});
        }
    }

    AttributeMap map(int attributes, int depth) {
        AttributeMap map;
        for (; attributes > 0; --attributes)
            map.set(text(), value(depth));
        return map;
    }

  private:
    int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }
    std::string text() {
        static const std::vector<std::string> kPieces = {
            "a", "Z9",   "\"", "\\",  "\n", "\t", std::string(1, '\x01'),
            "é", "日本", "😀",  "a.b", "#",  " ",  "/"};
        std::string text;
        for (int left = below(6); left > 0; --left) {
            text += kPieces[static_cast<std::size_t>(below(static_cast<int>(kPieces.size())))];
        }
        return text;
    }
    Number number() {
        std::string text = below(2) == 0 ? "-" : "";
        for (int digits = 1 + below(38); digits > 0; --digits)
            text += static_cast<char>('0' + below(10));
        return *Number::parse(text + "e" + std::to_string(below(120) - 80));
    }

    std::mt19937 m_random;
    bool m_plainOnly;
};

}  // namespace partita::test
