// The form that says what of the service's refusals and delays the open file imitates. GUI thread only.
#pragma once

class QWidget;

namespace partita {

class NoticeBar;
class Session;

/// Shows the form over `page`, and does what is chosen in it; `notice` says so. All must outlive the form.
void openFaultsForm(Session* session, QWidget* page, NoticeBar* notice);

}  // namespace partita
