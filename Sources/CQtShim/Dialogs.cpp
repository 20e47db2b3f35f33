#include "QuietQt.hpp"
#include "lq_dialogs.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <memory>
#include <vector>

#include "Text.hpp"
#include "Window.hpp"

void lq_dialog_files(
    lq_window *window, const lq_file_dialog *options,
    void (*done)(void *context, const char *const *paths, int32_t count), void *context) {
  auto *dialog = new QFileDialog(window, fromC(options->title));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  switch (options->mode) {
    case LQ_FILE_OPEN: dialog->setFileMode(QFileDialog::ExistingFile); break;
    case LQ_FILES_OPEN: dialog->setFileMode(QFileDialog::ExistingFiles); break;
    case LQ_FOLDER_OPEN:
      dialog->setFileMode(QFileDialog::Directory);
      dialog->setOption(QFileDialog::ShowDirsOnly);
      break;
    case LQ_FILE_SAVE:
      dialog->setFileMode(QFileDialog::AnyFile);
      dialog->setAcceptMode(QFileDialog::AcceptSave);
      break;
  }
  if (options->filters) dialog->setNameFilters(fromC(options->filters).split(QStringLiteral(";;")));
  if (options->path) {
    const QFileInfo start(fromC(options->path));
    if (start.isDir()) {
      dialog->setDirectory(start.filePath());
    } else {
      dialog->setDirectory(start.path());
      dialog->selectFile(start.fileName());
    }
  }
  // Another kind of file has another file name extension.
  QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
    static const QRegularExpression ending(QStringLiteral("\\*\\.(\\w+)\\)$"));
    const auto found = ending.match(filter);
    const QStringList files = dialog->selectedFiles();
    if (dialog->acceptMode() != QFileDialog::AcceptSave || !found.hasMatch() || files.isEmpty()) return;
    const QFileInfo file(files.first());
    if (!file.suffix().isEmpty())
      dialog->selectFile(file.completeBaseName() + QLatin1Char('.') + found.captured(1));
  });
  auto chosen = std::make_shared<std::vector<QByteArray>>();
  QObject::connect(dialog, &QFileDialog::filesSelected, dialog, [=](const QStringList &files) {
    for (const QString &file : files) chosen->push_back(file.toUtf8());
  });
  // Every way to close the dialog ends here: a choice, Escape, the closing of the parent.
  QObject::connect(dialog, &QObject::destroyed, dialog, [=] {
    std::vector<const char *> paths;
    for (const QByteArray &path : *chosen) paths.push_back(path.constData());
    done(context, paths.data(), static_cast<int32_t>(paths.size()));
  });
  dialog->open();
}

void lq_dialog_message(
    lq_window *window, const lq_message *message, void (*done)(void *context, int32_t button),
    void *context) {
  auto *box = new QMessageBox(window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  switch (message->kind) {
    case LQ_MESSAGE_PLAIN:
      if (!window->windowIcon().isNull()) box->setIconPixmap(window->windowIcon().pixmap(64));
      break;
    case LQ_MESSAGE_INFO: box->setIcon(QMessageBox::Information); break;
    case LQ_MESSAGE_WARNING: box->setIcon(QMessageBox::Warning); break;
    case LQ_MESSAGE_ERROR: box->setIcon(QMessageBox::Critical); break;
  }
  box->setTextFormat(Qt::PlainText);
  box->setWindowTitle(fromC(message->title));
  box->setText(fromC(message->text));
  box->setInformativeText(fromC(message->detail));
  // Above more text it is a headline.
  if (auto *label = box->findChild<QLabel *>(QStringLiteral("qt_msgbox_label"));
      label && !box->informativeText().isEmpty()) {
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
  }
  // The message box's text format does not apply to this label, and details quote untrusted text.
  if (auto *label = box->findChild<QLabel *>(QStringLiteral("qt_msgbox_informativelabel")))
    label->setTextFormat(Qt::PlainText);

  auto answer = std::make_shared<int32_t>(-1);
  bool hasButtons = false;
  for (int32_t index = 0; index < 3; ++index) {
    if (!message->buttons[index]) continue;
    QPushButton *button = box->addButton(fromC(message->buttons[index]), QMessageBox::ActionRole);
    if (!hasButtons) {
      // Escape and the window's close button also mean the careful answer.
      box->setDefaultButton(button);
      box->setEscapeButton(button);
    }
    hasButtons = true;
    QObject::connect(button, &QAbstractButton::clicked, box, [=] { *answer = index; });
  }
  if (!hasButtons) {
    QPushButton *button = box->addButton(QMessageBox::Ok);
    QObject::connect(button, &QAbstractButton::clicked, box, [=] { *answer = 0; });
  }
  QObject::connect(box, &QObject::destroyed, box, [=] { done(context, *answer); });
  box->open();
}
