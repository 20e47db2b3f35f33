// Overlays of a list: none of them takes part in layout, all are hidden by default.
#pragma once

#include "QuietQt.hpp"

#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

/// A text on a rounded ground, not clickable: the date beside the thumb, and short messages.
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

/// Round button with a chevron that points to the newest.
///
/// In wide windows it stands beside the column of messages; in others it lies over what is read. There
/// it is gone soon after the list has come to rest; over what has no words it only fades, and is whole again
/// when the pointer comes near.
///
/// A count of what is new has to stay, and no place over messages is free of their times at every width
/// and in both directions: with one the button is a strip on the list's ground, from edge to edge, where
/// the list seems to end.
class JumpButton final : public QAbstractButton {
 public:
  static constexpr int diameter = 40;
  static constexpr int stripHeight = 36;

  explicit JumpButton(QWidget *parent);
  void setBadge(const QString &text);
  bool isStrip() const { return !badge.isEmpty(); }
  /// Said whenever the list has come to rest: whether there are words beneath it. Then it fades out
  /// of sight after a while, and a press goes to the words.
  void setCovering(bool isCovering);
  QSize sizeHint() const override;
  /// Shows it whole, as whenever the list moves.
  void wake();
  /// The pointer is near. Over words that are being read, such as a message's time, it stays away:
  /// there only moving the list brings it back.
  void wakeNear();

 protected:
  void paintEvent(QPaintEvent *event) override;
  void showEvent(QShowEvent *event) override;
  void enterEvent(QEnterEvent *event) override;
  bool hitButton(const QPoint &position) const override;

 private:
  /// Inputs of the picture.
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
  /// Into the window's own pixels; false where there are none.
  bool paintDirectly(const QRegion &region);
  void fade();
  void setStrength(double value);

  QTimer rest;
  bool isCovering = false;
  double strength = 1;
  QString badge;
  QImage picture;
  Look pictureLook;
};

/// Says why there is no list: empty, loading, or failed, and what can be done about it.
class StatePanel final : public QFrame {
 public:
  explicit StatePanel(QWidget *parent);
  /// Points of the circle above the title.
  static constexpr int faceSide = 72;
  QLabel *face;
  QLabel *title;
  QLabel *detail;
  QProgressBar *progress;
  QPushButton *buttons[2];
};
