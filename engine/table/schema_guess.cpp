#include "engine/table/schema_guess.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "engine/table/key.h"

namespace partita {
namespace {

// What designers call their keys, the likeliest first. Compared without case, '_' and '-'.
constexpr std::array<std::string_view, 12> kPartitionNames = {"pk",   "partitionkey", "hashkey", "hash",
                                                              "pkey", "partition",    "id",      "uuid",
                                                              "key",  "entityid",     "userid",  "name"};
constexpr std::array<std::string_view, 10> kSortNames = {
    "sk", "sortkey", "rangekey", "range", "skey", "sort", "timestamp", "createdat", "date", "version"};
constexpr std::size_t kMostNames = 200;  // pairs are tried

std::string plain(const std::string& name) {
    std::string out;
    for (const char c : name)
        if (c != '_' && c != '-') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

template <std::size_t N>
std::size_t rankIn(const std::array<std::string_view, N>& known, const std::string& name) {
    return static_cast<std::size_t>(std::find(known.begin(), known.end(), plain(name)) - known.begin());
}

bool mayBeKey(const Value& value) {
    switch (value.type()) {
        case ValueType::String:
            return !value.asString()->empty();
        case ValueType::Binary:
            return !value.asBinary()->empty();
        case ValueType::Number:
            return true;
        default:
            return false;
    }
}

struct Candidate {
    KeyAttribute attribute;
    std::size_t place = 0;  // in the source's order
};

/// Attributes that every item has, of one key type.
std::vector<Candidate> candidates(const std::vector<Item>& items, const std::vector<std::string>& names) {
    std::vector<Candidate> found;
    for (std::size_t i = 0; i < names.size() && found.size() < kMostNames; ++i) {
        const Value* first = items.front().find(names[i]);
        if (!first || !mayBeKey(*first)) continue;
        const bool everywhere = std::all_of(items.begin(), items.end(), [&](const Item& item) {
            const Value* value = item.find(names[i]);
            return value && value->type() == first->type() && mayBeKey(*value);
        });
        if (everywhere) found.push_back({{names[i], first->type()}, i});
    }
    return found;
}

bool areDistinct(const std::vector<Item>& items, const KeySchema& keys) {
    std::set<KeyBytes> seen;
    for (const Item& item : items) {
        auto key = tableKey(keys, item);
        if (!key || !seen.insert(std::move(key).value()).second) return false;
    }
    return true;
}

/// A source may hold a few items twice.
bool areMostlyDistinct(const std::vector<Item>& items, const KeySchema& keys) {
    std::set<KeyBytes> seen;
    for (const Item& item : items) {
        auto key = tableKey(keys, item);
        if (!key) return false;
        seen.insert(std::move(key).value());
    }
    return 2 * seen.size() > items.size();
}

bool endsAsKey(const std::string& name) {
    return plain(name).ends_with("k") || plain(name).ends_with("key");
}

/// The keys that fit all of the items.
std::optional<KeySchema> keysOfAll(const std::vector<Item>& items, const std::vector<std::string>& names) {
    if (items.empty()) return std::nullopt;
    std::vector<Candidate> partitions = candidates(items, names);
    std::vector<Candidate> sorts = partitions;
    std::stable_sort(partitions.begin(), partitions.end(), [](const Candidate& a, const Candidate& b) {
        return rankIn(kPartitionNames, a.attribute.name) < rankIn(kPartitionNames, b.attribute.name);
    });
    std::stable_sort(sorts.begin(), sorts.end(), [](const Candidate& a, const Candidate& b) {
        return rankIn(kSortNames, a.attribute.name) < rankIn(kSortNames, b.attribute.name);
    });
    // Two attributes that are called as a pair of keys is are one, even if the first alone would do.
    for (const Candidate& partition : partitions) {
        const bool isNamed = rankIn(kPartitionNames, partition.attribute.name) < kPartitionNames.size();
        if (!isNamed) break;
        for (const Candidate& sort : sorts) {
            if (rankIn(kSortNames, sort.attribute.name) == kSortNames.size()) break;
            if (sort.attribute == partition.attribute) continue;
            // "id" beside "createdAt" is a plain table with a time in it, "userId" beside it a pair.
            KeySchema one{{partition.attribute}, {}};
            const bool isPair = endsAsKey(partition.attribute.name) || !areDistinct(items, one);
            KeySchema both{{partition.attribute}, {sort.attribute}};
            const bool areKeysByName = endsAsKey(partition.attribute.name) && endsAsKey(sort.attribute.name);
            if (isPair && (areKeysByName ? areMostlyDistinct(items, both) : areDistinct(items, both)))
                return both;
        }
    }
    for (const Candidate& partition : partitions) {
        KeySchema keys{{partition.attribute}, {}};
        if (areDistinct(items, keys)) return keys;
    }
    for (const Candidate& partition : partitions) {
        for (const Candidate& sort : sorts) {
            if (sort.attribute == partition.attribute) continue;
            KeySchema keys{{partition.attribute}, {sort.attribute}};
            if (areDistinct(items, keys)) return keys;
        }
    }
    return std::nullopt;
}

/// Attributes that more than half of the items have and that may be keys.
std::vector<std::string> usualNames(const std::vector<Item>& items, const std::vector<std::string>& names) {
    std::vector<std::string> usual;
    for (const std::string& name : names) {
        const auto having = std::count_if(items.begin(), items.end(), [&name](const Item& item) {
            const Value* value = item.find(name);
            return value && mayBeKey(*value);
        });
        if (2 * static_cast<std::size_t>(having) > items.size()) usual.push_back(name);
    }
    return usual;
}

}  // namespace

std::optional<KeySchema> guessKeys(const std::vector<Item>& items, const std::vector<std::string>& names) {
    if (auto keys = keysOfAll(items, names)) return keys;
    // A few records that are no items of the table should not spoil the guess: they will be refused.
    const std::vector<std::string> usual = usualNames(items, names);
    std::vector<Item> whole;
    std::copy_if(items.begin(), items.end(), std::back_inserter(whole), [&usual](const Item& item) {
        return std::all_of(usual.begin(), usual.end(), [&item](const std::string& name) {
            const Value* value = item.find(name);
            return value && mayBeKey(*value);
        });
    });
    if (2 * whole.size() <= items.size()) return std::nullopt;
    return keysOfAll(whole, usual);
}

std::optional<KeySchema> keysFromKey(const Item& key, const std::vector<std::string>& names) {
    std::vector<KeyAttribute> attributes;
    for (const std::string& name : names)
        if (const Value* value = key.find(name); value && mayBeKey(*value))
            attributes.push_back({name, value->type()});
    if (attributes.size() != key.size()) return std::nullopt;
    if (attributes.size() == 1) return KeySchema{{attributes[0]}, {}};
    if (attributes.size() != 2) return std::nullopt;
    const auto rank = [](const auto& known, const KeyAttribute& attribute) {
        return rankIn(known, attribute.name);
    };
    if (rank(kPartitionNames, attributes[1]) < rank(kPartitionNames, attributes[0]) ||
        rank(kSortNames, attributes[0]) < rank(kSortNames, attributes[1]))
        std::swap(attributes[0], attributes[1]);
    return KeySchema{{attributes[0]}, {attributes[1]}};
}

}  // namespace partita
