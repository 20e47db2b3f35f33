#include "QuietQt.hpp"
#include "FindBar.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>

#include "FieldKeys.hpp"
#include "Mirroring.hpp"
#include "Text.hpp"

namespace {
constexpr int widest = 500;
/// Width below which the bar has a second row, for everything except the field.
constexpr int leastInOneRow = 380;
constexpr int leastField = 110;
constexpr int margin = 10;
constexpr int radius = 10;

using Line = QVector<QPointF>;

/// Returns an icon of two or three strokes around the middle, in the colour of buttons' text.
QIcon strokes(const QColor &color, const QVector<Line> &lines, double ratio) {
  QPixmap picture(QSize(16, 16) * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.translate(8, 8);
  for (const Line &line : lines)
    painter.drawPolyline(line.constData(), static_cast<int>(line.size()));
  return QIcon(picture);
}
}  // namespace

lq_find_bar::lq_find_bar(QWidget *list) : QWidget(list), list(list) {
  auto *rows = new QVBoxLayout(this);
  rows->setContentsMargins(10, 6, 6, 6);
  rows->setSpacing(2);
  for (auto **row : {&top, &below}) {
    *row = new QHBoxLayout;
    (*row)->setSpacing(2);
    rows->addLayout(*row);
  }
  edit = new QLineEdit(this);
  edit->setMaxLength(mostFieldText);
  edit->setPlaceholderText(QObject::tr("Find in this conversation"));
  edit->setAccessibleName(edit->placeholderText());
  edit->setFrame(false);
  beginWithWindow(edit);
  status = new QLabel(this);
  status->setTextFormat(Qt::PlainText);
  note = new QLabel(this);
  note->setTextFormat(Qt::PlainText);
  note->setWordWrap(true);
  note->setContentsMargins(2, 0, 6, 4);
  note->hide();
  rows->addWidget(note);
  matchCase = button(QStringLiteral("Aa"), QObject::tr("Match case"));
  wholeWords = button(QStringLiteral("“W”"), QObject::tr("Whole words"));
  for (auto *choice : {matchCase, wholeWords}) {
    choice->setCheckable(true);
    connect(choice, &QToolButton::toggled, this, [this] {
      if (callbacks.changed) callbacks.changed(callbacks.context);
    });
  }
  previous = button(QString(), QObject::tr("Previous match (Shift+F3)"));
  next = button(QString(), QObject::tr("Next match (F3)"));
  closing = button(QString(), QObject::tr("Close (Escape)"));
  connect(previous, &QToolButton::clicked, this, [this] {
    if (callbacks.step) callbacks.step(callbacks.context, -1);
  });
  connect(next, &QToolButton::clicked, this, [this] {
    if (callbacks.step) callbacks.step(callbacks.context, 1);
  });
  connect(closing, &QToolButton::clicked, this, [this] {
    if (callbacks.close) callbacks.close(callbacks.context);
  });
  // Also emitted when a screen reader sets the text.
  connect(edit, &QLineEdit::textChanged, this, [this] {
    if (callbacks.changed) callbacks.changed(callbacks.context);
  });
  auto *keys = new FieldKeys(
      edit, list, {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown});
  keys->onReturn = [this](Qt::KeyboardModifiers modifiers) {
    if (callbacks.step)
      callbacks.step(callbacks.context, modifiers & Qt::ShiftModifier ? -1 : 1);
    return true;
  };
  keys->onEscape = [this](Qt::KeyboardModifiers) {
    if (callbacks.close) callbacks.close(callbacks.context);
    return true;
  };
  list->installEventFilter(this);
  arrange(false);
  hide();
  colour();
}

QToolButton *lq_find_bar::button(const QString &text, const QString &says) {
  auto *made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(says);
  made->setAccessibleName(says);
  made->setAutoRaise(true);
  made->setFocusPolicy(Qt::TabFocus);
  made->setFixedHeight(28);
  made->setMinimumWidth(28);
  return made;
}

void lq_find_bar::arrange(bool inTwoRows) {
  isWrapped = inTwoRows;
  for (auto *row : {top, below})
    while (QLayoutItem *item = row->takeAt(0)) delete item;
  auto *row = inTwoRows ? below : top;
  // In a row of its own it is aligned with the field's text.
  status->setContentsMargins(inTwoRows ? 2 : 6, 0, 6, 0);
  top->addWidget(edit, 1);
  row->addWidget(status);
  if (inTwoRows) row->addStretch(1);
  for (QWidget *widget : {matchCase, wholeWords, previous, next}) row->addWidget(widget);
  top->addWidget(closing);
}

void lq_find_bar::place() {
  const int width = qMin(widest, list->width() - 2 * margin);
  if (isWrapped != width < leastInOneRow) arrange(!isWrapped);
  setFixedWidth(qMax(1, width));
  showStatus();
  layout()->invalidate();
  layout()->activate();
  const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(qMax(1, width))
                                                   : sizeHint().height();
  setGeometry(list->width() - width - margin, margin, width, height);
}

void lq_find_bar::showStatus() {
  const QMargins edges = layout()->contentsMargins(), own = status->contentsMargins();
  int room = width() - edges.left() - edges.right() - own.left() - own.right();
  for (const QToolButton *other : {matchCase, wholeWords, previous, next})
    room -= other->sizeHint().width() + top->spacing();
  if (!isWrapped) room -= closing->sizeHint().width() + 2 * top->spacing() + leastField;
  const QFontMetrics metrics = status->fontMetrics();
  const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; };
  const QString whole =
      caveat.isEmpty() ? words : QStringLiteral("%1 · %2").arg(words, caveat);
  status->setText(
      fits(whole)   ? whole
      : fits(words) ? words
                    : metrics.elidedText(brief, Qt::ElideRight, qMax(0, room)));
  status->setToolTip(whole);
  status->setAccessibleName(whole);
  // Kept as it is while a search is running, so that the bar's height does not jump.
  if (words == QStringLiteral("…") && caveat.isEmpty()) return;
  note->setText(caveat);
  note->setVisible(!caveat.isEmpty() && !fits(whole));
}

void lq_find_bar::drawIcons() {
  const QColor ink = palette().color(QPalette::ButtonText);
  const double ratio = devicePixelRatioF();
  previous->setIcon(strokes(ink, {Line{{-5, 2.5}, {0, -2.5}, {5, 2.5}}}, ratio));
  next->setIcon(strokes(ink, {Line{{-5, -2.5}, {0, 2.5}, {5, -2.5}}}, ratio));
  closing->setIcon(strokes(
      ink, {Line{{-4, -4}, {4, 4}}, Line{{-4, 4}, {4, -4}}}, ratio));
}

void lq_find_bar::colour() {
  // The field has the bar's background, so that both look like one.
  QPalette field = palette();
  field.setColor(QPalette::Base, Qt::transparent);
  const bool isDark = palette().color(QPalette::Base).lightness() < 128;
  if (isProblem) field.setColor(QPalette::Text, isDark ? QColor(0xFF8A80) : QColor(0xB3261E));
  edit->setPalette(field);
  QPalette words = palette();
  QColor quiet = words.color(QPalette::WindowText);
  quiet.setAlpha(170);
  words.setColor(QPalette::WindowText, quiet);
  status->setPalette(words);
  note->setPalette(words);
  drawIcons();
}

bool lq_find_bar::eventFilter(QObject *watched, QEvent *event) {
  if (watched == list && event->type() == QEvent::Resize) place();
  return false;
}

bool lq_find_bar::event(QEvent *event) {
  switch (event->type()) {
    case QEvent::PaletteChange:
      colour();
      break;
    // Events on the bar must not reach the list below it.
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::ContextMenu:
      event->accept();
      return true;
    case QEvent::KeyPress:
      if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        if (callbacks.close) callbacks.close(callbacks.context);
        return true;
      }
      break;
    default:
      break;
  }
  return QWidget::event(event);
}

void lq_find_bar::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor line = palette().color(QPalette::WindowText);
  line.setAlpha(60);
  painter.setPen(QPen(line, 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void lq_find_bar_set_callbacks(lq_find_bar *bar, const lq_find_bar_callbacks *callbacks) {
  bar->callbacks = callbacks ? *callbacks : lq_find_bar_callbacks{};
}

void lq_find_bar_set_visible(lq_find_bar *bar, bool is_visible) {
  if (bar->isHidden() != is_visible) return;
  if (!is_visible) return bar->hide();
  bar->place();
  bar->show();
  bar->raise();
}

void lq_find_bar_set_text(lq_find_bar *bar, const char *text) {
  const QSignalBlocker quiet(bar->edit);
  bar->edit->setText(fromC(text));
}
char *lq_find_bar_text(lq_find_bar *bar) { return toC(bar->edit->text()); }
bool lq_find_bar_matches_case(lq_find_bar *bar) { return bar->matchCase->isChecked(); }
bool lq_find_bar_whole_words(lq_find_bar *bar) { return bar->wholeWords->isChecked(); }

void lq_find_bar_set_status(
    lq_find_bar *bar, const char *text, const char *brief, const char *caveat, bool is_problem) {
  bar->words = fromC(text);
  bar->brief = fromC(brief);
  bar->caveat = fromC(caveat);
  bar->place();
  if (bar->isProblem == is_problem) return;
  bar->isProblem = is_problem;
  bar->colour();
}

void lq_find_bar_set_steps_enabled(lq_find_bar *bar, bool is_enabled) {
  bar->previous->setEnabled(is_enabled);
  bar->next->setEnabled(is_enabled);
}

void lq_find_bar_focus(lq_find_bar *bar) {
  // With a shortcut as the reason, Qt would select the text before the callbacks about the field.
  bar->edit->setFocus(Qt::OtherFocusReason);
  bar->edit->selectAll();
}

int32_t lq_find_bar_reach(lq_find_bar *bar) {
  return bar->isHidden() ? 0 : bar->geometry().bottom() + 1 + margin / 2;
}
