#include "engine/api/page_parameters.h"

#include <array>
#include <utility>

#include "engine/api/call_summary.h"
#include "engine/api/error_envelope.h"

namespace partita {
namespace {

/// The service says of most faults that they are the starting key's, but not of these.
std::string startKeyFault(const std::string& message) {
    for (const std::string_view bare : {"contains duplicates", "number set", "numeric value",
                                        "significant digits", "number with magnitude"}) {
        if (message.find(bare) != std::string::npos) return message;
    }
    return "The provided starting key is invalid: " + message;
}

/// The engine knows filters by the newer parameter's name only.
Error ofOlderFilter(Error error) {
    constexpr std::string_view kNewer = "Filter Expression can only contain";
    if (error.message.starts_with(kNewer)) {
        error.message.replace(0, kNewer.size(), "QueryFilter can only contain");
    }
    return error;
}

std::initializer_list<ExpressionKind> kindsOf(PageParameters::Of of) {
    static constexpr std::initializer_list<ExpressionKind> kScan = {ExpressionKind::Projection,
                                                                    ExpressionKind::Filter};
    static constexpr std::initializer_list<ExpressionKind> kQuery = {
        ExpressionKind::Projection, ExpressionKind::Filter, ExpressionKind::KeyCondition};
    return of == PageParameters::Of::Query ? kQuery : kScan;
}

}  // namespace

PageParameters::PageParameters(const JsonRequest& request, Of of)
    : m_of(of), m_members(request.members()), m_expressions(m_members, kindsOf(of)) {
    m_select = m_members.string("Select");
    m_violations.oneOf("select", m_select,
                       {"SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"});
    const auto index = m_members.string("IndexName");
    m_violations.name("indexName", index, 3, 255);
    if (index) m_index = std::string(*index);
    m_capacity = returnCapacity(m_members.string("ReturnConsumedCapacity"), m_violations);
    m_olderFilter = LegacyConditions::read(m_members, filterName(), m_violations);
    const auto table = m_members.string("TableName");
    m_violations.tableName("tableName", table);
    if (table) m_table = tableNameOf(*table);
    m_join = readConditionalOperator(m_members, m_violations);
    m_attributesToGet = AttributesToGet::read(m_members, m_violations);
    m_limit = m_members.integer("Limit");
    if (of == Of::Scan) m_violations.range("limit", m_limit, 1);
    m_startKey = readAttributes(m_members, "ExclusiveStartKey");
    m_consistent = m_members.boolean("ConsistentRead").value_or(false);
}

Result<void> PageParameters::check(std::pair<std::string_view, bool> older) const {
    if (m_members.fault()) return *m_members.fault();
    if (const auto error = m_violations.error()) return *error;
    if (m_limit && *m_limit < 1) {
        // Query's own words, as recorded.
        return Error::validation(
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have "
            "value greater than or equal to 1");
    }
    return m_expressions.checkTogether({{"AttributesToGet", m_attributesToGet.has_value()},
                                        {filterName(), m_olderFilter.has_value()},
                                        {"ConditionalOperator", m_join.has_value()},
                                        older});
}

Result<void> PageParameters::checkSelect() const {
    const bool projects = m_expressions.has(ExpressionKind::Projection);
    if (m_select == "SPECIFIC_ATTRIBUTES") {
        if (projects || m_attributesToGet) return {};
        return Error::validation(
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
            "SPECIFIC_ATTRIBUTES");
    }
    if (m_select && (projects || m_attributesToGet)) {
        return Error::validation(
            std::string("Cannot specify the ") + (projects ? "ProjectionExpression" : "AttributesToGet") +
            " when choosing to get " + (m_select == "COUNT" ? "only the Count" : std::string(*m_select)));
    }
    if (m_select == "ALL_PROJECTED_ATTRIBUTES" && !m_index) {
        return Error::validation(
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    }
    return {};
}

Result<void> PageParameters::checkValues() {
    if (m_olderFilter) {
        auto filter = m_olderFilter->filter(m_join.value_or(LegacyJoin::And));
        if (!filter) return filter.error();
        m_filter = *std::move(filter);
    }
    if (m_join) {
        const std::size_t tests = m_olderFilter ? m_olderFilter->size() : 0;
        if (auto checked = checkLegacyJoin(tests); !checked) return checked;
    }
    if (m_attributesToGet) {
        auto projection = m_attributesToGet->projection();
        if (!projection) return projection.error();
        m_projection = *std::move(projection);
    }
    if (m_startKey && m_startKey->fault) {
        return Error::validation(startKeyFault(m_startKey->fault->message));
    }
    // Recorded: Query says it in the envelope, Scan does not.
    return m_of == Of::Query ? enveloped(checkSelect()) : checkSelect();
}

Result<ReadOptions> PageParameters::options() {
    ReadOptions options;
    options.consistent = m_consistent;
    if (m_limit) options.limit = static_cast<std::uint32_t>(*m_limit);
    if (m_startKey) options.startKey = std::move(m_startKey->attributes);
    options.filter = std::move(m_filter);
    options.projection = std::move(m_projection);
    auto filter = m_expressions.condition(ExpressionKind::Filter);
    if (!filter) return filter.error();
    if (*filter) options.filter = *std::move(filter);
    auto projection = m_expressions.projection();
    if (!projection) return projection.error();
    if (*projection) options.projection = *std::move(projection);
    if (auto used = m_expressions.checkAllUsed(); !used) return used.error();
    if (m_select == "COUNT") options.select = Select::Count;
    if (m_select == "ALL_ATTRIBUTES") options.select = Select::AllAttributes;
    if (m_select == "ALL_PROJECTED_ATTRIBUTES") options.select = Select::AllProjectedAttributes;
    if (m_select == "SPECIFIC_ATTRIBUTES") options.select = Select::SpecificAttributes;
    return options;
}

Result<std::string> PageParameters::answer(CallContext& context, Result<PageResponse> page) const {
    context.summary.table = m_table;
    context.summary.index = m_index.value_or("");
    if (!page) return m_olderFilter ? ofOlderFilter(page.error()) : page.error();
    context.summary.items = page->count;
    context.summary.scanned = page->scannedCount;
    summarise(context, page->capacity);
    // Stored bytes grow by about a half as JSON; a little more saves the last doubling.
    JsonWriter json(page->items.bytes() * 7 / 4 + 512);
    json.begin();
    if (m_select != "COUNT") {
        json.key("Items");
        if (auto written = appendJson(page->items, json.place()); !written) return written.error();
    }
    json.member("Count", page->count).member("ScannedCount", page->scannedCount);
    if (page->lastEvaluatedKey) {
        json.key("LastEvaluatedKey");
        appendJson(*page->lastEvaluatedKey, json.place());
    }
    appendCapacity(page->capacity, m_capacity, json);
    json.end();
    return json.take();
}

}  // namespace partita
