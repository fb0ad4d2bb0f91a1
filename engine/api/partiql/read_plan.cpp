#include "engine/api/partiql/read_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/api/partiql/key_branches.h"
#include "engine/api/partiql/key_tests.h"

namespace partita::partiql {
namespace {

/// The key attributes of what is read: the table's, and the index's.
KeySchema allKeys(const TableDefinition& table, const KeySchema& keys) {
    KeySchema all = keys;
    for (const KeyAttribute& attribute : table.keys.all()) {
        if (!all.contains(attribute.name)) all.sort.push_back(attribute);
    }
    return all;
}

std::string bracketed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return '[' + text + ']';
}

/// A read by key of an index that lacks what is filtered by is refused, unless one of its ways needs nothing
/// that the index lacks.
Result<void> checkFilters(std::vector<KeyBranch> branches, const TableDefinition& table,
                          const IndexDefinition& index) {
    std::stable_sort(branches.begin(), branches.end(), [](const KeyBranch& a, const KeyBranch& b) {
        return a.partitionBytes < b.partitionBytes;
    });
    std::vector<std::string> last;
    for (const KeyBranch& branch : branches) {
        std::set<std::string> missing;
        for (const Condition& condition : branch.rest) {
            forEachPath(condition, [&](const Path& path) {
                if (!isProjected(table, index, path.attribute)) missing.insert(path.attribute);
            });
        }
        if (missing.empty()) return {};
        last.assign(missing.begin(), missing.end());
    }
    return Error::validation("One or more parameter values were invalid: Secondary index " + index.name +
                             " does not project one or more filter attributes: " + bracketed(last));
}

Result<void> checkColumns(const std::vector<Column>& columns, const TableDefinition& table,
                          const IndexDefinition& index) {
    if (index.kind != IndexKind::Global) return {};
    std::vector<std::string> missing;
    for (const Column& column : columns) {
        if (!isProjected(table, index, column.path.attribute)) missing.push_back(column.path.attribute);
    }
    if (missing.empty()) return {};
    return Error::validation("One or more parameter values were invalid: Global secondary index " +
                             index.name + " does not project " + bracketed(missing));
}

/// One range that holds all the tests admit; what it admits beside them is tested afterwards.
std::vector<SortCondition> queriedRange(const std::vector<SortCondition>& tests) {
    const SortCondition* lower = nullptr;
    const SortCondition* upper = nullptr;
    for (const SortCondition& test : tests) {
        switch (test.op) {
            case SortOperator::Equal:
                return {test};
            case SortOperator::Greater:
            case SortOperator::GreaterOrEqual:
                if (!lower) lower = &test;
                break;
            case SortOperator::Less:
            case SortOperator::LessOrEqual:
                if (!upper) upper = &test;
                break;
            case SortOperator::Between:
            case SortOperator::BeginsWith:
                return {test};
        }
    }
    if (lower && upper) return {{SortOperator::Between, {lower->values[0], upper->values[0]}}};
    if (lower) return {*lower};
    if (upper) return {*upper};
    return {};
}

QueryStep stepOf(const KeyBranch& branch, const KeySchema& keys, const KeySchema& all) {
    QueryStep step;
    step.partition = *branch.partition;
    step.sort = queriedRange(branch.tests);
    std::vector<Condition> filters;
    std::vector<Condition> afterwards;
    for (const Condition& condition : branch.rest) {
        const auto test = keys.sort.empty() ? std::nullopt : rangeTest(condition, keys.sort[0].name);
        if (test && !step.sort.empty() && *test == step.sort[0]) continue;
        (mentions(condition, all) ? afterwards : filters).push_back(condition);
    }
    step.filter = allOf(std::move(filters));
    step.afterwards = allOf(std::move(afterwards));
    return step;
}

Result<void> applyOrder(const SelectStatement& select, const KeySchema& keys,
                        const std::vector<KeyBranch>& branches, bool isKeyed, ReadPlan& plan) {
    if (select.order.empty()) return {};
    if (!select.where) {
        return Error::validation("Must have WHERE clause in the statement when using ORDER BY clause.");
    }
    const OrderTerm* byPartition = nullptr;
    const OrderTerm* bySort = nullptr;
    for (const OrderTerm& term : select.order) {
        if (!keys.contains(term.attribute)) {
            return Error::validation("Attribute " + term.attribute +
                                     " in ORDER BY clause must be part of the primary key");
        }
        const OrderTerm*& place = term.attribute == keys.partition[0].name ? byPartition : bySort;
        if (!place) place = &term;
    }
    if (!isKeyed) {
        return Error::validation(
            "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
            "clause.");
    }
    const bool hasSeveral = std::any_of(branches.begin(), branches.end(), [&](const KeyBranch& branch) {
        return branch.partitionBytes != branches.front().partitionBytes;
    });
    if (hasSeveral && !byPartition) {
        return Error::validation(
            "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE "
            "clause.");
    }
    // Ordered by the partition key alone, the service gives the sort keys from the last to the first.
    plan.forward = bySort && !bySort->descending;
    if (!plan.forward) std::reverse(plan.queries.begin(), plan.queries.end());
    if (plan.forward == (byPartition && byPartition->descending)) {
        // Partitions go the other way than sort keys: turned, and the steps of each turned back.
        std::reverse(plan.queries.begin(), plan.queries.end());
        for (auto from = plan.queries.begin(); from != plan.queries.end();) {
            const auto to = std::find_if(from, plan.queries.end(), [&](const QueryStep& step) {
                return !(step.partition == from->partition);
            });
            std::reverse(from, to);
            from = to;
        }
    }
    return {};
}

/// What the engine is to give, so that columns and tests afterwards find all they look at.
std::optional<ItemProjection> projectionOf(const ReadPlan& plan, const TableDefinition& table,
                                           const IndexDefinition* index) {
    if (plan.columns.empty()) return std::nullopt;
    std::vector<Path> paths = pathsOf(plan.columns);
    for (const QueryStep& step : plan.queries) {
        if (!step.afterwards) continue;
        forEachPath(*step.afterwards, [&](const Path& path) {
            const bool isThere =
                !index || index->kind == IndexKind::Local || isProjected(table, *index, path.attribute);
            Path whole{path.attribute, {}};
            const bool isAsked = std::find(paths.begin(), paths.end(), whole) != paths.end();
            if (isThere && !isAsked) paths.push_back(std::move(whole));
        });
    }
    return ItemProjection(std::move(paths));
}

}  // namespace

Result<void> checkIndex(const Source& from, const TableDefinition& table) {
    if (!from.index) return {};
    const IndexDefinition* index = table.index(*from.index);
    if (!index) return Error::validation("The table does not have the specified index");
    if (index->keys.partition.size() > 1 || index->keys.sort.size() > 1) {
        return Error::validation(
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
            "multi-attribute RANGE keys.");
    }
    return {};
}

Result<ReadPlan> planRead(const SelectStatement& select, const TableDefinition& table) {
    if (auto checked = checkIndex(select.from, table); !checked) return checked.error();
    if (select.columnFault) return *select.columnFault;
    const IndexDefinition* index = select.from.index ? table.index(*select.from.index) : nullptr;
    const KeySchema& keys = index ? index->keys : table.keys;
    ReadPlan plan{table.name, select.from.index, {}, {}, false, true, {}, select.columns};

    const bool isKeyed = fixesPartition(select.where, keys);
    std::vector<KeyBranch> apart;
    if (isKeyed) {
        auto branches = keyBranches(*select.where, keys);
        if (!branches) return branches.error();
        if (index) {
            if (auto checked = checkFilters(*branches, table, *index); !checked) return checked.error();
        }
        auto separate = separated(*std::move(branches));
        if (!separate) return separate.error();
        apart = *std::move(separate);
        const KeySchema all = allKeys(table, keys);
        for (const KeyBranch& branch : apart) {
            plan.queries.push_back(stepOf(branch, keys, all));
        }
    } else {
        plan.isScan = true;
        plan.filter = select.where;
    }
    if (auto ordered = applyOrder(select, keys, apart, isKeyed, plan); !ordered) return ordered.error();
    if (index) {
        if (auto checked = checkColumns(select.columns, table, *index); !checked) return checked.error();
    }
    plan.projection = projectionOf(plan, table, index);
    return plan;
}

std::vector<Path> pathsOf(const std::vector<Column>& columns) {
    std::vector<Path> paths;
    for (const Column& column : columns) {
        Path path = column.path;
        const auto index = std::find_if(path.steps.begin(), path.steps.end(), [](const PathStep& step) {
            return std::holds_alternative<std::uint32_t>(step);
        });
        path.steps.erase(index, path.steps.end());
        paths.push_back(std::move(path));
    }
    return paths;
}

Item columnsOf(const std::vector<Column>& columns, const Item& item) {
    Item out;
    for (const Column& column : columns) {
        if (const Value* value = find(item, column.path)) out.set(column.name, *value);
    }
    return out;
}

std::string toText(const ReadPlan& plan) {
    std::string text;
    for (const QueryStep& step : plan.queries) {
        text += (text.empty() ? "Query " : "; Query ") + partita::toText(Literal(step.partition));
        for (const SortCondition& condition : step.sort) {
            text += ' ' + std::string(operatorText(condition.op));
            for (const Value& value : condition.values) {
                text += ' ' + partita::toText(Literal(value));
            }
        }
        if (step.filter) text += " filter " + partita::toText(*step.filter);
        if (step.afterwards) text += " then " + partita::toText(*step.afterwards);
    }
    if (plan.isScan) text = plan.filter ? "Scan filter " + partita::toText(*plan.filter) : "Scan";
    if (!plan.forward) text += " backward";
    if (plan.projection) text += " give " + partita::toText(*plan.projection);
    return text;
}

}  // namespace partita::partiql
