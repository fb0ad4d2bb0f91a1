// Which requests of a log are shown: by a text that any column holds, by operation, or errors only.
// GUI thread only.
#pragma once

#include <QSortFilterProxyModel>

namespace partita {

class RequestLog;
struct LoggedCall;

class RequestFilter final : public QSortFilterProxyModel {
    Q_OBJECT
  public:
    explicit RequestFilter(RequestLog* log, QObject* parent = nullptr);

    /// Words, all of which must be in the operation, table, index, key or error; case does not count.
    void setText(const QString& text);
    /// Empty: all.
    void setOperation(const QString& operation);
    void setErrorsOnly(bool isOn);
    bool isFiltering() const;

    /// Of a row of this model.
    const LoggedCall& call(int row) const;

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  private:
    RequestLog* m_log;
    QStringList m_words;
    std::string m_operation;
    bool m_errorsOnly = false;
};

}  // namespace partita
