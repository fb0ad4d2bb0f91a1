#include "engine/partition/trace_generator.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <numeric>

#include "engine/partition/random.h"
#include "engine/partition/zipf.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr std::uint32_t kRateMax = 1'000'000;
constexpr std::uint32_t kSecondsMax = 86'400;
constexpr double kExponentMax = 10;
constexpr std::uint32_t kMadeKeys = 1'000;
constexpr std::size_t kKeysMax = std::size_t{1} << 24;  // what Zipf can tell apart; more are not drawn from

constexpr std::string_view kForm =
    "Write uniform, zipf:EXPONENT or hot:SHARE, then any of ,rate=N ,seconds=N ,seed=N ,writes=SHARE; for "
    "example hot:0.7,rate=5000,seconds=60.";

constexpr HalfUnits kReadUnits = 1;   // 0.5 RCU: an eventually consistent Query of up to 4 KB
constexpr HalfUnits kWriteUnits = 2;  // 1 WCU: an item of up to 1 KB

template <class T>
bool parseWhole(std::string_view text, T& value) {
    if (text.empty() || text.front() == '-') return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

std::string doubleText(double value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

class SpecParser final {
  public:
    explicit SpecParser(std::string_view text) : m_text(text) {}

    Result<GeneratorSpec> parse() {
        std::size_t at = 0;
        for (bool first = true;; first = false) {
            const std::size_t comma = std::min(m_text.find(',', at), m_text.size());
            std::string_view part = m_text.substr(at, comma - at);
            // "hot:0.7, rate=100" is what people write.
            while (!part.empty() && part.front() == ' ')
                part.remove_prefix(1);
            while (!part.empty() && part.back() == ' ')
                part.remove_suffix(1);
            const std::string problem = first ? takeKind(part) : takeOption(part);
            if (!problem.empty()) {
                Error error = Error::badInput(problem + " " + std::string(kForm), "the generator");
                error.range = SourceRange{at, comma};
                return error;
            }
            if (comma == m_text.size()) return m_spec;
            at = comma + 1;
        }
    }

  private:
    // Each returns what is wrong, or nothing.
    std::string takeKind(std::string_view part) {
        const std::size_t colon = part.find(':');
        const std::string_view name = part.substr(0, colon);
        const bool hasParameter = colon != std::string_view::npos;
        const std::string_view parameter = hasParameter ? part.substr(colon + 1) : std::string_view{};
        if (name == "uniform") {
            m_spec.kind = GeneratorSpec::Kind::Uniform;
            return hasParameter ? "\"uniform\" takes no parameter." : "";
        }
        if (name == "zipf") {
            m_spec.kind = GeneratorSpec::Kind::Zipf;
            if (!parseWhole(parameter, m_spec.parameter) ||
                !(m_spec.parameter > 0 && m_spec.parameter <= kExponentMax))
                return "\"zipf\" needs an exponent over 0 and at most 10, as in zipf:1.1.";
            return "";
        }
        if (name == "hot") {
            m_spec.kind = GeneratorSpec::Kind::Hot;
            if (!parseWhole(parameter, m_spec.parameter) || !(m_spec.parameter >= 0 && m_spec.parameter <= 1))
                return "\"hot\" needs the share of the hot key, 0 to 1, as in hot:0.7.";
            return "";
        }
        return "\"" + std::string(name) + "\" is no kind of generator.";
    }

    std::string takeOption(std::string_view part) {
        const std::size_t equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
        if (name == "rate") {
            if (!parseWhole(value, m_spec.rate) || m_spec.rate == 0 || m_spec.rate > kRateMax)
                return "\"rate\" is requests a second, a whole number from 1 to 1000000.";
        } else if (name == "seconds") {
            if (!parseWhole(value, m_spec.seconds) || m_spec.seconds == 0 || m_spec.seconds > kSecondsMax)
                return "\"seconds\" is a whole number from 1 to 86400.";
        } else if (name == "seed") {
            if (!parseWhole(value, m_spec.seed)) return "\"seed\" is a whole number of at most 64 bits.";
        } else if (name == "writes") {
            if (!parseWhole(value, m_spec.writes) || !(m_spec.writes >= 0 && m_spec.writes <= 1))
                return "\"writes\" is the share of writes, 0 to 1.";
        } else {
            return "\"" + std::string(part) + "\" is no option of a generator.";
        }
        if (std::find(m_seen.begin(), m_seen.end(), name) != m_seen.end())
            return "\"" + std::string(name) + "\" is given twice.";
        m_seen.push_back(name);
        return "";
    }

    std::string_view m_text;
    GeneratorSpec m_spec;
    std::vector<std::string_view> m_seen;
};

std::string madeKeyText(std::uint32_t number) {
    char text[16];
    std::snprintf(text, sizeof text, "key-%06u", static_cast<unsigned>(number));
    return text;
}

// Draws keys by their index.
class KeyDraw final {
  public:
    KeyDraw(const GeneratorSpec& spec, std::size_t keys, Random& random)
        : m_kind(spec.kind), m_share(spec.parameter), m_keys(keys) {
        if (m_kind == GeneratorSpec::Kind::Hot) m_hot = random.below(keys);
        if (m_kind != GeneratorSpec::Kind::Zipf) return;
        m_zipf.emplace(spec.parameter, keys);
        // Ranks are shuffled, so that the busiest keys are no neighbours in key order.
        m_ofRank.resize(keys);
        std::iota(m_ofRank.begin(), m_ofRank.end(), 0U);
        for (std::size_t i = keys; i > 1; --i)
            std::swap(m_ofRank[i - 1], m_ofRank[random.below(i)]);
    }

    std::size_t draw(Random& random) const {
        if (m_zipf) return m_ofRank[m_zipf->draw(random)];
        if (m_kind == GeneratorSpec::Kind::Uniform) return random.below(m_keys);
        if (random.chance(m_share) || m_keys == 1) return m_hot;
        const std::size_t other = random.below(m_keys - 1);
        return other < m_hot ? other : other + 1;
    }

  private:
    GeneratorSpec::Kind m_kind;
    double m_share;
    std::size_t m_keys;
    std::size_t m_hot = 0;
    std::optional<Zipf> m_zipf;
    std::vector<std::uint32_t> m_ofRank;
};

}  // namespace

std::string GeneratorSpec::text() const {
    std::string result;
    switch (kind) {
        case Kind::Uniform:
            result = "uniform";
            break;
        case Kind::Zipf:
            result = "zipf:" + doubleText(parameter);
            break;
        case Kind::Hot:
            result = "hot:" + doubleText(parameter);
            break;
    }
    return result + ",rate=" + std::to_string(rate) + ",seconds=" + std::to_string(seconds) +
           ",seed=" + std::to_string(seed) + ",writes=" + doubleText(writes);
}

Result<GeneratorSpec> parseGeneratorSpec(std::string_view text) {
    return SpecParser(text).parse();
}

std::vector<std::string> madeKeys(const KeySchema& schema, std::uint32_t count) {
    std::vector<std::string> keys;
    keys.reserve(count);
    for (std::uint32_t i = 1; i <= count; ++i) {
        std::vector<Value> values;
        for (std::size_t a = 0; a < schema.partition.size(); ++a) {
            const std::uint32_t number = a + 1 == schema.partition.size() ? i : 1;
            switch (schema.partition[a].type) {
                case ValueType::Number:
                    values.push_back(Value::number(static_cast<std::int64_t>(number)));
                    break;
                case ValueType::Binary:
                    values.push_back(Value::binary(madeKeyText(number)));
                    break;
                default:
                    values.push_back(Value::string(madeKeyText(number)));
            }
        }
        if (auto key = keyPart(schema.partition, values)) keys.push_back(*std::move(key));
    }
    return keys;
}

void generateTrace(const GeneratorSpec& spec, const std::vector<std::string>& keys, UtcMillis begin,
                   const std::function<bool(const LoadEvent&)>& emit) {
    std::vector<std::string> made;
    if (keys.empty())
        for (std::uint32_t i = 1; i <= kMadeKeys; ++i)
            made.push_back(madeKeyText(i));
    const std::vector<std::string>& from = keys.empty() ? made : keys;

    Random random(spec.seed);
    const KeyDraw keyDraw(spec, std::min(from.size(), kKeysMax), random);
    LoadEvent event;
    event.keyBytes.emplace();
    for (std::uint32_t second = 0; second < spec.seconds; ++second) {
        for (std::uint32_t i = 0; i < spec.rate; ++i) {
            event.time = begin + std::int64_t{second} * 1'000 + std::int64_t{i} * 1'000 / spec.rate;
            *event.keyBytes = from[keyDraw.draw(random)];
            const bool isWrite = random.chance(spec.writes);
            event.read = isWrite ? 0 : kReadUnits;
            event.write = isWrite ? kWriteUnits : 0;
            if (!emit(event)) return;
        }
    }
}

}  // namespace partita
