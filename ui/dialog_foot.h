// The last line of a dialog: Cancel, and the button that does what the dialog is for. GUI thread only.
#pragma once

class QDialog;
class QHBoxLayout;
class QPushButton;
class QWidget;

namespace partita {

/// Cancel rejects the dialog; `accept` is its default button, in the accent colour, and the caller's to
/// connect. `left` takes the room that is left on the line (what is wrong with the form); null: nothing does.
QHBoxLayout* dialogFoot(QDialog* dialog, QPushButton* accept, QWidget* left = nullptr);

}  // namespace partita
