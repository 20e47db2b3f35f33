// Dialogs as the window looks: its ground, no pictures on buttons, emoji in colour.
#pragma once

#include "QuietQt.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QPushButton>

#include "EmojiFont.hpp"

/// Once a dialog has its parts, before it is seen. A file dialog is left as the desktop has it.
inline void polishDialog(QDialog *dialog) {
  if (qobject_cast<QFileDialog *>(dialog)) return;
  QPalette palette = dialog->palette();
  palette.setColor(QPalette::Window, palette.color(QPalette::Base));
  dialog->setPalette(palette);
  dialog->setFont(withEmoji(dialog->font()));
  for (auto *box : dialog->findChildren<QDialogButtonBox *>())
    for (auto *button : box->buttons()) button->setIcon(QIcon());
}
