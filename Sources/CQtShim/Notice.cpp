#include "Notice.hpp"

#include <QEvent>
#include <QKeyEvent>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

Notice::Notice(QWidget *parent) : QFrame(parent) {
  setAutoFillBackground(true);
  setAccessibleName(QObject::tr("Notice"));
  whole = new QBoxLayout(QBoxLayout::LeftToRight, this);
  whole->setContentsMargins(12, 6, 6, 6);
  whole->setSpacing(6);
  words = new QLabel(this);
  words->setTextFormat(Qt::PlainText);
  words->setWordWrap(true);
  // As wide as there is space, and as high as the text needs at that width.
  words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  whole->addWidget(words, 1);
  row = new QHBoxLayout;
  row->setSpacing(6);
  row->addStretch();
  whole->addLayout(row);
  tint();
}

bool Notice::tell(const QString &text, const std::vector<QString> &choices) {
  // Keep the buttons if they stay the same: buttons replaced many times a second could not be
  // pressed.
  if (choices == titles && !buttons.empty()) {
    words->setText(text);
    return false;
  }
  titles = choices;
  for (QWidget *button : buttons) button->deleteLater();
  buttons.clear();
  words->setText(text);
  for (size_t index = 0; index < choices.size(); ++index) {
    auto *button = new QPushButton(choices[index], this);
    button->setAutoDefault(true);
    // Long texts keep as much space at their sides as short ones have.
    button->setMinimumWidth(qMax(
        button->sizeHint().width(), button->fontMetrics().horizontalAdvance(button->text()) + 32));
    connect(button, &QPushButton::clicked, this, [this, index] {
      if (chosen) chosen(static_cast<int32_t>(index));
    });
    row->addWidget(button);
    buttons.push_back(button);
  }
  auto *cross = new QToolButton(this);
  cross->setAutoRaise(true);
  cross->setText(QStringLiteral("✕"));
  cross->setToolTip(QObject::tr("Close"));
  cross->setAccessibleName(QObject::tr("Close the notice"));
  connect(cross, &QToolButton::clicked, this, [this] {
    if (chosen) chosen(-1);
  });
  row->addWidget(cross);
  buttons.push_back(cross);
  return true;
}

int Notice::heightAt(int width) const {
  return whole->hasHeightForWidth() ? whole->heightForWidth(width) : sizeHint().height();
}

// Buttons are below if they would leave the text less than half of the width.
void Notice::resizeEvent(QResizeEvent *event) {
  const bool isNarrow = row->sizeHint().width() * 2 > width();
  whole->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  QFrame::resizeEvent(event);
}

void Notice::keyPressEvent(QKeyEvent *event) {
  if (event->key() == Qt::Key_Escape && chosen)
    chosen(-1);
  else
    QFrame::keyPressEvent(event);
}

void Notice::changeEvent(QEvent *event) {
  if (event->type() == QEvent::ApplicationPaletteChange) tint();
  QFrame::changeEvent(event);
}

// The accent tints the background a little, to set it apart from the list in both schemes.
void Notice::tint() {
  QPalette palette = parentWidget()->palette();
  const QColor ground = palette.color(QPalette::Window);
  const QColor accent = palette.color(QPalette::Highlight);
  const auto mixed = [](int ground, int accent) { return ground + (accent - ground) / 8; };
  palette.setColor(
      QPalette::Window, QColor(
                            mixed(ground.red(), accent.red()), mixed(ground.green(), accent.green()),
                            mixed(ground.blue(), accent.blue())));
  setPalette(palette);
}
