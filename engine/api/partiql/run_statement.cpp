#include "engine/api/partiql/run_statement.h"

#include <algorithm>
#include <utility>

#include "engine/api/partiql/next_token.h"
#include "engine/api/partiql/read_plan.h"
#include "engine/api/partiql/writes.h"
#include "engine/expression/overloaded.h"
#include "engine/limits.h"
#include "engine/table/key_text.h"
#include "engine/table/key_values.h"

namespace partita::partiql {
namespace {

/// Whether items are to be built anew to get their columns.
bool isReshaped(const ReadPlan& plan) {
    const bool asksMore = std::any_of(plan.queries.begin(), plan.queries.end(),
                                      [](const QueryStep& step) { return step.afterwards.has_value(); });
    return !plan.columns.empty() &&
           (asksMore || std::any_of(plan.columns.begin(), plan.columns.end(),
                                    [](const Column& column) { return column.path.isNested(); }));
}

/// The key of a read of one partition, as far as it is fixed.
std::string keyText(const ReadPlan& plan) {
    if (plan.queries.size() != 1) return {};
    const QueryStep& step = plan.queries[0];
    std::vector<Value> values = {step.partition};
    for (const SortCondition& condition : step.sort) {
        if (condition.op == SortOperator::Equal) values.push_back(condition.values[0]);
    }
    return displayText(values);
}

class Reading final {
  public:
    Reading(const Engine& engine, ReadPlan plan, const RunOptions& options)
        : m_engine(engine), m_plan(std::move(plan)), m_options(options), m_reshapes(isReshaped(m_plan)) {
        m_response.capacity.table = m_plan.table;
        m_response.key = keyText(m_plan);
    }

    Result<RunResponse> run(ReadPosition from, std::string_view fingerprint) {
        const std::size_t steps = m_plan.isScan ? 1 : m_plan.queries.size();
        if (from.query > steps) return Error::validation("Invalid NextToken");
        std::optional<Item> startKey = std::move(from.startKey);
        for (std::size_t i = from.query; i < steps; ++i) {
            auto page = onePage(i, std::move(startKey));
            if (!page) return page.error();
            if (auto taken = take(i, *page); !taken) return taken.error();
            startKey.reset();
            ReadPosition next{static_cast<std::uint32_t>(i), std::move(page->lastEvaluatedKey)};
            if (next.startKey) {
                m_response.lastEvaluatedKey = next.startKey;
            } else if (++next.query == steps || !isFull()) {
                continue;
            }
            m_response.nextToken = tokenOf(next, fingerprint);
            break;
        }
        return std::move(m_response);
    }

  private:
    bool isFull() const {
        return m_bytes >= limits::kPageSize || (m_options.limit && m_response.scanned >= *m_options.limit);
    }

    Result<PageResponse> onePage(std::size_t step, std::optional<Item> startKey) const {
        ReadOptions options;
        options.consistent = m_options.consistent;
        if (m_options.limit) {
            options.limit = static_cast<std::uint32_t>(*m_options.limit - m_response.scanned);
        }
        options.startKey = std::move(startKey);
        options.projection = m_plan.projection;
        if (m_plan.isScan) {
            options.filter = m_plan.filter;
            ScanRequest scan{.table = m_plan.table, .index = m_plan.index};
            scan.options = std::move(options);
            return m_engine.scan(scan, m_options.metering);
        }
        const QueryStep& query = m_plan.queries[step];
        options.filter = query.filter;
        QueryRequest request{m_plan.table, m_plan.index, {query.partition}, query.sort};
        request.forward = m_plan.forward;
        request.options = std::move(options);
        return m_engine.query(request, m_options.metering);
    }

    Result<void> take(std::size_t step, const PageResponse& page) {
        m_response.scanned += page.scannedCount;
        m_bytes += page.bytesRead;
        m_response.capacity += page.capacity;
        const std::optional<Condition>* afterwards =
            m_plan.isScan ? nullptr : &m_plan.queries[step].afterwards;
        for (std::size_t i = 0; i < page.items.size(); ++i) {
            if (afterwards && *afterwards && !evaluate(**afterwards, page.items[i])) continue;
            if (!m_reshapes) {
                m_response.items.append(page.items.bytesOf(i));
                continue;
            }
            const auto item = page.items.item(i);
            if (!item) return item.error();
            m_response.items.append(columnsOf(m_plan.columns, *item));
        }
        return {};
    }

    const Engine& m_engine;
    const ReadPlan m_plan;
    const RunOptions& m_options;
    const bool m_reshapes;
    std::uint64_t m_bytes = 0;
    RunResponse m_response;
};

Result<RunResponse> runSelect(Engine& engine, const SelectStatement& select, const TableDefinition& table,
                              std::string_view fingerprint, const RunOptions& options) {
    auto plan = planRead(select, table);
    if (!plan) return plan.error();
    const IndexDefinition* index = plan->index ? table.index(*plan->index) : nullptr;
    if (index && index->kind == IndexKind::Global && options.consistent) {
        return Error::validation("Strongly consistent read is not supported on Global Secondary Indexes");
    }
    ReadPosition from;
    if (options.nextToken) {
        auto position = positionOf(*options.nextToken, fingerprint);
        if (!position) return position.error();
        from = *std::move(position);
    }
    return Reading(engine, *std::move(plan), options).run(std::move(from), fingerprint);
}

}  // namespace

Result<std::shared_ptr<const TableDefinition>> tableNamed(const Engine& engine, const std::string& name) {
    auto table = engine.table(name);
    if (!table && table.error().code == ErrorCode::ResourceNotFound) {
        return Error::of(ErrorCode::ResourceNotFound, "Requested resource not found");
    }
    return table;
}

Result<WriteResponse> runWrite(Engine& engine, const TransactWrite& write, Metering metering) {
    return std::visit(overloaded{
                          [&](const PutRequest& put) {
                              auto done = engine.put(put, metering);
                              if (!done && done.error().code == ErrorCode::ConditionalCheckFailed) {
                                  return Result<WriteResponse>(duplicateItem());
                              }
                              return done;
                          },
                          [&](const UpdateRequest& update) { return engine.update(update, metering); },
                          [&](const DeleteRequest& remove) { return engine.remove(remove, metering); },
                          [](const ConditionCheck&) {
                              return Result<WriteResponse>(Error::validation(
                                  "EXISTS can only be used in ExecuteTransaction write requests."));
                          },
                      },
                      write);
}

Result<RunResponse> runStatement(Engine& engine, const Statement& statement, std::string_view fingerprint,
                                 const RunOptions& options) {
    if (std::holds_alternative<ExistsStatement>(statement)) {
        return Error::validation("EXISTS can only be used in ExecuteTransaction write requests.");
    }
    const auto table = tableNamed(engine, tableOf(statement));
    const auto* select = std::get_if<SelectStatement>(&statement);
    if (!table) {
        if (select && select->columnFault) return *select->columnFault;
        return table.error();
    }
    if (select) return runSelect(engine, *select, **table, fingerprint, options);
    if (options.nextToken) return Error::validation("NextToken does not match request");
    auto write = writeOf(statement, **table);
    if (!write) return write.error();
    optionsOf(*write).returnItemOnFailure = options.returnItemOnFailure;
    auto done = runWrite(engine, *write, options.metering);
    if (!done) return done.error();
    RunResponse response;
    response.key = displayText(keyValuesOf((*table)->keys.all(), keyOf(*write, **table)));
    response.capacity = std::move(done->capacity);
    if (done->attributes && !done->attributes->empty()) response.items.append(*done->attributes);
    return response;
}

}  // namespace partita::partiql
