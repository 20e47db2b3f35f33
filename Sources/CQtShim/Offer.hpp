#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <functional>

/// A text and a button that are shown at a list's lower edge for a while: what was done, and a
/// way to undo it.
class Offer final : public QFrame {
 public:
  explicit Offer(QWidget *surface);

  /// Called once per offer: with true when the button was pressed, with false when the time is
  /// over.
  std::function<void(bool)> answered;

  void tell(const QString &text, const QString &button, int milliseconds);
  /// - Parameter rise: height in points of what covers the lower edge.
  void place(int rise);
  void withdraw();

 private:
  void answer(bool isTaken);
  QLabel *words;
  QPushButton *button;
  QTimer timer;
};
