#pragma once

#include "QuietQt.hpp"

#include <QFont>
#include <QFontInfo>

/// The same font, which takes emoji from the font that has them in colour: what is found otherwise may be
/// an outline.
inline QFont withEmoji(QFont font) {
  // By its real name: what an alias stands for is looked for among all fonts, and spaces are found in
  // the one with the emoji.
  font.setFamilies({QFontInfo(font).family(), QStringLiteral("Noto Color Emoji")});
  return font;
}

/// For symbols alone: the text's font, which is another one in each language, may have outlines of them.
inline QFont ofEmoji(QFont font) {
  font.setFamilies({QStringLiteral("Noto Color Emoji"), QFontInfo(font).family()});
  return font;
}
