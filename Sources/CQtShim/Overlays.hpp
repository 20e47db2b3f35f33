// Elements on top of a list. They take no space from it and are hidden at first.
#pragma once

#include "QuietQt.hpp"

#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

/// A text on a rounded background that cannot be clicked: the date beside the thumb, or a message.
class Bubble final : public QWidget {
 public:
  explicit Bubble(QWidget *parent);
  void setText(const QString &text, int maximumWidth);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent *event) override;

 private:
  QString text;
  int maximumWidth = 0;
};

/// Round button with a chevron that leads to the newest item.
///
/// In wide windows it is beside the column of messages; in others it covers a part of them. There
/// it fades out soon after the list has come to rest if it covers text; otherwise it stays visible.
///
/// With a count of new items it has to stay visible. No place above messages is free of their times
/// at every width and in both directions. So it becomes a strip across the list's lower edge, in
/// the list's colour, as if the list ended above it.
class JumpButton final : public QAbstractButton {
 public:
  static constexpr int diameter = 40;
  static constexpr int stripHeight = 36;

  explicit JumpButton(QWidget *parent);
  void setBadge(const QString &text);
  bool isStrip() const { return !badge.isEmpty(); }
  /// Called whenever the list has come to rest, with whether there is text under the button. Over
  /// text the button fades out after a while; then clicks go to the text.
  void setCovering(bool isCovering);
  QSize sizeHint() const override;
  /// Shows the button at full opacity.
  void wake();
  /// Called on every movement of the list. Over words the button stays hidden while the list moves
  /// away from its end.
  void listMoved(bool isTowardsEnd);
  /// Called when the pointer is near. A button that has faded out over text stays hidden, because
  /// the user may be reading the text, for example a message's time; it appears when the list
  /// moves.
  void wakeNear();

 protected:
  void paintEvent(QPaintEvent *event) override;
  void showEvent(QShowEvent *event) override;
  void enterEvent(QEnterEvent *event) override;
  bool hitButton(const QPoint &position) const override;

 private:
  /// What the picture depends on.
  struct Look {
    QSize size;
    double ratio = 0;
    bool isDown = false, isUnderMouse = false;
    QString badge;
    qint64 palette = 0;

    bool operator==(const Look &other) const {
      return size == other.size && ratio == other.ratio && isDown == other.isDown
          && isUnderMouse == other.isUnderMouse && badge == other.badge
          && palette == other.palette;
    }
  };

  void draw();
  void drawStrip(QPainter &painter);
  /// Paints into the window's pixels; returns false if they are not accessible.
  bool paintDirectly(const QRegion &region);
  void fade();
  void setStrength(double value);

  QTimer rest;
  bool isCovering = false, isLeaving = false;
  double strength = 1;
  QString badge;
  QImage picture;
  Look pictureLook;
};

/// Says why no list is shown (empty, loading, failed) and what the user can do about it.
class StatePanel final : public QFrame {
 public:
  explicit StatePanel(QWidget *parent);
  /// Diameter in points of the circle above the title.
  static constexpr int faceSide = 72;
  QLabel *face;
  QLabel *title;
  QLabel *detail;
  QProgressBar *progress;
  QPushButton *buttons[2];
};
