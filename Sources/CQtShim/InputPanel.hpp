#pragma once

#include "QuietQt.hpp"

#include <QWidget>

/// Points of a window's lower part that the keyboard on the screen covers.
int coveredByInputPanel(const QWidget *window);
