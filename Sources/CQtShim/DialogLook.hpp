// Makes dialogs look like the window: its background, no icons on buttons, emoji in colour.
#pragma once

#include "QuietQt.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QPushButton>

#include "EmojiFont.hpp"

/// Call it when a dialog has all its parts, before it is shown. File dialogs keep the desktop's
/// look.
inline void polishDialog(QDialog *dialog) {
  if (qobject_cast<QFileDialog *>(dialog)) return;
  QPalette palette = dialog->palette();
  palette.setColor(QPalette::Window, palette.color(QPalette::Base));
  dialog->setPalette(palette);
  dialog->setFont(withEmoji(dialog->font()));
  for (auto *box : dialog->findChildren<QDialogButtonBox *>())
    for (auto *button : box->buttons()) button->setIcon(QIcon());
}
