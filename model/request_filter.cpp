#include "model/request_filter.h"

#include <algorithm>

#include "model/request_log.h"

namespace partita {

RequestFilter::RequestFilter(RequestLog* log, QObject* parent) : QSortFilterProxyModel(parent), m_log(log) {
    setSourceModel(log);
}

void RequestFilter::setText(const QString& text) {
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RequestFilter::setOperation(const QString& operation) {
    m_operation = operation.toStdString();
    invalidateFilter();
}

void RequestFilter::setErrorsOnly(bool isOn) {
    m_errorsOnly = isOn;
    invalidateFilter();
}

bool RequestFilter::isFiltering() const {
    return !m_words.isEmpty() || !m_operation.empty() || m_errorsOnly;
}

const LoggedCall& RequestFilter::call(int row) const {
    return m_log->call(mapToSource(index(row, 0)).row());
}

bool RequestFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const LoggedCall& call = m_log->call(row);
    if (m_errorsOnly && !call.isError()) return false;
    if (!m_operation.empty() && call.operation != m_operation) return false;
    if (m_words.isEmpty()) return true;
    QString text;
    for (const std::string* part :
         {&call.operation, &call.table, &call.index, &call.key, &call.errorType, &call.errorMessage}) {
        text += QString::fromStdString(*part) + QLatin1Char('\n');
    }
    return std::all_of(m_words.begin(), m_words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace partita
