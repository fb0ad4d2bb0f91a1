// Painting one frame while scrolling, and how soon rows fill in after a jump. The real widget, off screen,
// full HD.
#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <algorithm>

#include "model/block_model.h"
#include "model/block_table_source.h"
#include "model/session.h"
#include "tests/bench/workload.h"
#include "ui/block_view.h"

namespace partita::bench {
namespace {

constexpr int kFrames = 2000;
constexpr int kJumps = 60;

bool isLoaded(const BlockView& view) {
    for (const BlockView::VisibleRow& row : view.visibleRows())
        if (view.model()->loadState(row.row) != LoadState::Loaded) return false;
    return !view.visibleRows().empty();
}

/// Milliseconds until all that is seen is loaded.
double waitLoaded(const BlockView& view) {
    QElapsedTimer timer;
    timer.start();
    while (!isLoaded(view) && timer.elapsed() < 10'000)
        QApplication::processEvents(QEventLoop::AllEvents, 5);
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

}  // namespace

void benchFrames(const Settings& settings) {
    const std::string path = settings.folder + "/bench-frames.partita";
    filledTable(settings, path).reset();
    {
        Session session(need(Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded)));
        TableBlockSource source(&session, {"Orders", std::nullopt});
        BlockModel model;
        BlockView view;
        view.resize(1920, 1080);
        view.setModel(&model);
        QElapsedTimer timer;
        timer.start();
        model.setSource(&source);
        view.show();
        waitLoaded(view);
        const double first = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        while (!model.isOrderComplete() && timer.elapsed() < 60'000)
            QApplication::processEvents(QEventLoop::AllEvents, 5);
        const std::string what = std::to_string(settings.items) + " items in " +
                                 std::to_string(settings.collections) +
                                 " collections, 1920 x 1080, offscreen raster";
        print({"first painted blocks, from an open session", "ms", first, 300, 0, "<= 300 ms", first <= 300,
               what});

        std::vector<double> frames;
        QScrollBar& bar = *view.verticalScrollBar();
        for (int i = 0; i < kFrames; ++i) {
            // Mostly steady scrolling, with a drag of the bar to elsewhere now and then.
            const int step = i % 100 == 0 ? bar.maximum() / 20 : 3;
            const int value = bar.value() + step > bar.maximum() ? 0 : bar.value() + step;
            timer.restart();
            bar.setValue(value);
            view.viewport()->repaint();
            frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
            QApplication::processEvents(QEventLoop::AllEvents, 2);
        }
        std::sort(frames.begin(), frames.end());
        const double p99 = frames[frames.size() * 99 / 100];
        print({"one frame while scrolling, 99th percentile", "ms", p99, 16.7, 0, "99 % of frames <= 8 ms",
               p99 <= 8, what});
        print({"one frame while scrolling, median", "ms", frames[frames.size() / 2], 16.7, 0, "(none)", true,
               what});

        std::vector<double> fills;
        for (int i = 0; i < kJumps; ++i) {
            bar.setValue(
                static_cast<int>((static_cast<std::int64_t>(bar.maximum()) * ((i * 37) % kJumps)) / kJumps));
            view.viewport()->repaint();
            fills.push_back(waitLoaded(view));
        }
        std::sort(fills.begin(), fills.end());
        const double fill = fills[fills.size() * 99 / 100];
        print({"rows filled in after a jump, 99th percentile", "ms", fill, 100, 0, "<= 100 ms", fill <= 100,
               what});
    }
    removeTable(path);
}

}  // namespace partita::bench
