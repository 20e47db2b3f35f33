#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <functional>
#include <vector>

/// A line above a list that tells or asks something and waits as long as the reader likes: words, a
/// few buttons, and a cross that puts it away.
class Notice final : public QFrame {
 public:
  explicit Notice(QWidget *parent);

  /// Replaces what it says.
  void tell(const QString &text, const std::vector<QString> &choices);

  /// Returns the height that it needs at a width.
  int heightAt(int width) const;

  /// Nil where there is none.
  const QWidget *button(int index) const {
    return index >= 0 && static_cast<size_t>(index) < titles.size() ? buttons[index] : nullptr;
  }

  /// The index of a button; -1 for the cross and for Escape.
  std::function<void(int32_t)> chosen;

 protected:
  void keyPressEvent(QKeyEvent *event) override;
  void changeEvent(QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

 private:
  void tint();

  QLabel *words;
  /// The words and, beside or below them, the buttons.
  QBoxLayout *whole;
  QHBoxLayout *row;
  std::vector<QWidget *> buttons;
  std::vector<QString> titles;
};
