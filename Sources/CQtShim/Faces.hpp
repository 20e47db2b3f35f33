// Pictures of people: a circle with the picture, or with initials until there is one.
#pragma once

#include "Icons.hpp"

#include <QFont>
#include <QImage>
#include <QPainterPath>

/// Returns an image of premultiplied pixels without copying them: they have to outlive it.
inline QImage imageOf(const uint32_t *pixels, int32_t width, int32_t height) {
  return QImage(
      reinterpret_cast<const uchar *>(pixels), width, height, width * 4,
      QImage::Format_ARGB32_Premultiplied);
}

/// Returns a circle with a diameter in points, on which a closure draws.
template <typename Draw>
QPixmap facePixmap(const QColor &color, int side, double ratio, Draw draw) {
  const QIcon drawn = drawnIcon(Qt::white, side, ratio, [&](QPainter &painter) {
    const QRectF circle(-side / 2.0, -side / 2.0, side, side);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    QPainterPath path;
    path.addEllipse(circle);
    painter.fillPath(path, color);
    painter.setClipPath(path);
    draw(painter, circle);
  });
  return drawn.pixmap(QSize(side, side), ratio);
}

/// Colours of initials and of the circle below them.
struct FaceColors {
  QColor circle, letters;

  /// Colours as 0xRRGGBB.
  static FaceColors of(uint32_t circle, uint32_t letters) {
    return {QColor::fromRgb(circle), QColor::fromRgb(letters)};
  }
};

inline QPixmap initialsPixmap(
    const QString &initials, QFont font, int letters, const FaceColors &colors, int side,
    double ratio) {
  font.setPixelSize(letters);
  font.setWeight(QFont::Medium);
  return facePixmap(colors.circle, side, ratio, [&](QPainter &painter, const QRectF &circle) {
    painter.setPen(colors.letters);
    painter.setFont(font);
    painter.drawText(circle, Qt::AlignCenter, initials);
  });
}

/// Returns a circle with the picture, of which the middle is taken if it is not square.
inline QPixmap picturePixmap(const QImage &picture, int side, double ratio) {
  const int shorter = qMin(picture.width(), picture.height());
  const QRectF part(
      (picture.width() - shorter) / 2.0, (picture.height() - shorter) / 2.0, shorter, shorter);
  return facePixmap(Qt::transparent, side, ratio, [&](QPainter &painter, const QRectF &circle) {
    painter.drawImage(circle, picture, part);
  });
}
