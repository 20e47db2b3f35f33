#include "QuietQt.hpp"
#include "InputPanel.hpp"

#include <QApplication>
#include <QGuiApplication>
#include <QInputMethod>
#include <QWindow>

#include "Window.hpp"
#include "lq_input_panel.h"

namespace {
/// Height set by a test; below 0: none.
double pretended = -1;

void tellWindows() {
  for (QWidget *widget : QApplication::topLevelWidgets())
    if (auto *window = dynamic_cast<lq_window *>(widget)) window->clearInputPanel();
}
}  // namespace

// The keyboard's rectangle is reported in the focused window; it does not concern other windows.
int coveredByInputPanel(const QWidget *window) {
  const QWidget *top = window->window();
  if (pretended >= 0) return qMin(qRound(pretended), top->height() / 2);
  const QInputMethod *method = QGuiApplication::inputMethod();
  const QRectF panel = method->keyboardRectangle();
  if (!method->isVisible() || panel.isEmpty() || !top->windowHandle() ||
      QGuiApplication::focusWindow() != top->windowHandle())
    return 0;
  // A keyboard that floats above the window's lower edge hides no more than it covers.
  if (panel.bottom() < top->height() - panel.height() / 2) return 0;
  return qBound(0, qRound(top->height() - panel.top()), top->height() * 2 / 3);
}

bool lq_input_panel_is_open(void) {
  return pretended > 0 || (pretended < 0 && QGuiApplication::inputMethod()->isVisible());
}

void lq_input_panel_close(void) {
  if (pretended >= 0) {
    pretended = 0;
    return tellWindows();
  }
  QGuiApplication::inputMethod()->hide();
}

void lq_input_panel_pretend(double height) {
  pretended = qMax(0.0, height);
  tellWindows();
}
