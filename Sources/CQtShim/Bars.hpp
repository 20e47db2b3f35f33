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
#include "Faces.hpp"
#include "lq_bars.h"

/// What both bars have in common: a height, a background with a line below it, and buttons with
/// icons.
class Bar : public QWidget {
 public:
  explicit Bar(QWidget *parent);
  /// Height in points, the same before the bar is filled.
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
  /// Pressed buttons that the window itself handles.
  std::function<void()> onBack, onMenu, onSide;

  void fill() override;
  void setTitle(const QString &newTitle, const QString &newSubtitle);
  void setInitials(const QString &newInitials, const FaceColors &newColors);
  void setPicture(const QImage &newPicture);
  void setHint(const QString &hint, bool newIsButton);
  void setWanted(lq_title_button button, bool isWanted);
  /// Sets whether the back button leads to the side list, as in a window with space for only one
  /// list.
  void setLeadsToSide(bool leads);
  /// Sets whether the back button is one of the program, which is told when it is pressed.
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
  void describe();
  void showBack();
  void drawFace(QPainter &painter, const QRect &place);
  void placeTabs();

  bool leadsToSide = false, leadsBack = false;
  /// Whether a click on the title does something.
  bool isButton = false;
  std::vector<QToolButton *> tabs;
  QHBoxLayout *row = nullptr;
  QString title, subtitle, initials;
  /// The hint, unless it says what a click does.
  QString words;
  FaceColors face;
  /// Shown in place of the initials; null: none.
  QImage picture;
  std::array<bool, LQ_TITLE_BUTTONS> wanted{};
  std::array<QToolButton *, LQ_TITLE_BUTTONS> buttons{};
};

struct lq_search_bar final : public Bar {
  /// - Parameter list: gets the Up, Down, Page Up and Page Down keys.
  lq_search_bar(QWidget *parent, QWidget *list);

  lq_search_bar_callbacks callbacks{};
  std::function<void()> onMenu;

  void fill() override;
  void setText(const QString &text);
  QString text() const { return edit ? edit->text() : pendingText; }
  void setPlaceholder(const QString &text);
  void setFilters(const std::vector<QString> &titles);
  void setUsedFilters(uint32_t used);
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
