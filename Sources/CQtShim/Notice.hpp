#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <functional>
#include <vector>

/// A message above a list that stays until the user answers it: a text, a few buttons, and a cross
/// that closes it.
class Notice final : public QFrame {
 public:
  explicit Notice(QWidget *parent);

  /// Replaces the text and the buttons.
  /// Returns whether it has other buttons than before, so that it is a new notice.
  bool tell(const QString &text, const std::vector<QString> &choices);

  /// Returns the height that it needs at a width.
  int heightAt(int width) const;

  /// Returns a button; null for an invalid index.
  const QWidget *button(int index) const {
    return index >= 0 && static_cast<size_t>(index) < titles.size() ? buttons[index] : nullptr;
  }

  /// Called with the index of the pressed button; -1 for the cross and for Escape.
  std::function<void(int32_t)> chosen;

 protected:
  void keyPressEvent(QKeyEvent *event) override;
  void changeEvent(QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

 private:
  void tint();

  QLabel *words;
  /// The text, and the buttons beside it or below it.
  QBoxLayout *whole;
  QHBoxLayout *row;
  std::vector<QWidget *> buttons;
  std::vector<QString> titles;
};
