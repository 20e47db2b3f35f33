// Conversion of strings between C and Qt.
#pragma once

#include "QuietQt.hpp"

#include <QByteArray>
#include <QString>
#include <cstdlib>
#include <cstring>

inline QString fromC(const char *text) {
  return text ? QString::fromUtf8(text) : QString();
}

/// Returns a copy that the caller frees with lq_free; null for a null string.
inline char *toC(const QString &text) {
  return text.isNull() ? nullptr : strdup(text.toUtf8().constData());
}
