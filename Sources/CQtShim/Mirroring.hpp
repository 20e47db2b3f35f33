// Makes Qt align by the window's direction what it aligns by a text's.
#pragma once

#include "QuietQt.hpp"

#include <QWidget>

/// A field's or a label's words begin where the window's lines begin: Qt looks at the words themselves, or at
/// the keyboard's language while there are none.
template <typename Words>
void beginWithWindow(Words *words) {
  if (words->isRightToLeft())
    words->setAlignment(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter);
}
