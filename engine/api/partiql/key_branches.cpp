#include "engine/api/partiql/key_branches.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/api/partiql/key_tests.h"
#include "engine/table/key.h"

namespace partita::partiql {
namespace {

using Conjunction = std::vector<Condition>;

Error tooMany() {
    return Error::validation("Too many decomposed read operations for a given query.");
}

bool isKeyIn(const In& in, const KeySchema& keys) {
    const auto* path = std::get_if<Path>(&in.operand);
    return path && !path->isNested() && keys.contains(path->attribute) &&
           std::all_of(in.candidates.begin(), in.candidates.end(),
                       [](const Operand& operand) { return std::holds_alternative<Literal>(operand); });
}

/// The condition as alternatives, each a conjunction; only what names key attributes is taken apart.
Result<std::vector<Conjunction>> alternatives(const Condition& condition, const KeySchema& keys) {
    std::vector<Conjunction> all;
    if (const auto* either = std::get_if<Or>(&condition.node().data); either && mentions(condition, keys)) {
        for (const Condition& part : either->conditions) {
            auto inner = alternatives(part, keys);
            if (!inner) return inner;
            std::move(inner->begin(), inner->end(), std::back_inserter(all));
            if (all.size() > kBranches) return tooMany();
        }
        return all;
    }
    if (const auto* both = std::get_if<And>(&condition.node().data)) {
        all.emplace_back();
        for (const Condition& part : both->conditions) {
            const auto inner = alternatives(part, keys);
            if (!inner) return inner;
            if (all.size() * inner->size() > kBranches) return tooMany();
            if (inner->size() == 1) {
                for (Conjunction& left : all) {
                    left.insert(left.end(), inner->front().begin(), inner->front().end());
                }
                continue;
            }
            std::vector<Conjunction> joined;
            for (const Conjunction& left : all) {
                for (const Conjunction& right : *inner) {
                    joined.push_back(left);
                    joined.back().insert(joined.back().end(), right.begin(), right.end());
                }
            }
            all = std::move(joined);
        }
        return all;
    }
    if (const auto* in = std::get_if<In>(&condition.node().data); in && isKeyIn(*in, keys)) {
        if (in->candidates.size() > kBranches) return tooMany();
        for (const Operand& candidate : in->candidates) {
            all.push_back({makeCondition(Comparison{Comparator::Equal, in->operand, candidate})});
        }
        return all;
    }
    all.push_back({condition});
    return all;
}

/// Both ranges at once.
void narrow(SortRange& range, const SortRange& other) {
    range.lower = std::max(range.lower, other.lower);
    if (other.upper && (!range.upper || *other.upper < *range.upper)) range.upper = other.upper;
}

bool isEmpty(const SortRange& range) {
    return range.upper && *range.upper <= range.lower;
}

bool overlap(const SortRange& a, const SortRange& b) {
    SortRange both = a;
    narrow(both, b);
    return !isEmpty(both);
}

Result<KeyBranch> branchOf(const Conjunction& parts, const KeySchema& keys) {
    KeyBranch branch;
    bool contradicts = false;
    const KeyAttribute& partition = keys.partition[0];
    for (const Condition& part : parts) {
        if (const Value* value = equalTo(part, partition.name)) {
            if (auto checked = checkKeyValue(partition, *value); !checked) return checked.error();
            contradicts = contradicts || (branch.partition && *branch.partition != *value);
            branch.partition = *value;
            continue;
        }
        branch.rest.push_back(part);
        if (keys.sort.empty()) continue;
        const auto test = rangeTest(part, keys.sort[0].name);
        if (!test) {
            branch.isNegated = branch.isNegated || mentions(part, {{}, keys.sort});
            continue;
        }
        for (const Value& value : test->values) {
            if (auto checked = checkKeyValue(keys.sort[0], value); !checked) return checked.error();
        }
        const auto range = sortRange(keys.sort, {*test});
        if (!range) return range.error();
        narrow(branch.range, *range);
        branch.tests.push_back(*test);
    }
    if (contradicts) {
        branch.partition.reset();
        return branch;
    }
    auto bytes = keyPart(keys.partition, {*branch.partition});
    if (!bytes) return bytes.error();
    branch.partitionBytes = *std::move(bytes);
    return branch;
}

/// One way that is either of the two.
KeyBranch merged(const KeyBranch& a, const KeyBranch& b) {
    KeyBranch both;
    both.partition = a.partition;
    both.partitionBytes = a.partitionBytes;
    both.isNegated = true;
    if (!a.rest.empty() && !b.rest.empty()) both.rest.push_back(makeOr({makeAnd(a.rest), makeAnd(b.rest)}));
    return both;
}

}  // namespace

bool fixesPartition(const std::optional<Condition>& where, const KeySchema& keys) {
    if (!where || keys.partition.size() != 1) return false;
    const KeySchema partition{keys.partition, {}};
    const auto& node = where->node().data;
    const auto fixes = [&](const Condition& part) { return fixesPartition(part, keys); };
    if (const auto* both = std::get_if<And>(&node)) {
        return std::any_of(both->conditions.begin(), both->conditions.end(), fixes);
    }
    if (const auto* either = std::get_if<Or>(&node)) {
        return std::all_of(either->conditions.begin(), either->conditions.end(), fixes);
    }
    if (const auto* in = std::get_if<In>(&node)) return isKeyIn(*in, partition) && !in->candidates.empty();
    return equalTo(*where, keys.partition[0].name) != nullptr;
}

Result<std::vector<KeyBranch>> keyBranches(const Condition& where, const KeySchema& keys) {
    const auto ways = alternatives(where, keys);
    if (!ways) return ways.error();
    std::vector<KeyBranch> branches;
    for (const Conjunction& way : *ways) {
        auto branch = branchOf(way, keys);
        if (!branch) return branch.error();
        branches.push_back(*std::move(branch));
    }
    return branches;
}

Result<std::vector<KeyBranch>> separated(std::vector<KeyBranch> branches) {
    std::erase_if(branches,
                  [](const KeyBranch& branch) { return !branch.partition || isEmpty(branch.range); });
    std::stable_sort(branches.begin(), branches.end(), [](const KeyBranch& a, const KeyBranch& b) {
        return std::tie(a.partitionBytes, a.range.lower) < std::tie(b.partitionBytes, b.range.lower);
    });
    std::vector<KeyBranch> apart;
    for (KeyBranch& branch : branches) {
        const bool meets = !apart.empty() && apart.back().partitionBytes == branch.partitionBytes &&
                           overlap(apart.back().range, branch.range);
        if (!meets) {
            apart.push_back(std::move(branch));
        } else if (apart.back().isNegated || branch.isNegated) {
            apart.back() = merged(apart.back(), branch);
        } else {
            return Error::validation(
                "Overlapping conditions with range keys are not supported in where clause");
        }
    }
    return apart;
}

}  // namespace partita::partiql
