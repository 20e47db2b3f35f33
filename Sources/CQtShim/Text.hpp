// Conversion of strings between C and Qt.
#pragma once

#include "QuietQt.hpp"

#include <QByteArray>
#include <QString>
#include <cstdlib>
#include <cstring>

/// Maximum number of characters in a field for some words. Text that is pasted by mistake may be
/// megabytes, and may take minutes to lay out.
constexpr int mostFieldText = 2000;

inline QString fromC(const char *text) {
  return text ? QString::fromUtf8(text) : QString();
}

/// Returns a copy that the caller frees with lq_free; null for a null string.
inline char *toC(const QString &text) {
  return text.isNull() ? nullptr : strdup(text.toUtf8().constData());
}
