#include "Offer.hpp"

#include <QEvent>
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
  button->installEventFilter(this);
  row->addWidget(words, 1);
  row->addWidget(button);
  timer.setSingleShot(true);
  connect(&timer, &QTimer::timeout, this, [this] { answer(false); });
  connect(button, &QPushButton::clicked, this, [this] { answer(true); });
  hide();
}

void Offer::tell(
    const QString &text, const QString &title, const QString &key, int milliseconds) {
  words->setText(text);
  button->setText(title);
  button->setToolTip(key);
  button->setAccessibleDescription(key);
  setAccessibleName(text);
  show();
  raise();
  timer.setInterval(milliseconds);
  if (!button->hasFocus()) timer.start();
}

// Who has come to the button by keys is not hurried.
bool Offer::eventFilter(QObject *watched, QEvent *event) {
  if (watched == button && event->type() == QEvent::FocusIn) timer.stop();
  if (watched == button && event->type() == QEvent::FocusOut && !isHidden()) timer.start();
  return QFrame::eventFilter(watched, event);
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
  // Qt would give the focus to whatever comes next in the window.
  if (button->hasFocus()) parentWidget()->setFocus(Qt::OtherFocusReason);
  timer.stop();
  hide();
}

void Offer::answer(bool isTaken) {
  withdraw();
  if (answered) answered(isTaken);
}
