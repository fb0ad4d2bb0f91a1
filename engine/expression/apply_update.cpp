// Doing an update: first what each action gives is worked out on the item as it was, then the new values are
// put in place, then what goes is taken away, so that every path and list index means the item before the
// update.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/expression/overloaded.h"
#include "engine/expression/update.h"
#include "engine/value/number_arithmetic.h"

namespace partita {
namespace {

struct Placement {
    const Path* path = nullptr;
    Value value;
};

/// Elements of both, or of the first only, in a set of the same type; nothing when no element is left.
template <class Set>
Set united(const Set& a, const Set& b) {
    Set result;
    std::set_union(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                   std::back_inserter(result.elements));
    return result;
}
template <class Set>
Set without(const Set& a, const Set& b) {
    Set result;
    std::set_difference(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                        std::back_inserter(result.elements));
    return result;
}

Result<Value> asValue(StringSet set) {
    return Value::stringSet(std::move(set.elements));
}
Result<Value> asValue(NumberSet set) {
    return Value::numberSet(std::move(set.elements));
}
Result<Value> asValue(BinarySet set) {
    return Value::binarySet(std::move(set.elements));
}

class UpdateRun final {
  public:
    UpdateRun(const Update& update, const Item& before, ItemPresence presence)
        : m_update(update), m_before(before), m_presence(presence) {}

    Result<Item> run() {
        for (const UpdateAction& action : m_update.actions()) {
            auto planned =
                std::visit([&](const auto& change) { return plan(action.path, change); }, action.change);
            if (!planned) return planned.error();
        }
        Item after = m_before;
        if (auto placed = place(after); !placed) return placed.error();
        if (auto removed = remove(after); !removed) return removed.error();
        return after;
    }

  private:
    Error wrongType() const {
        return Error::validation(m_update.wording() == UpdateWording::Expression
                                     ? "An operand in the update expression has an incorrect data type"
                                     : "Type mismatch for attribute to update");
    }

    Result<void> plan(const Path& path, const SetAction& set) {
        auto value = valueOf(set.value);
        if (!value) return value.error();
        m_placements.push_back({&path, *std::move(value)});
        return {};
    }

    Result<void> plan(const Path& path, const RemoveAction&) {
        m_removals.push_back(&path);
        return {};
    }

    Result<void> plan(const Path& path, const AddAction& add) {
        const Value& operand = add.value.value();
        const Value* old = find(m_before, path);
        auto sum = old ? addition(*old, operand) : Result<Value>(operand);
        if (!sum) return sum.error();
        m_placements.push_back({&path, *std::move(sum)});
        return {};
    }

    Result<Value> addition(const Value& old, const Value& operand) const {
        if (old.type() != operand.type()) return wrongType();
        if (const Number* number = old.asNumber()) {
            auto sum = add(*number, *operand.asNumber());
            if (!sum) return sum.error();
            return Value::number(*sum);
        }
        if (const List* list = old.asList()) {
            List joined = *list;
            joined.insert(joined.end(), operand.asList()->begin(), operand.asList()->end());
            return Value::list(std::move(joined));
        }
        return onSets(old, operand, [](const auto& a, const auto& b) { return united(a, b); });
    }

    Result<void> plan(const Path& path, const DeleteAction& action) {
        const Value* old = find(m_before, path);
        if (!old) {
            m_checks.push_back(&path);
            return {};
        }
        const Value& operand = action.value.value();
        if (old->type() != operand.type()) return wrongType();
        bool isEmpty = false;
        auto rest = onSets(*old, operand, [&](const auto& a, const auto& b) {
            auto difference = without(a, b);
            isEmpty = difference.elements.empty();
            return difference;
        });
        if (isEmpty) {
            m_removals.push_back(&path);
            return {};
        }
        if (!rest) return rest.error();
        m_placements.push_back({&path, *std::move(rest)});
        return {};
    }

    template <class Operation>
    Result<Value> onSets(const Value& old, const Value& operand, const Operation& operation) const {
        return std::visit(
            [&](const auto& a) -> Result<Value> {
                using Set = std::decay_t<decltype(a)>;
                if constexpr (std::is_same_v<Set, StringSet> || std::is_same_v<Set, NumberSet> ||
                              std::is_same_v<Set, BinarySet>) {
                    return asValue(operation(a, std::get<Set>(operand.data())));
                } else {
                    return wrongType();
                }
            },
            old.data());
    }

    Result<Value> valueOf(const UpdateOperand& operand) const {
        return std::visit([&](const auto& node) { return valueOf(node); }, operand->data);
    }

    Result<Value> valueOf(const Path& path) const {
        if (const Value* value = find(m_before, path)) return *value;
        return Error::validation(
            "The provided expression refers to an attribute that does not exist in the item", toText(path));
    }

    Result<Value> valueOf(const Literal& literal) const { return literal.value(); }

    Result<Value> valueOf(const IfNotExists& node) const {
        if (const Value* value = find(m_before, node.path)) return *value;
        return valueOf(node.otherwise);
    }

    Result<Value> valueOf(const ListAppend& node) const {
        auto first = valueOf(node.first);
        if (!first) return first;
        if (!first->asList()) return wrongType();
        auto second = valueOf(node.second);
        if (!second) return second;
        if (!second->asList()) return wrongType();
        List& joined = *first->asList();
        joined.insert(joined.end(), std::make_move_iterator(second->asList()->begin()),
                      std::make_move_iterator(second->asList()->end()));
        return first;
    }

    Result<Value> valueOf(const Sum& node) const {
        const auto left = valueOf(node.left);
        if (!left) return left;
        if (!left->asNumber()) return wrongType();
        const auto right = valueOf(node.right);
        if (!right) return right;
        if (!right->asNumber()) return wrongType();
        const auto sum = node.minus ? subtract(*left->asNumber(), *right->asNumber())
                                    : add(*left->asNumber(), *right->asNumber());
        if (!sum) return sum.error();
        return Value::number(*sum);
    }

    /// What holds the last step of a nested path; null when it is not there, or cannot hold such a step.
    static Value* holderOf(Item& item, const Path& path) {
        Value* value = item.find(path.attribute);
        for (std::size_t i = 0; value; ++i) {
            const PathStep& step = path.steps[i];
            const bool isLast = i + 1 == path.steps.size();
            if (const auto* name = std::get_if<std::string>(&step)) {
                AttributeMap* map = value->asMap();
                if (!map) return nullptr;
                if (isLast) return value;
                value = map->find(*name);
            } else {
                const auto index = std::get<std::uint32_t>(step);
                List* list = value->asList();
                if (!list) return nullptr;
                if (isLast) return value;
                value = index < list->size() ? &(*list)[index] : nullptr;
            }
        }
        return nullptr;
    }

    static Error invalidPath(const Path& path) {
        return Error::validation("The document path provided in the update expression is invalid for update",
                                 toText(path));
    }

    Result<void> place(Item& after) {
        std::vector<Placement*> appended;
        for (Placement& placement : m_placements) {
            const Path& path = *placement.path;
            if (!path.isNested()) {
                after.set(path.attribute, std::move(placement.value));
                continue;
            }
            Value* holder = holderOf(after, path);
            if (!holder) return invalidPath(path);
            if (const auto* name = std::get_if<std::string>(&path.steps.back())) {
                holder->asMap()->set(*name, std::move(placement.value));
                continue;
            }
            List& list = *holder->asList();
            const auto index = std::get<std::uint32_t>(path.steps.back());
            if (index < list.size()) {
                list[index] = std::move(placement.value);
            } else {
                appended.push_back(&placement);
            }
        }
        // Past the end of a list means at its end, in the order of the indexes.
        std::stable_sort(appended.begin(), appended.end(), [](const Placement* a, const Placement* b) {
            return std::get<std::uint32_t>(a->path->steps.back()) <
                   std::get<std::uint32_t>(b->path->steps.back());
        });
        for (Placement* placement : appended) {
            holderOf(after, *placement->path)->asList()->push_back(std::move(placement->value));
        }
        return {};
    }

    Result<void> remove(Item& after) {
        for (const Path* path : m_checks) {
            if (path->isNested() && !holderOf(after, *path)) return invalidPath(*path);
        }
        // Later elements first: so an index still means what it meant before.
        std::sort(m_removals.begin(), m_removals.end(),
                  [](const Path* a, const Path* b) { return a->steps > b->steps; });
        for (const Path* path : m_removals) {
            if (!path->isNested()) {
                after.remove(path->attribute);
                continue;
            }
            Value* holder = holderOf(after, *path);
            if (!holder) {
                // Recorded: of an item that is not there, even a nested path may be removed.
                if (m_presence == ItemPresence::Absent) continue;
                return invalidPath(*path);
            }
            if (!find(m_before, *path)) continue;
            if (const auto* name = std::get_if<std::string>(&path->steps.back())) {
                holder->asMap()->remove(*name);
            } else {
                List& list = *holder->asList();
                list.erase(list.begin() + std::get<std::uint32_t>(path->steps.back()));
            }
        }
        return {};
    }

    const Update& m_update;
    const Item& m_before;
    ItemPresence m_presence;
    std::vector<Placement> m_placements;
    std::vector<const Path*> m_removals;
    std::vector<const Path*> m_checks;  // paths that need not exist, but must be possible
};

}  // namespace

Result<Item> apply(const Update& update, const Item& before, ItemPresence presence) {
    return UpdateRun(update, before, presence).run();
}

}  // namespace partita
