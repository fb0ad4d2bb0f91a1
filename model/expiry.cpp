#include "model/expiry.h"

#include <QCoreApplication>

namespace partita {
namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
/// Developer guide, "Using time to live": what is further past is never removed.
constexpr std::int64_t kOldest = 5 * 365 * kDay;

struct ExpiryText {
    Q_DECLARE_TR_FUNCTIONS(ExpiryText)
};

QString spanText(std::int64_t seconds) {
    if (seconds < kMinute) return ExpiryText::tr("%1 s").arg(seconds);
    if (seconds < kHour) return ExpiryText::tr("%1 min").arg(seconds / kMinute);
    if (seconds < 2 * kDay) return ExpiryText::tr("%1 h").arg(seconds / kHour);
    return ExpiryText::tr("%1 d").arg(seconds / kDay);
}

}  // namespace

std::optional<std::int64_t> expiryOf(const Item& item, const std::string& attribute, std::int64_t now) {
    const Value* value = item.find(attribute);
    const Number* number = value ? value->asNumber() : nullptr;
    if (!number) return std::nullopt;
    // A double holds whole seconds exactly as far as anybody's times go.
    const double seconds = number->approximate();
    if (seconds < static_cast<double>(now - kOldest) || seconds > 1e15) return std::nullopt;
    return static_cast<std::int64_t>(seconds);
}

QString expiryText(std::int64_t expiry, std::int64_t now) {
    return expiry <= now ? ExpiryText::tr("expired %1 ago").arg(spanText(now - expiry))
                         : ExpiryText::tr("expires in %1").arg(spanText(expiry - now));
}

}  // namespace partita
