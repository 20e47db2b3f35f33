#pragma once

#include "QuietQt.hpp"

#include <QWidget>

/// Returns how many points of a window's lower part the on-screen keyboard covers.
int coveredByInputPanel(const QWidget *window);
