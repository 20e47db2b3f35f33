#include "QuietQt.hpp"
#include "Composer.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QTextDocument>
#include <cmath>

#include "FieldKeys.hpp"
#include "Text.hpp"

namespace {
constexpr int mostLines = 6;
}

lq_composer::lq_composer(QWidget *list, QWidget *parent) : QWidget(parent) {
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(14, 8, 10, 8);
  row->setSpacing(8);
  edit = new QPlainTextEdit(this);
  edit->setTabChangesFocus(true);
  edit->setFrameShape(QFrame::NoFrame);
  edit->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  edit->document()->setDocumentMargin(6);
  // The field's rounded ground is painted below it.
  edit->viewport()->setAutoFillBackground(false);
  button = new QToolButton(this);
  button->setText(QStringLiteral("Send"));
  button->setAutoRaise(true);
  button->setEnabled(false);
  button->setFocusPolicy(Qt::TabFocus);
  row->addWidget(edit, 1);
  row->addWidget(button, 0, Qt::AlignBottom);
  edit->installEventFilter(this);
  auto *keys = new FieldKeys(edit, list, {Qt::Key_PageUp, Qt::Key_PageDown});
  keys->onReturn = [this](Qt::KeyboardModifiers modifiers) {
    if (modifiers & Qt::ShiftModifier) return false;
    send();
    return true;
  };
  connect(button, &QToolButton::clicked, this, [this] { send(); });
  connect(edit, &QPlainTextEdit::textChanged, this, [this] {
    const QString text = edit->toPlainText();
    button->setEnabled(!text.trimmed().isEmpty());
    colourButton();
    fitHeight();
    if (callbacks.changed) callbacks.changed(callbacks.context, text.toUtf8().constData());
  });
  fitHeight();
}

// Words that can be clicked have the colour of links.
void lq_composer::colourButton() {
  QPalette colours = palette();
  if (button->isEnabled()) colours.setColor(QPalette::ButtonText, colours.color(QPalette::Link));
  button->setPalette(colours);
}

void lq_composer::send() {
  const QString text = edit->toPlainText();
  if (text.trimmed().isEmpty()) return;
  edit->clear();
  if (callbacks.send) callbacks.send(callbacks.context, text.toUtf8().constData());
}

// A plain text document measures its height in lines, wrapped ones included.
void lq_composer::fitHeight() {
  const int lines = qBound(1, int(std::lround(edit->document()->size().height())), mostLines);
  const int height = lines * edit->fontMetrics().lineSpacing() +
                     2 * int(edit->document()->documentMargin()) + 2 * edit->frameWidth();
  edit->setVerticalScrollBarPolicy(
      lines < mostLines ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  if (edit->height() != height || edit->minimumHeight() != height) edit->setFixedHeight(height);
}

bool lq_composer::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::Resize) fitHeight();
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  return QWidget::eventFilter(watched, event);
}

bool lq_composer::event(QEvent *event) {
  if (event->type() == QEvent::FontChange) fitHeight();
  if (event->type() == QEvent::PaletteChange) colourButton();
  return QWidget::event(event);
}

// A line between the list and what is written, and the colour of windows, whatever the style says.
void lq_composer::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  QColor line = palette().color(QPalette::WindowText);
  line.setAlpha(40);
  painter.fillRect(QRect(0, 0, width(), 1), line);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor accent = palette().color(QPalette::Highlight);
  painter.setPen(QPen(edit->hasFocus() ? accent : line, 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(edit->geometry()).adjusted(-3.5, -0.5, 3.5, 0.5), 9, 9);
}

void lq_composer_set_callbacks(lq_composer *composer, const lq_composer_callbacks *callbacks) {
  composer->callbacks = callbacks ? *callbacks : lq_composer_callbacks{};
}

void lq_composer_set_visible(lq_composer *composer, bool is_visible) {
  composer->setVisible(is_visible);
}

void lq_composer_set_placeholder(lq_composer *composer, const char *text) {
  composer->edit->setPlaceholderText(fromC(text));
  composer->edit->setAccessibleName(fromC(text));
}

void lq_composer_set_text(lq_composer *composer, const char *text) {
  composer->edit->setPlainText(fromC(text));
  composer->edit->moveCursor(QTextCursor::End);
}

char *lq_composer_text(lq_composer *composer) { return toC(composer->edit->toPlainText()); }

void lq_composer_focus(lq_composer *composer) {
  composer->edit->setFocus(Qt::OtherFocusReason);
}
