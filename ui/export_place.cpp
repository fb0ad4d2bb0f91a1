#include "ui/export_place.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "ui/export_format_list.h"

namespace partita {
namespace {

/// What tells one file from another where formats share an ending, or have none.
QString markOf(ExportFormat format) {
    switch (format) {
        case ExportFormat::Workbench:
        case ExportFormat::CreateTable:
        case ExportFormat::BatchWrite:
        case ExportFormat::S3Export:
            return QLatin1Char('-') + QString::fromUtf8(exportFormatName(format).data());
        default:
            return {};
    }
}

}  // namespace

QString exportEnding(const SinkOptions& sink) {
    QString ending = QString::fromUtf8(exportExtension(sink.format).data());
    if (sink.gzip && !ending.isEmpty()) ending += QStringLiteral(".gz");
    return ending;
}

ExportPlace::ExportPlace(QWidget* parent)
    : QWidget(parent), m_folder(QDir::homePath()), m_path(new QLineEdit), m_browse(new QPushButton) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_path->setObjectName(QStringLiteral("place"));
    m_path->setAccessibleName(tr("File or folder to write"));
    m_browse->setText(tr("Browse…"));
    m_browse->setAutoDefault(false);
    row->addWidget(m_path, 1);
    row->addWidget(m_browse);
    connect(m_path, &QLineEdit::textEdited, this, [this] {
        m_isEdited = true;
        emit edited();
    });
    connect(m_path, &QLineEdit::textChanged, m_path, &QWidget::setToolTip);
    connect(m_browse, &QPushButton::clicked, this, &ExportPlace::choose);
}

void ExportPlace::setFolder(const QString& folder) {
    m_folder = folder;
    suggest();
}

void ExportPlace::setSuggestion(const QString& baseName) {
    m_baseName = baseName;
    suggest();
}

void ExportPlace::setFormat(const SinkOptions& sink) {
    const QString before = exportEnding(m_sink);
    m_sink = sink;
    const QString now = exportEnding(sink);
    const QString text = m_path->text();
    if (m_isEdited && before != now) {
        // The name is theirs, the ending follows.
        if (!before.isEmpty() && text.endsWith(before))
            m_path->setText(text.chopped(before.size()) + now);
        else if (before.isEmpty() && !text.isEmpty() && QFileInfo(text).suffix().isEmpty())
            m_path->setText(text + now);
    }
    suggest();
}

void ExportPlace::setPath(const QString& path) {
    m_isEdited = true;
    m_path->setText(QDir::toNativeSeparators(path));
    emit edited();
}

QString ExportPlace::suggestedName() const {
    return m_baseName + markOf(m_sink.format) + exportEnding(m_sink);
}

void ExportPlace::suggest() {
    if (m_isEdited || m_baseName.isEmpty()) return;
    m_path->setText(QDir::toNativeSeparators(QDir(m_folder).filePath(suggestedName())));
    emit edited();
}

bool ExportPlace::isEmpty() const {
    return m_path->text().trimmed().isEmpty();
}

QString ExportPlace::path() const {
    QString text = QDir::fromNativeSeparators(m_path->text().trimmed());
    if (text.isEmpty()) return {};
    if (text.startsWith(QStringLiteral("~/"))) text.replace(0, 1, QDir::homePath());
    return QDir::cleanPath(QDir(m_folder).absoluteFilePath(text));
}

QString ExportPlace::problem() const {
    const QString wanted = path();
    if (wanted.isEmpty()) return tr("Say where it is to be written.");
    const QFileInfo place(wanted);
    const QFileInfo parent(place.path());
    if (!parent.exists())
        return tr("There is no folder %1. Make it first, or choose another place.")
            .arg(QDir::toNativeSeparators(place.path()));
    if (!parent.isDir())
        return tr("%1 is a file, not a folder. Choose another place.")
            .arg(QDir::toNativeSeparators(place.path()));
    if (place.exists() && !m_ownFile.isEmpty() &&
        place.canonicalFilePath() == QFileInfo(m_ownFile).canonicalFilePath())
        return tr("This is the table file itself. Choose another name.");
    if (writesFolder(m_sink.format)) {
        if (place.exists() && !place.isDir())
            return tr("%1 is a file. This format is a folder of files: name one that is not there yet.")
                .arg(place.fileName());
        if (place.isDir() && !QDir(wanted).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
            return tr("The folder %1 is not empty. Name one that is not there yet.").arg(place.fileName());
    } else if (place.isDir()) {
        return tr("%1 is a folder. Name a file in it.").arg(QDir::toNativeSeparators(wanted));
    } else if (place.exists() && !place.isFile()) {
        // It may make the work wait for ever, which a window can't end; the command line can.
        return tr("%1 is a device or a pipe, which only the command line writes to. Name a file.")
            .arg(QDir::toNativeSeparators(wanted));
    }
    if (!parent.isWritable())
        return tr("You may not write into %1. Choose another folder.")
            .arg(QDir::toNativeSeparators(place.path()));
    return {};
}

bool ExportPlace::replaces() const {
    return !writesFolder(m_sink.format) && !isEmpty() && QFileInfo(path()).isFile();
}

void ExportPlace::choose() {
    const QString start = isEmpty() ? QDir(m_folder).filePath(suggestedName()) : path();
    const QString ending = exportEnding(m_sink);
    const QString filter =
        ending.isEmpty()
            ? QString()
            : tr("%1 (*%2);;All files (*)", "format, ending").arg(formatTitle(m_sink.format), ending);
    auto* dialog = new QFileDialog(this, tr("Export to"), QFileInfo(start).path(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the form says so itself
    if (!ending.isEmpty()) dialog->setDefaultSuffix(ending.mid(1));
    dialog->selectFile(QFileInfo(start).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, &ExportPlace::setPath);
    dialog->open();
}

}  // namespace partita
