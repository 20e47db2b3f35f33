// Aligns by the window's direction what Qt aligns by a text's direction.
#pragma once

#include "QuietQt.hpp"

#include <QWidget>

/// Aligns a field or a label in a right-to-left window at the right. Qt decides by the text, or,
/// while there is none, by the keyboard's language.
template <typename Words>
void beginWithWindow(Words *words) {
  if (words->isRightToLeft())
    words->setAlignment(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter);
}
