#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <functional>
#include <vector>

/// A line above a list that tells or asks something and waits as long as the reader likes: words, a
/// few buttons, and a cross that puts it away.
class Notice final : public QFrame {
 public:
  explicit Notice(QWidget *parent);

  /// Replaces what it says; returns whether there are other buttons than before.
  bool tell(const QString &text, const std::vector<QString> &choices);

  /// Returns the height that it needs at a width.
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

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
  /// Returns the height that it needs at a width.
  int arrange(int width, bool places) const;
  void arrangeAgain();
  void title(size_t index, int width) const;

  QLabel *words;
  QToolButton *cross = nullptr;
  std::vector<QPushButton *> buttons;
  /// Of the buttons, where there is room.
  std::vector<int> widths;
  std::vector<QString> titles;
};
