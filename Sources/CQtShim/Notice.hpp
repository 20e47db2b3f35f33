#pragma once

#include "QuietQt.hpp"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <functional>
#include <vector>

/// A message above a list that stays until the user answers it: a text, a few buttons, and a cross
/// that closes it.
class Notice final : public QFrame {
 public:
  explicit Notice(QWidget *parent);

  /// Replaces what it says; returns whether there are other buttons than before.
  ///
  /// \p close: name of the cross; empty: the usual one.
  bool tell(
      const QString &text, const std::vector<QString> &choices, const QString &close = QString());

  /// Returns the height that it needs at a width.
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

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
  void nameCross(const QString &name);
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
