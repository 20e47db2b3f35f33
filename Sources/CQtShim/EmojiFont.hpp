#pragma once

#include "QuietQt.hpp"

#include <QFont>
#include <QFontInfo>

/// Returns the same font with emoji from the colour font: Qt may find outlines of them elsewhere.
inline QFont withEmoji(QFont font) {
  // The font's real name is passed because Qt would search all fonts for an alias, and would take
  // spaces from the emoji font.
  font.setFamilies({QFontInfo(font).family(), QStringLiteral("Noto Color Emoji")});
  return font;
}

/// Returns the font for text that consists of emoji only. With the text's font, which depends on
/// the language, they may be outlines.
inline QFont ofEmoji(QFont font) {
  font.setFamilies({QStringLiteral("Noto Color Emoji"), QFontInfo(font).family()});
  return font;
}
