#include "ui/dialog_foot.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QPushButton>

namespace partita {

QHBoxLayout* dialogFoot(QDialog* dialog, QPushButton* accept, QWidget* left) {
    auto* foot = new QHBoxLayout;
    foot->setSpacing(10);
    if (left) {
        foot->addWidget(left, 1);
    } else {
        foot->addStretch(1);
    }
    auto* cancel = new QPushButton(QDialog::tr("Cancel"));
    cancel->setAutoDefault(false);
    accept->setProperty("accent", true);
    accept->setDefault(true);
    foot->addWidget(cancel);
    foot->addWidget(accept);
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    return foot;
}

}  // namespace partita
