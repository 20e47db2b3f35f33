#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <functional>

/// Words and one button over a list's lower edge, for a while: what was done, and a way to undo it.
class Offer final : public QFrame {
 public:
  explicit Offer(QWidget *surface);

  /// Once: true for the button, false when the time is over.
  std::function<void(bool)> answered;

  void tell(const QString &text, const QString &button, int milliseconds);
  /// \p rise: points at the lower edge that something else covers.
  void place(int rise);
  void withdraw();

 private:
  void answer(bool isTaken);
  QLabel *words;
  QPushButton *button;
  QTimer timer;
};
