#include "model/query_runner.h"

#include "engine/partition/partitions.h"

namespace partita {

namespace {

ViewId viewOf(const ReadRequest& request) {
    return std::visit([](const auto& read) { return ViewId{read.table, read.index}; }, request);
}

Result<RunPage> runPage(const Engine& engine, const ReadRequest& request, std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    const auto* query = std::get_if<QueryRequest>(&request);
    Result<PageResponse> response =
        query ? engine.query(*query, Metering::On, stop)
              : engine.scan(*std::get_if<ScanRequest>(&request), Metering::On, stop);
    const auto end = std::chrono::steady_clock::now();
    if (!response) return response.error();

    RunPage page;
    auto items = response->items.items();
    if (!items) return items.error();
    page.items = std::move(items).value();
    page.response = std::move(*response);
    page.time = end - begin;
    // What follows only describes the answer: without it the answer stands all the same.
    const ViewId view = viewOf(request);
    if (auto order = engine.attributeOrder(view.table)) page.attributeOrder = std::move(order).value();
    const Result<std::uint32_t> partitions = engine.partitionCount(view);
    if (partitions && *partitions > 0) {
        page.partitions = *partitions;
        if (!page.response.partitionBytes.empty())
            page.partition = partitionOf(page.response.hash, *partitions);
    }
    if (query) {
        const Result<KeyPlace> place = engine.find(view, query->partition);
        if (place && place->exact) {
            Result<std::vector<CollectionSummary>> summaries = engine.collections(view, {place->collection});
            if (summaries && !summaries->empty()) page.collection = std::move(summaries->front());
        }
    }
    return page;
}

}  // namespace

QueryRunner::QueryRunner(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

ViewId QueryRunner::view() const {
    return viewOf(m_request);
}

void QueryRunner::start(const ReadRequest& request) {
    m_request = request;
    m_metrics = {};
    m_metrics.kind = kindOf(request);
    m_nextKey.reset();
    m_pauseAt.reset();
    m_isPaused = false;
    emit started();
    readPage();
}

void QueryRunner::nextPage() {
    if (!hasMore()) return;
    m_pauseAt.reset();
    m_isPaused = false;
    readPage();
}

void QueryRunner::allPages() {
    if (!hasMore()) return;
    m_pauseAt = m_metrics.bytesRead + kPauseBytes;
    m_isPaused = false;
    readPage();
}

void QueryRunner::cancel() {
    if (!isRunning()) return;
    m_isCancelled = true;
    m_job.requestStop();
}

void QueryRunner::readPage() {
    m_isCancelled = false;
    ReadRequest page = m_request;
    if (m_nextKey) std::visit([this](auto& read) { read.options.startKey = m_nextKey; }, page);
    m_job = m_session.run<RunPage>(
        this,
        [page = std::move(page)](Engine& engine, std::stop_token stop) {
            return runPage(engine, page, stop);
        },
        [this](Result<RunPage> result) { take(std::move(result)); });
    setState(State::Running);
}

void QueryRunner::take(Result<RunPage> result) {
    if (!result) {
        m_error = result.error();
        setState(m_error.code == ErrorCode::Cancelled ? State::Cancelled : State::Failed);
        return;
    }
    const PageResponse& response = result->response;
    ++m_metrics.requests;
    m_metrics.itemsReturned += response.count;
    m_metrics.itemsRead += response.scannedCount;
    m_metrics.bytesRead += response.bytesRead;
    m_metrics.readUnits += response.capacity.total.read;
    m_metrics.time += result->time;
    m_metrics.partition = result->partition;
    m_metrics.partitions = result->partitions;
    m_nextKey = response.lastEvaluatedKey;
    emit pageReady(*result);

    if (m_isCancelled) {
        setState(State::Cancelled);
    } else if (m_pauseAt && m_nextKey && m_metrics.bytesRead < *m_pauseAt) {
        readPage();
    } else {
        m_isPaused = m_pauseAt && m_nextKey;
        setState(State::Finished);
    }
}

void QueryRunner::setState(State state) {
    m_state = state;
    emit stateChanged();
}

}  // namespace partita
