#pragma once

#include "QuietQt.hpp"

#include <QHBoxLayout>
#include <QImage>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <array>
#include <functional>

#include "BarIcons.hpp"
#include "lq_bars.h"

/// Common parts of both bars: a height, a background with a line below it, and icons on buttons.
class Bar : public QWidget {
 public:
  explicit Bar(QWidget *parent);
  /// Points, from the start.
  static constexpr int barHeight = 52;

  void setColors(const lq_bar_colors &given);
  virtual void fill() = 0;
  /// There are other buttons than before.
  std::function<void()> onButtons;

 protected:
  void paintGround(QPainter &painter);
  QToolButton *button(const QString &says, int width = 36);
  virtual void colour() = 0;
  QIcon icon(BarIcons::Sign sign, bool isMirrored = false) const;
  static QColor color(uint32_t word) { return QColor::fromRgb(word); }

  lq_bar_colors colors{0xFFFFFF, 0xDDDDDD, 0x111111, 0x555555, 0x00796B, 0xFFFFFF, 0xEEEEEE};
  bool isFilled = false;
};

struct lq_title_bar final : public Bar {
  explicit lq_title_bar(QWidget *parent);

  lq_title_bar_callbacks callbacks{};
  /// The window's own buttons.
  std::function<void()> onBack, onMenu, onSide;

  void fill() override;
  void setTitle(const QString &newTitle, const QString &newSubtitle);
  void setInitials(const QString &newInitials, const QColor &newColor);
  void setPicture(const QImage &newPicture);
  void setHint(const QString &hint);
  void setWanted(lq_title_button button, bool isWanted);
  /// Whether the window has a list that this one took the place of.
  void setLeadsToSide(bool leads);
  /// Whether the program has something that this page took the place of.
  void setLeadsBack(bool leads);
  void setTabs(const std::vector<QString> &titles, int chosen);
  QWidget *menuAnchor() const { return buttons[LQ_TITLE_MENU]; }

 protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void colour() override;

 private:
  void showBack();
  void drawFace(QPainter &painter, const QRect &place);
  void placeTabs();

  bool leadsToSide = false, leadsBack = false;
  std::vector<QToolButton *> tabs;
  QHBoxLayout *row = nullptr;
  QString title, subtitle, initials;
  QColor circle;
  /// Instead of the initials; null for none.
  QImage picture;
  std::array<bool, LQ_TITLE_BUTTONS> wanted{};
  std::array<QToolButton *, LQ_TITLE_BUTTONS> buttons{};
};

struct lq_search_bar final : public Bar {
  /// \p list gets the keys that go up and down.
  lq_search_bar(QWidget *parent, QWidget *list);

  lq_search_bar_callbacks callbacks{};
  std::function<void()> onMenu;

  void fill() override;
  void setText(const QString &text);
  QString text() const { return edit ? edit->text() : pendingText; }
  void setPlaceholder(const QString &text);
  void setFilters(const std::vector<QString> &titles);
  void takeFocus(bool selects);
  QWidget *menuAnchor() const { return menu; }

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  void colour() override;

 private:
  void close();
  void tellEntered(bool isInside);

  QWidget *list;
  QVBoxLayout *rows;
  QHBoxLayout *chips = nullptr;
  QToolButton *menu = nullptr, *clearing = nullptr;
  QLineEdit *edit = nullptr;
  QString pendingText, placeholder;
  std::vector<QToolButton *> filters;
};
