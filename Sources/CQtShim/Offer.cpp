#include "Offer.hpp"

#include <QHBoxLayout>
#include <QStyle>

namespace {
constexpr int margin = 14;
/// Distance below it. With its height, it fits into the space that a chat leaves below its last
/// message (`TypingIndicator.room`), so that it covers no message.
constexpr int below = 2;
}

Offer::Offer(QWidget *surface) : QFrame(surface) {
  setObjectName(QStringLiteral("offer"));
  // Dark in both schemes, like short messages over a list.
  setStyleSheet(QStringLiteral(
      "#offer { background: rgb(32,34,38); border: 1px solid rgba(255,255,255,48);"
      " border-radius: 10px; } QLabel { color: white; }"
      "QPushButton { color: rgb(130,200,255); background: transparent; border: none;"
      " border-radius: 6px; padding: 3px 10px; font-weight: 600; }"
      "QPushButton:hover, QPushButton:focus { background: rgba(255,255,255,40); }"));
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(14, 2, 4, 2);
  row->setSpacing(12);
  words = new QLabel(this);
  words->setTextFormat(Qt::PlainText);
  button = new QPushButton(this);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAutoDefault(true);
  row->addWidget(words, 1);
  row->addWidget(button);
  timer.setSingleShot(true);
  connect(&timer, &QTimer::timeout, this, [this] { answer(false); });
  connect(button, &QPushButton::clicked, this, [this] { answer(true); });
  hide();
}

void Offer::tell(const QString &text, const QString &title, int milliseconds) {
  words->setText(text);
  button->setText(title);
  setAccessibleName(text);
  show();
  raise();
  timer.start(milliseconds);
}

void Offer::place(int rise) {
  if (isHidden()) return;
  const QWidget *surface = parentWidget();
  const int width = qMin(sizeHint().width(), surface->width() - 2 * margin);
  setGeometry(
      (surface->width() - width) / 2, surface->height() - sizeHint().height() - below - rise,
      width, sizeHint().height());
}

void Offer::withdraw() {
  timer.stop();
  hide();
}

void Offer::answer(bool isTaken) {
  withdraw();
  if (answered) answered(isTaken);
}
