#include "model/query_draft.h"

#include "engine/limits.h"

namespace partita {

namespace {

std::string utf8(const QString& text) {
    return text.toStdString();
}

/// Blanks around a number or base64 come from pasting and mean nothing; in a string they are part of the key.
std::string typedText(ValueType type, const QString& text) {
    return utf8(type == ValueType::String ? text : text.trimmed());
}

QString attributeName(const KeyAttribute& attribute) {
    return QString::fromStdString(attribute.name);
}

Error named(Error error, const KeyAttribute& attribute) {
    if (error.where.empty()) error.where = attribute.name;
    return error;
}

SortOperator firstOperator(const KeySchema& keys, std::size_t attribute) {
    const bool isLast = attribute + 1 == keys.sort.size();
    if (!isLast || keys.sort[attribute].type == ValueType::Number) return SortOperator::Equal;
    return SortOperator::BeginsWith;
}

}  // namespace

Result<Value> QueryDraft::keyValue(const KeyAttribute& attribute, const QString& text, std::size_t most) {
    Result<Value> value = keyValueFromText(attribute.type, typedText(attribute.type, text));
    if (!value) return value;
    const Result<std::string> bytes = keyPart({attribute}, {*value});
    if (!bytes) return bytes.error();
    if (bytes->size() > most)
        return Error::validation(
            utf8(tr("This value has %1 bytes; such a key takes at most %2.").arg(bytes->size()).arg(most)));
    return value;
}

RequestKind kindOf(const ReadRequest& request) {
    return std::holds_alternative<QueryRequest>(request) ? RequestKind::Query : RequestKind::Scan;
}

QueryDraft::QueryDraft(std::shared_ptr<const TableDefinition> table) : m_table(std::move(table)) {
    clear();
}

const KeySchema& QueryDraft::keys() const {
    static const KeySchema kNone;
    const KeySchema* keys = m_table ? m_table->keysOf(m_index) : nullptr;
    return keys ? *keys : kNone;
}

bool QueryDraft::isGlobalIndex() const {
    const IndexDefinition* index = m_table && m_index ? m_table->index(*m_index) : nullptr;
    return index && index->kind == IndexKind::Global;
}

void QueryDraft::setIndex(const std::optional<std::string>& index) {
    const KeySchema before = keys();
    const std::vector<QString> oldPartition = partition;
    const std::vector<SortDraft> oldSort = sort;

    m_index = m_table && index && m_table->index(*index) ? index : std::nullopt;
    const QString oldLimit = limit;
    const bool wasForward = forward;
    const bool wasConsistent = consistent;
    clear();
    limit = oldLimit;
    forward = wasForward;
    consistent = wasConsistent && !isGlobalIndex();

    const KeySchema& after = keys();
    for (std::size_t i = 0; i < after.partition.size(); ++i)
        for (std::size_t j = 0; j < before.partition.size() && j < oldPartition.size(); ++j)
            if (before.partition[j] == after.partition[i]) partition[i] = oldPartition[j];
    for (std::size_t i = 0; i < after.sort.size(); ++i)
        for (std::size_t j = 0; j < before.sort.size() && j < oldSort.size(); ++j)
            if (before.sort[j] == after.sort[i]) sort[i] = oldSort[j];
}

void QueryDraft::setPartition(const std::vector<Value>& values) {
    for (std::size_t i = 0; i < partition.size(); ++i)
        partition[i] = i < values.size() ? QString::fromStdString(displayText(values[i])) : QString();
}

void QueryDraft::setKey(const std::vector<Value>& partitionValues, const std::vector<Value>& sortValues) {
    setPartition(partitionValues);
    for (std::size_t i = 0; i < sort.size(); ++i) {
        sort[i] = {firstOperator(keys(), i), {}, {}};
        if (i < sortValues.size())
            sort[i] = {SortOperator::Equal, QString::fromStdString(displayText(sortValues[i])), {}};
    }
}

void QueryDraft::clear() {
    partition.assign(keys().partition.size(), QString());
    sort.clear();
    for (std::size_t i = 0; i < keys().sort.size(); ++i)
        sort.push_back({firstOperator(keys(), i), {}, {}});
    limit.clear();
    forward = true;
    consistent = false;
}

std::vector<SortOperator> QueryDraft::operatorsFor(ValueType type) {
    std::vector<SortOperator> operators = {SortOperator::Equal};
    if (type != ValueType::Number) operators.push_back(SortOperator::BeginsWith);
    for (SortOperator op : {SortOperator::Between, SortOperator::Less, SortOperator::LessOrEqual,
                            SortOperator::Greater, SortOperator::GreaterOrEqual})
        operators.push_back(op);
    return operators;
}

RequestKind QueryDraft::kind() const {
    for (const QString& value : partition)
        if (!value.isEmpty()) return RequestKind::Query;
    return RequestKind::Scan;
}

std::size_t QueryDraft::sortsInUse() const {
    for (std::size_t i = sort.size(); i > 0; --i)
        if (sort[i - 1].isGiven()) return i;
    return 0;
}

Result<std::optional<std::uint32_t>> QueryDraft::parsedLimit() const {
    const QString text = limit.trimmed();
    if (text.isEmpty()) return std::optional<std::uint32_t>();
    bool ok = false;
    const uint number = text.toUInt(&ok);
    if (!ok || number == 0)
        return Error::validation(utf8(tr("Write a whole number of 1 or more, or nothing for no limit.")),
                                 "Limit");
    return std::optional<std::uint32_t>(number);
}

Result<SortCondition> QueryDraft::sortCondition(std::size_t attribute) const {
    const KeyAttribute& key = keys().sort[attribute];
    const SortDraft& draft = sort[attribute];
    SortCondition condition{draft.op, {}};
    const Result<Value> first = keyValue(key, draft.value, limits::kSortKeySize);
    if (!first) return named(first.error(), key);
    condition.values.push_back(*first);
    if (draft.op == SortOperator::Between) {
        const Result<Value> second = keyValue(key, draft.upper, limits::kSortKeySize);
        if (!second) return named(second.error(), key);
        condition.values.push_back(*second);
    }
    const Result<SortRange> range = sortRange({key}, {condition});
    if (!range) return named(range.error(), key);
    return condition;
}

void QueryDraft::findPartitionProblems(std::vector<DraftProblem>& problems) const {
    const bool isQuery = kind() == RequestKind::Query;
    for (std::size_t i = 0; i < partition.size(); ++i) {
        const DraftField field{DraftField::Kind::Partition, i};
        const KeyAttribute& key = keys().partition[i];
        if (!partition[i].isEmpty()) {
            const Result<Value> value = keyValue(key, partition[i], limits::kPartitionKeySize);
            if (!value) problems.push_back({field, named(value.error(), key), false});
        } else if (isQuery) {
            problems.push_back(
                {field,
                 Error::validation(utf8(tr("Give %1 too: a Query needs every partition key attribute.")
                                            .arg(attributeName(key))),
                                   key.name),
                 true});
        } else if (i == 0 && sortsInUse() > 0) {
            problems.push_back({field,
                                Error::validation(utf8(tr("Give %1: a sort condition works only within one "
                                                          "partition key. Empty it to scan.")
                                                           .arg(attributeName(key))),
                                                  key.name),
                                true});
        }
    }
}

void QueryDraft::findSortProblems(std::vector<DraftProblem>& problems) const {
    const std::size_t used = sortsInUse();
    for (std::size_t i = 0; i < used; ++i) {
        const DraftField field{DraftField::Kind::Sort, i};
        const DraftField upperField{DraftField::Kind::SortUpper, i};
        const KeyAttribute& key = keys().sort[i];
        const SortDraft& draft = sort[i];
        const auto add = [&](DraftField where, Error error, bool isMissing) {
            problems.push_back({where, named(std::move(error), key), isMissing});
        };
        if (!draft.isGiven()) {
            add(field,
                Error::validation(utf8(tr("Give %1 too: sort key attributes are used from left to right.")
                                           .arg(attributeName(key)))),
                true);
            continue;
        }
        if (i + 1 < used && draft.op != SortOperator::Equal) {
            add(field,
                Error::validation(
                    utf8(tr("Only the last sort condition may be other than “=”. Choose “=” for %1, "
                            "or empty the fields after it.")
                             .arg(attributeName(key)))),
                false);
            continue;
        }
        if (draft.op == SortOperator::Between && (draft.value.isEmpty() || draft.upper.isEmpty())) {
            add(draft.value.isEmpty() ? field : upperField,
                Error::validation(utf8(tr("BETWEEN needs a lower and an upper bound."))), true);
            continue;
        }
        if (draft.op == SortOperator::Between) {
            const Result<Value> upper = keyValue(key, draft.upper, limits::kSortKeySize);
            if (!upper) {
                add(upperField, upper.error(), false);
                continue;
            }
        }
        const Result<SortCondition> condition = sortCondition(i);
        if (!condition) add(field, condition.error(), false);
    }
}

std::vector<DraftProblem> QueryDraft::problems() const {
    std::vector<DraftProblem> problems;
    findPartitionProblems(problems);
    findSortProblems(problems);
    const auto parsed = parsedLimit();
    if (!parsed) problems.push_back({{DraftField::Kind::Limit, 0}, parsed.error(), false});
    return problems;
}

Result<QueryRequest> QueryDraft::query() const {
    const std::vector<DraftProblem> found = problems();
    if (!found.empty()) return found.front().error;
    if (!m_table || kind() == RequestKind::Scan)
        return Error::validation(utf8(tr("A Query needs a value for every partition key attribute.")));
    QueryRequest request;
    request.table = m_table->name;
    request.index = m_index;
    for (std::size_t i = 0; i < partition.size(); ++i) {
        const Result<Value> value = keyValue(keys().partition[i], partition[i], limits::kPartitionKeySize);
        if (!value) return named(value.error(), keys().partition[i]);
        request.partition.push_back(*value);
    }
    for (std::size_t i = 0; i < sortsInUse(); ++i) {
        const Result<SortCondition> condition = sortCondition(i);
        if (!condition) return condition.error();
        request.sort.push_back(*condition);
    }
    const auto parsed = parsedLimit();
    if (!parsed) return parsed.error();
    request.options.limit = *parsed;
    request.forward = forward;
    request.options.consistent = consistent && !isGlobalIndex();
    return request;
}

Result<ReadRequest> QueryDraft::request() const {
    if (!m_table) return Error::validation(utf8(tr("Choose a table first.")));
    if (kind() == RequestKind::Query) {
        Result<QueryRequest> made = query();
        if (!made) return made.error();
        return ReadRequest(std::move(*made));
    }
    const std::vector<DraftProblem> found = problems();
    if (!found.empty()) return found.front().error;
    ScanRequest scan;
    scan.table = m_table->name;
    scan.index = m_index;
    const auto parsed = parsedLimit();
    if (!parsed) return parsed.error();
    scan.options.limit = *parsed;
    scan.options.consistent = consistent && !isGlobalIndex();
    return ReadRequest(std::move(scan));
}

KeyExpression QueryDraft::expression() const {
    KeyExpression expression;
    const auto name = [&](const KeyAttribute& key) {
        std::string placeholder = "#k" + std::to_string(expression.names.size());
        expression.names[placeholder] = key.name;
        return placeholder;
    };
    const auto value = [&](const QString& text) {
        std::string placeholder = ":v" + std::to_string(expression.values.size());
        expression.values[placeholder] = text;
        return placeholder;
    };
    const auto add = [&](const std::string& term) {
        expression.text += expression.text.empty() ? term : " AND " + term;
    };
    if (kind() == RequestKind::Scan) return expression;
    for (std::size_t i = 0; i < partition.size(); ++i) {
        if (partition[i].isEmpty()) continue;
        const std::string attribute = name(keys().partition[i]);
        add(attribute + " = " + value(partition[i]));
    }
    for (std::size_t i = 0; i < sort.size(); ++i) {
        if (!sort[i].isGiven()) continue;
        const std::string attribute = name(keys().sort[i]);
        const std::string first = value(sort[i].value);
        switch (sort[i].op) {
            case SortOperator::BeginsWith:
                add("begins_with(" + attribute + ", " + first + ")");
                break;
            case SortOperator::Between:
                add(attribute + " BETWEEN " + first + " AND " + value(sort[i].upper));
                break;
            default:
                add(attribute + " " + std::string(operatorText(sort[i].op)) + " " + first);
                break;
        }
    }
    return expression;
}

}  // namespace partita
