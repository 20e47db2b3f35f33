#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <functional>

/// A text and a button that are shown at a list's lower edge for a while: what was done, and a
/// way to undo it. They stay while the button has the focus.
class Offer final : public QFrame {
 public:
  explicit Offer(QWidget *surface);

  /// Called once per offer: with true when the button was pressed, with false when the time is
  /// over.
  std::function<void(bool)> answered;

  /// - Parameter key: does the same as the button; empty: none does.
  void tell(const QString &text, const QString &button, const QString &key, int milliseconds);
  QWidget *tabStop() const { return button; }
  /// - Parameter rise: height in points of what covers the lower edge.
  void place(int rise);
  void withdraw();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

 private:
  void answer(bool isTaken);
  QLabel *words;
  QPushButton *button;
  QTimer timer;
};
