// What the query form holds, as text that a person typed, and the request that it makes.
// A plain value without signals; one thread at a time.
//
// An empty value is "not given": no key of a table or an index may be empty, so nothing is lost by it.
// Without any partition value the form is a Scan.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/request.h"

namespace partita {

enum class RequestKind { Query, Scan };
using ReadRequest = std::variant<QueryRequest, ScanRequest>;

RequestKind kindOf(const ReadRequest& request);

/// The test of one sort attribute as typed. `upper` belongs to Between alone.
struct SortDraft {
    SortOperator op = SortOperator::Equal;
    QString value;
    QString upper;
    bool isGiven() const { return !value.isEmpty() || (op == SortOperator::Between && !upper.isEmpty()); }
};

/// A field of the form, so that an error can stand under it. `attribute`: its place among the partition or
/// the sort attributes.
struct DraftField {
    enum class Kind { Partition, Sort, SortUpper, Limit };
    Kind kind = Kind::Partition;
    std::size_t attribute = 0;
    friend bool operator==(const DraftField&, const DraftField&) = default;
};

struct DraftProblem {
    DraftField field;
    Error error;
    bool isMissing = false;  // something is not typed yet, rather than typed wrongly
};

/// A key condition as an expression with placeholders, whatever the attributes are called.
struct KeyExpression {
    std::string text;                          // "#k0 = :v0 AND begins_with(#k1, :v1)"; empty for a Scan
    std::map<std::string, std::string> names;  // "#k0" → "EntityRef"
    std::map<std::string, QString> values;     // ":v0" → the text typed
};

class QueryDraft final {
    Q_DECLARE_TR_FUNCTIONS(QueryDraft)
  public:
    QueryDraft() = default;
    /// An empty form over the table.
    explicit QueryDraft(std::shared_ptr<const TableDefinition> table);

    const std::shared_ptr<const TableDefinition>& table() const { return m_table; }
    const std::optional<std::string>& index() const { return m_index; }
    /// Values of attributes that the old and the new keys share stay. An unknown name chooses the table.
    void setIndex(const std::optional<std::string>& index);
    /// Empty when there is no table.
    const KeySchema& keys() const;
    bool isGlobalIndex() const;

    /// Fills the fields with a key: equality on each value; fewer sort values than attributes are well.
    void setKey(const std::vector<Value>& partition, const std::vector<Value>& sort = {});
    /// Fills the partition values alone.
    void setPartition(const std::vector<Value>& values);
    void clear();

    /// The operators that a sort attribute of that type takes, in the order in which to offer them.
    static std::vector<SortOperator> operatorsFor(ValueType type);

    RequestKind kind() const;
    /// Everything that stands against running it, in the order of the fields.
    std::vector<DraftProblem> problems() const;
    /// Fails with the first problem; its `where` is the name of the field.
    Result<ReadRequest> request() const;
    /// Only for a draft that is a Query; fails as request() does.
    Result<QueryRequest> query() const;
    /// The condition as far as it is typed, valid or not.
    KeyExpression expression() const;

    // One for each partition and each sort attribute of keys().
    std::vector<QString> partition;
    std::vector<SortDraft> sort;
    QString limit;  // empty: none
    bool forward = true;
    bool consistent = false;  // without effect on a GSI, which has eventual reads only

  private:
    /// Everything checked that can be checked of one attribute alone. `most`: bytes of such a key.
    static Result<Value> keyValue(const KeyAttribute& attribute, const QString& text, std::size_t most);
    std::size_t sortsInUse() const;
    Result<std::optional<std::uint32_t>> parsedLimit() const;
    Result<SortCondition> sortCondition(std::size_t attribute) const;
    void findPartitionProblems(std::vector<DraftProblem>& problems) const;
    void findSortProblems(std::vector<DraftProblem>& problems) const;

    std::shared_ptr<const TableDefinition> m_table;
    std::optional<std::string> m_index;
};

}  // namespace partita
