#include "Colors.hpp"
#include "QuietQt.hpp"
#include "Composer.hpp"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextOption>
#include <QVBoxLayout>
#include <cmath>
#include <memory>
#include <optional>

#include "EmojiFont.hpp"
#include "Faces.hpp"
#include "Icons.hpp"
#include "LocalPaths.hpp"
#include "Menu.hpp"
#include "StyleSheets.hpp"
#include "Text.hpp"

namespace {
constexpr int buttonSide = 32;
constexpr int iconSide = 20;
constexpr int tileWidth = 104;
constexpr int tilePicture = 64;
constexpr int choiceHeight = 28;
constexpr int faceSide = 20;
/// Width of the edge around the list of completions.
constexpr int choicesEdge = 5;
/// Maximum number of completions in view.
constexpr int mostChoices = 7;

/// Returns the format, the best first, in which a picture is sent unchanged; "" without a picture.
QString pictureFormat(const QMimeData *data) {
  for (const char *format : {"image/png", "image/jpeg", "image/gif", "image/webp"})
    if (data->hasFormat(QLatin1String(format))) return QLatin1String(format);
  return QString();
}

/// A button that shows its focus by a ring, in every style.
class RingButton final : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  void paintEvent(QPaintEvent *event) override {
    QToolButton::paintEvent(event);
    if (!hasFocus()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 9, 9);
  }
};

/// Returns an icon that looks the same whether its line is selected or not.
QIcon faceIcon(const QPixmap &face) {
  QIcon icon;
  for (auto mode : {QIcon::Normal, QIcon::Selected}) icon.addPixmap(face, mode);
  return icon;
}

/// Returns the direction of the first letter that has one.
std::optional<Qt::LayoutDirection> directionOf(const QString &text) {
  for (const char32_t letter : text.toUcs4()) {
    const auto direction = QChar::direction(letter);
    if (direction == QChar::DirL) return Qt::LeftToRight;
    if (direction == QChar::DirR || direction == QChar::DirAL) return Qt::RightToLeft;
  }
  return std::nullopt;
}

/// Has the painter draw a text in the direction of its own letters, which in a mirrored window need
/// not be that of the window.
void setDirection(QPainter &painter, const QString &text, const QWidget &widget) {
  painter.setLayoutDirection(directionOf(text).value_or(widget.layoutDirection()));
}

/// Returns whether a program offers anything. One that does not answer is waited for by Qt for
/// seconds each time that a format is asked for, so it is asked once.
bool offersAnything(const QMimeData *data) { return data && !data->formats().isEmpty(); }

bool isTakenByComposer(const QMimeData *data) {
  // A picture that comes with text is a picture of the text, as office programs copy it.
  return !localPaths(data).empty() || (!data->hasText() && !pictureFormat(data).isEmpty());
}
}  // namespace

// MARK: Field

ComposerField::ComposerField(lq_composer *composer)
    : QPlainTextEdit(composer), composer(composer) {
  connect(document(), &QTextDocument::contentsChanged, this, &ComposerField::followDirection);
  followDirection();
}

// Qt begins every text at the left, and places only the placeholder at the window's own side. A
// text without a direction, such as "@" and digits, also begins at that side, until a letter has
// one.
void ComposerField::followDirection() {
  std::optional<Qt::LayoutDirection> letters;
  for (QTextBlock line = document()->firstBlock(); line.isValid() && !letters; line = line.next())
    letters = directionOf(line.text());
  const bool isMirrored = letters.value_or(layoutDirection()) == Qt::RightToLeft;
  const Qt::LayoutDirection direction = letters ? Qt::LayoutDirectionAuto : layoutDirection();
  const Qt::Alignment side = isMirrored ? Qt::AlignRight : Qt::AlignLeft;
  QTextOption option = document()->defaultTextOption();
  if (option.textDirection() == direction && option.alignment() == side) return;
  option.setTextDirection(direction);
  option.setAlignment(side);
  document()->setDefaultTextOption(option);
}

void ComposerField::changeEvent(QEvent *event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::LayoutDirectionChange) followDirection();
}

// Qt's own placeholder has no margin at the right, so in a mirrored window the caret would be
// inside it.
void ComposerField::paintEvent(QPaintEvent *event) {
  QPlainTextEdit::paintEvent(event);
  if (placeholder.isEmpty() || !document()->isEmpty() ||
      !document()->firstBlock().layout()->preeditAreaText().isEmpty())
    return;
  QPainter painter(viewport());
  painter.setPen(translucent(palette().color(QPalette::Text), 140));
  const int margin = int(document()->documentMargin());
  const QRect room = viewport()->rect().adjusted(margin, margin, -margin, 0);
  painter.drawText(
      room, Qt::AlignTop | (isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute,
      fontMetrics().elidedText(placeholder, Qt::ElideRight, room.width()));
}

// Qt gives the placeholder to screen readers, and draws it invisibly.
void ComposerField::setPlaceholder(const QString &text) {
  placeholder = text;
  setPlaceholderText(text);
  QPalette own;
  own.setColor(QPalette::PlaceholderText, Qt::transparent);
  setPalette(own);
  viewport()->update();
}

bool ComposerField::canInsertFromMimeData(const QMimeData *data) const {
  return offersAnything(data) &&
         (isTakenByComposer(data) || QPlainTextEdit::canInsertFromMimeData(data));
}

void ComposerField::insertFromMimeData(const QMimeData *data) {
  // Where nothing is offered, Qt 6.4 ends the program.
  if (!offersAnything(data) || composer->take(data)) return;
  const QString text = data->text();
  if (text.isEmpty()) return;
  if (!movesOwnText && refuse(text, textCursor().selection().toPlainText())) return;
  // As Qt does it, which would ask the other program for the text once more.
  textCursor().insertFragment(QTextDocumentFragment::fromPlainText(text));
  ensureCursorVisible();
}

bool ComposerField::refuse(const QString &text, const QString &replaced) {
  if (composer->mostText <= 0) return false;
  const qint64 bytes =
      toPlainText().toUtf8().size() - replaced.toUtf8().size() + text.toUtf8().size();
  if (bytes <= composer->mostText) return false;
  if (composer->callbacks.refused)
    composer->callbacks.refused(composer->callbacks.context, bytes);
  return true;
}

bool ComposerField::isOwn(const QDropEvent *event) const {
  return event->source() == this || event->source() == viewport();
}

// A program that is told that its text or files were moved deletes its own.
void ComposerField::copy(QDropEvent *event) const {
  if (isOwn(event) || !event->isAccepted()) return;
  const bool isPossible = event->possibleActions() & Qt::CopyAction;
  event->setDropAction(isPossible ? Qt::CopyAction : Qt::IgnoreAction);
  event->setAccepted(isPossible);
}

void ComposerField::dragEnterEvent(QDragEnterEvent *event) {
  QPlainTextEdit::dragEnterEvent(event);
  copy(event);
}

void ComposerField::dragMoveEvent(QDragMoveEvent *event) {
  QPlainTextEdit::dragMoveEvent(event);
  copy(event);
}

// What is refused is not accepted either. Text that is moved within the field is as long as before.
void ComposerField::dropEvent(QDropEvent *event) {
  const QMimeData *data = event->mimeData();
  const bool isForeign = !isOwn(event);
  const bool isCopied = event->possibleActions() & Qt::CopyAction;
  if (isForeign && !isCopied) return event->ignore();
  if (isForeign && offersAnything(data) && !isTakenByComposer(data) && refuse(data->text(), {})) {
    event->setDropAction(Qt::IgnoreAction);
    event->ignore();
    return;
  }
  movesOwnText = !isForeign;
  QPlainTextEdit::dropEvent(event);
  movesOwnText = false;
  copy(event);
}

void ComposerField::contextMenuEvent(QContextMenuEvent *event) {
  auto handler = std::make_shared<ActionHandler>([composer = composer](int32_t id, bool) {
    if (composer->callbacks.menu_chosen)
      composer->callbacks.menu_chosen(composer->callbacks.context, id);
  });
  auto *menu = new lq_menu(QString(), handler, this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const QTextCursor place = byKey ? textCursor() : cursorForPosition(event->pos());
  if (composer->callbacks.menu)
    composer->callbacks.menu(composer->callbacks.context, menu, place.position());
  if (!menu->isEmpty()) menu->addSeparator();
  QMenu *own = createStandardContextMenu(event->pos());
  // Keep it a window of its own: as a child it would be shown inside the menu, over its entries.
  own->setParent(menu, own->windowFlags());
  menu->addActions(own->actions());
  menu->popup(byKey ? mapToGlobal(cursorRect().bottomLeft()) : event->globalPos());
}

// MARK: Quote

QuoteButton::QuoteButton(QWidget *parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::TabFocus);
  setFont(withEmoji(font()));
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void QuoteButton::tell(const QString &newTitle, const QString &newText) {
  title = newTitle;
  words = newText.simplified();
  setAccessibleName(words.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, words));
  update();
}

QSize QuoteButton::sizeHint() const { return QSize(120, 2 * fontMetrics().lineSpacing() + 6); }

void QuoteButton::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool isMirrored = layoutDirection() == Qt::RightToLeft;
  const QColor accent = palette().color(QPalette::Highlight);
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.drawRoundedRect(QRectF(isMirrored ? width() - 3 : 0, 1, 3, height() - 2), 1.5, 1.5);
  QRect room = rect().adjusted(isMirrored ? 2 : 11, 2, isMirrored ? -11 : -2, -2);
  // Lines begin at the window's side, whatever the direction of their words.
  const auto side =
      Qt::AlignVCenter | Qt::AlignAbsolute | (isMirrored ? Qt::AlignRight : Qt::AlignLeft);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  QRect line(room.left(), room.top(), room.width(), fontMetrics().lineSpacing() + 1);
  painter.setFont(bold);
  painter.setPen(accent);
  setDirection(painter, title, *this);
  painter.drawText(
      line, side, QFontMetrics(bold).elidedText(title, Qt::ElideRight, line.width()));
  painter.setFont(font());
  painter.setPen(translucent(palette().color(QPalette::WindowText), 200));
  line.translate(0, fontMetrics().lineSpacing());
  setDirection(painter, words, *this);
  painter.drawText(line, side, fontMetrics().elidedText(words, Qt::ElideRight, line.width()));
  if (!hasFocus()) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
}

// MARK: Attachments

AttachmentTile::AttachmentTile(const QString &name, const QString &detail, QWidget *parent)
    : QWidget(parent), name(name), detail(detail) {
  setFixedSize(sizeHint());
  setAccessibleName(QStringLiteral("%1, %2").arg(name, detail));
  // Qt would interpret a name such as "<img src=…>" as rich text.
  setToolTip(QStringLiteral("<p>%1</p>").arg(name.toHtmlEscaped()));
  cross = new QToolButton(this);
  cross->setFocusPolicy(Qt::TabFocus);
  cross->setFixedSize(22, 22);
  cross->setStyleSheet(QStringLiteral(
      "QToolButton { border: none; border-radius: 11px; background: rgba(0,0,0,150); }"
      "QToolButton:hover, QToolButton:focus { background: rgba(0,0,0,220); }"
      "QToolButton:focus { border: 2px solid white; }"));
  cross->setIcon(drawnIcon(Qt::white, 16, devicePixelRatioF(), [](QPainter &painter) {
    painter.drawLine(QPointF(-3.5, -3.5), QPointF(3.5, 3.5));
    painter.drawLine(QPointF(-3.5, 3.5), QPointF(3.5, -3.5));
  }));
}

QSize AttachmentTile::sizeHint() const {
  return QSize(tileWidth, tilePicture + 2 * fontMetrics().lineSpacing() + 6);
}

void AttachmentTile::resizeEvent(QResizeEvent *) {
  const bool isMirrored = layoutDirection() == Qt::RightToLeft;
  cross->move(isMirrored ? 4 : width() - cross->width() - 4, 4);
}

void AttachmentTile::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  const QRectF frame(0, 0, width(), tilePicture);
  QPainterPath outline;
  outline.addRoundedRect(frame, 8, 8);
  painter.fillPath(outline, translucent(palette().color(QPalette::WindowText), 24));
  if (!picture.isNull()) {
    // Show as much of the picture's middle as fills the frame.
    painter.setClipPath(outline);
    const QSizeF own = picture.size();
    const QSizeF part = frame.size().scaled(own, Qt::KeepAspectRatio);
    painter.drawPixmap(
        frame, picture,
        QRectF(
            QPointF((own.width() - part.width()) / 2, (own.height() - part.height()) / 2), part));
    painter.setClipping(false);
  } else {
    const QPointF middle = frame.center();
    painter.setPen(QPen(translucent(palette().color(QPalette::WindowText), 150), 1.7));
    painter.drawPolygon(QPolygonF(
        {middle + QPointF(-10, -14), middle + QPointF(4, -14), middle + QPointF(10, -8),
         middle + QPointF(10, 14), middle + QPointF(-10, 14)}));
    painter.drawPolyline(QPolygonF(
        {middle + QPointF(4, -14), middle + QPointF(4, -8), middle + QPointF(10, -8)}));
  }
  const int line = fontMetrics().lineSpacing();
  QRect words(2, tilePicture + 3, width() - 4, line);
  const auto side = Qt::AlignVCenter | Qt::AlignHCenter;
  painter.setPen(palette().color(QPalette::WindowText));
  setDirection(painter, name, *this);
  painter.drawText(words, side, fontMetrics().elidedText(name, Qt::ElideMiddle, words.width()));
  words.translate(0, line);
  painter.setPen(translucent(palette().color(QPalette::WindowText), 170));
  // In a mirrored window a size such as "1.4 kB" would be turned.
  setDirection(painter, detail, *this);
  painter.drawText(words, side, fontMetrics().elidedText(detail, Qt::ElideRight, words.width()));
}

// MARK: Composer

lq_composer::lq_composer(QWidget *list, QWidget *parent) : QWidget(parent), list(list) {
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);

  bar = new QWidget(this);
  auto *barRow = new QHBoxLayout(bar);
  barRow->setContentsMargins(14, 8, 10, 0);
  barRow->setSpacing(4);
  quote = new QuoteButton(bar);
  closeBar = button(QObject::tr("Close"));
  barRow->addWidget(quote, 1);
  barRow->addWidget(closeBar);
  bar->hide();
  column->addWidget(bar);

  strip = new QScrollArea(this);
  strip->setFrameShape(QFrame::NoFrame);
  strip->setWidgetResizable(true);
  strip->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  strip->setFocusPolicy(Qt::NoFocus);
  strip->viewport()->setAutoFillBackground(false);
  auto *stripContent = new QWidget;
  stripContent->setAutoFillBackground(false);
  tiles = new QHBoxLayout(stripContent);
  tiles->setContentsMargins(14, 10, 14, 0);
  tiles->setSpacing(8);
  tiles->addStretch(1);
  strip->setWidget(stripContent);
  stripContent->setAutoFillBackground(false);
  strip->hide();
  column->addWidget(strip);

  auto *row = new QHBoxLayout;
  row->setContentsMargins(10, 8, 10, 8);
  row->setSpacing(6);
  edit = new ComposerField(this);
  edit->setTabChangesFocus(true);
  edit->setFont(withEmoji(edit->font()));
  edit->setFrameShape(QFrame::NoFrame);
  edit->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  edit->document()->setDocumentMargin(6);
  // The field's rounded background is painted below it.
  edit->viewport()->setAutoFillBackground(false);
  attachButton = button(QObject::tr("Attach files"));
  emojiButton = button(QObject::tr("Emoji"));
  sendButton = button(QObject::tr("Send"));
  sendButton->setEnabled(false);
  attachButton->hide();
  emojiButton->hide();
  row->addWidget(attachButton, 0, Qt::AlignBottom);
  row->addSpacing(4);
  row->addWidget(edit, 1);
  row->addSpacing(4);
  row->addWidget(emojiButton, 0, Qt::AlignBottom);
  row->addWidget(sendButton, 0, Qt::AlignBottom);
  column->addLayout(row);

  edit->installEventFilter(this);
  connect(sendButton, &QToolButton::clicked, this, [this] { send(); });
  const auto tell = [this](QAbstractButton *pressed, lq_composer_part part) {
    connect(pressed, &QAbstractButton::clicked, this, [this, part] {
      if (callbacks.pressed) callbacks.pressed(callbacks.context, part);
    });
  };
  tell(attachButton, LQ_COMPOSER_ATTACH);
  tell(emojiButton, LQ_COMPOSER_EMOJI);
  tell(quote, LQ_COMPOSER_BAR);
  tell(closeBar, LQ_COMPOSER_CLOSE_BAR);
  connect(edit, &QPlainTextEdit::textChanged, this, [this] {
    showSendable();
    fitHeight();
    if (callbacks.changed)
      callbacks.changed(callbacks.context, edit->toPlainText().toUtf8().constData());
  });
  connect(edit, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    if (callbacks.moved) callbacks.moved(callbacks.context);
  });
  colour();
  fitHeight();
  orderTabs();
}

QToolButton *lq_composer::button(const QString &says) {
  auto *made = new RingButton(this);
  made->setAutoRaise(true);
  made->setFocusPolicy(Qt::TabFocus);
  made->setFixedSize(buttonSide, buttonSide);
  made->setIconSize(QSize(iconSide, iconSide));
  made->setToolTip(says);
  made->setAccessibleName(says);
  return made;
}

// Buttons have the colour of links, texts that of normal text.
void lq_composer::colour() {
  const QString thin = thinScrollBar(palette());
  edit->verticalScrollBar()->setStyleSheet(thin);
  strip->horizontalScrollBar()->setStyleSheet(thin);
  colourChoices();
  const double ratio = devicePixelRatioF();
  const QColor ink = translucent(palette().color(QPalette::WindowText), 190);
  attachButton->setIcon(drawnIcon(ink, iconSide, ratio, [](QPainter &painter) {
    painter.rotate(45);
    QPainterPath clip(QPointF(3.2, -4));
    clip.lineTo(3.2, 4.6);
    clip.arcTo(QRectF(-3.2, 1.4, 6.4, 6.4), 0, -180);
    clip.lineTo(-3.2, -5.4);
    clip.arcTo(QRectF(-3.2, -7.6, 4.4, 4.4), 180, -180);
    clip.lineTo(1.2, 4.2);
    painter.drawPath(clip);
  }));
  emojiButton->setIcon(drawnIcon(ink, iconSide, ratio, [&](QPainter &painter) {
    painter.drawEllipse(QPointF(0, 0), 8, 8);
    painter.drawArc(QRectF(-4.4, -4.2, 8.8, 8.8), -20 * 16, -140 * 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawEllipse(QPointF(-2.8, -2.4), 1.2, 1.2);
    painter.drawEllipse(QPointF(2.8, -2.4), 1.2, 1.2);
  }));
  closeBar->setIcon(drawnIcon(ink, iconSide, ratio, [](QPainter &painter) {
    painter.drawLine(QPointF(-4.5, -4.5), QPointF(4.5, 4.5));
    painter.drawLine(QPointF(-4.5, 4.5), QPointF(4.5, -4.5));
  }));
  const auto arrow = [&](const QColor &ground, const QColor &stroke) {
    return drawnIcon(stroke, 28, ratio, [&](QPainter &painter) {
      const QPen pen = painter.pen();
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawEllipse(QPointF(0, 0), 14, 14);
      painter.setPen(QPen(pen.color(), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.setBrush(Qt::NoBrush);
      painter.drawLine(QPointF(0, 6), QPointF(0, -6));
      painter.drawPolyline(QPolygonF({QPointF(-5, -1), QPointF(0, -6), QPointF(5, -1)}));
    }).pixmap(QSize(28, 28));
  };
  QIcon sending;
  sending.addPixmap(
      arrow(palette().color(QPalette::Highlight), palette().color(QPalette::HighlightedText)), QIcon::Normal);
  sending.addPixmap(
      arrow(translucent(palette().color(QPalette::WindowText), 40), palette().color(QPalette::Base)),
      QIcon::Disabled);
  sendButton->setIcon(sending);
  sendButton->setIconSize(QSize(28, 28));
}

// Style: a round card whose edge is visible on a dark and on a light background, with the selected
// line a little lighter, so that avatars and emoji on it are visible.
void lq_composer::colourChoices() {
  if (!choices) return;
  const QPalette colors = palette();
  choices->setStyleSheet(
      QStringLiteral(
          "QListWidget { background: %1; border: 1px solid rgba(128,128,128,140);"
          " border-radius: 10px; padding: %2px; outline: none; }"
          "QListWidget::item { border-radius: 6px; padding-left: 6px; color: %3; }"
          "QListWidget::item:selected { background: %4; color: %3; }")
          .arg(css(colors.color(QPalette::Base), 255)).arg(choicesEdge - 1)
          .arg(css(colors.color(QPalette::Text), 255))
          .arg(css(colors.color(QPalette::Highlight), 72)) +
      thinScrollBar(colors));
}

// Qt's order is that in which widgets were made.
void lq_composer::orderTabs() {
  QWidget *before = closeBar;
  const auto add = [&before](QWidget *widget) {
    setTabOrder(before, widget);
    before = widget;
  };
  for (int index = 0; index < tiles->count(); ++index)
    if (auto *tile = dynamic_cast<AttachmentTile *>(tiles->itemAt(index)->widget())) add(tile->cross);
  for (QWidget *widget : {static_cast<QWidget *>(attachButton), static_cast<QWidget *>(edit),
                          static_cast<QWidget *>(emojiButton), static_cast<QWidget *>(sendButton)})
    add(widget);
}

void lq_composer::showSendable() {
  sendButton->setEnabled(sendsEmpty || !edit->toPlainText().trimmed().isEmpty());
}

void lq_composer::send() {
  const QString text = edit->toPlainText();
  if (text.trimmed().isEmpty() && !sendsEmpty) return;
  edit->clear();
  if (callbacks.send) callbacks.send(callbacks.context, text.toUtf8().constData());
}

// A plain text document measures its height in lines, wrapped ones included.
void lq_composer::fitHeight() {
  const int edges = 2 * int(edit->document()->documentMargin()) + 2 * edit->frameWidth();
  const int spacing = qMax(1, edit->fontMetrics().lineSpacing());
  const int mostLines = qMax(2, (window()->contentsRect().height() / 3 - edges - 16) / spacing);
  const int lines = qBound(1, int(std::lround(edit->document()->size().height())), mostLines);
  const int height = qMax(buttonSide, lines * spacing + edges);
  edit->setVerticalScrollBarPolicy(
      lines < mostLines ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  if (edit->height() != height || edit->minimumHeight() != height) edit->setFixedHeight(height);
  // After lines were wrapped anew, the caret may be out of view.
  if (lines == mostLines) edit->ensureCursorVisible();
}

void lq_composer::fitColumn() {
  const int spare = columnWidth > 0 ? qMax(0, (width() - columnWidth) / 2) : 0;
  const QMargins margins(spare, 0, spare, 0);
  if (layout()->contentsMargins() == margins) return;
  layout()->setContentsMargins(margins);
  // The background of the field is painted here.
  update();
}

// The margins give way in a narrower window.
QSize lq_composer::minimumSizeHint() const {
  const QMargins margins = layout()->contentsMargins();
  return QWidget::minimumSizeHint() - QSize(margins.left() + margins.right(), 0);
}

void lq_composer::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  fitColumn();
}

bool lq_composer::isCaretAtEdge(int key) const {
  return edit->document()->isEmpty() || (key == Qt::Key_End && edit->textCursor().atEnd());
}

bool lq_composer::fieldKey(QKeyEvent *event) {
  lq_key_code code = LQ_KEY_OTHER;
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: code = LQ_KEY_RETURN; break;
    case Qt::Key_Escape: code = LQ_KEY_ESCAPE; break;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: code = LQ_KEY_TAB; break;
    case Qt::Key_Up: code = LQ_KEY_UP; break;
    case Qt::Key_Down: code = LQ_KEY_DOWN; break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(list, event);
      return true;
    case Qt::Key_Home:
    case Qt::Key_End:
      // Where the caret cannot go any further, the key is for the list.
      if (event->modifiers() != Qt::ControlModifier || !isCaretAtEdge(event->key())) return false;
      QCoreApplication::sendEvent(list, event);
      return true;
    default:
      // With nothing selected here, copy the list's selection; with nothing to undo here, undo the
      // list's last action.
      if ((event->matches(QKeySequence::Copy) && !edit->textCursor().hasSelection())
          || (event->matches(QKeySequence::Undo) && !edit->document()->isUndoAvailable())) {
        QCoreApplication::sendEvent(list, event);
        return true;
      }
      return false;
  }
  const auto modifiers = event->modifiers();
  const uint32_t bits = (modifiers & Qt::ShiftModifier ? LQ_SHIFT : 0)
      | (modifiers & Qt::ControlModifier ? LQ_CONTROL : 0)
      | (modifiers & Qt::AltModifier ? LQ_ALT : 0) | (modifiers & Qt::MetaModifier ? LQ_META : 0);
  if (callbacks.key && callbacks.key(callbacks.context, code, bits)) return true;
  if (code != LQ_KEY_RETURN || modifiers & Qt::ShiftModifier) return false;
  send();
  return true;
}

bool lq_composer::eventFilter(QObject *watched, QEvent *event) {
  if (watched == window()) {
    if (event->type() == QEvent::Resize) fitHeight();
    return false;
  }
  switch (event->type()) {
    case QEvent::KeyPress: return fieldKey(static_cast<QKeyEvent *>(event));
    // The field handles Escape before the window does.
    case QEvent::ShortcutOverride:
      if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) event->accept();
      break;
    case QEvent::Resize:
      fitHeight();
      update();
      break;
    // This widget paints the field's frame, at the field's place.
    case QEvent::Move: update(); break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
      update();
      if (callbacks.focus) callbacks.focus(callbacks.context, event->type() == QEvent::FocusIn);
      break;
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

bool lq_composer::event(QEvent *event) {
  if (event->type() == QEvent::FontChange) {
    edit->setFont(withEmoji(font()));
    fitHeight();
  }
  if (event->type() == QEvent::PaletteChange) colour();
  if (event->type() == QEvent::Show) {
    window()->installEventFilter(this);
    fitHeight();
  }
  return QWidget::event(event);
}

// Paints a line between the list and the field, and the colour of windows, whatever the style is.
void lq_composer::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  const QColor line = translucent(palette().color(QPalette::WindowText), 40);
  painter.fillRect(QRect(0, 0, width(), 1), line);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor accent = palette().color(QPalette::Highlight);
  painter.setPen(QPen(edit->hasFocus() ? accent : line, 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(edit->geometry()).adjusted(-3.5, -0.5, 3.5, 0.5), 9, 9);
}

bool lq_composer::take(const QMimeData *data) {
  if (!isTakenByComposer(data)) return false;
  const std::vector<QByteArray> files = localPaths(data);
  if (!files.empty()) {
    std::vector<const char *> paths;
    for (const QByteArray &file : files) paths.push_back(file.constData());
    if (callbacks.files)
      callbacks.files(callbacks.context, paths.data(), static_cast<int32_t>(paths.size()));
    return true;
  }
  const QString format = pictureFormat(data);
  const QByteArray bytes = data->data(format);
  if (callbacks.picture)
    callbacks.picture(
        callbacks.context, format.toUtf8().constData(),
        reinterpret_cast<const uint8_t *>(bytes.constData()), bytes.size());
  return true;
}

// Places the completions above the line of the text, limited to the window's width.
void lq_composer::placeChoices(int position) {
  // A first letter may move the text to the other side, and Qt reports the letter first.
  edit->followDirection();
  QTextCursor place = edit->textCursor();
  place.setPosition(qBound(0, position, int(edit->document()->characterCount()) - 1));
  const QRect caret = edit->cursorRect(place);
  const QPoint above = edit->viewport()->mapTo(window(), caret.topLeft());
  const int rows = qMin(mostChoices, choices->count());
  const int height = rows * choiceHeight + 2 * choicesEdge;
  const int width = qMin(
      window()->width() - 16,
      qMax(200, choices->sizeHintForColumn(0) + 2 * choicesEdge + 24));
  const int left = qBound(8, above.x() - 12, qMax(8, window()->width() - width - 8));
  choices->setGeometry(left, qMax(0, above.y() - height - 6), width, height);
}

// Empties the list as well, because Qt describes items of a hidden list as seen and focused. Screen
// readers go back to the field, which has had the keys all the time.
void lq_composer::hideChoices() {
  if (!choices || choices->isHidden()) return;
  choices->hide();
  choices->clear();
  if (!edit->hasFocus()) return;
  QAccessibleEvent focus(edit, QAccessible::Focus);
  QAccessible::updateAccessibility(&focus);
}

// MARK: C interface

void lq_composer_set_most_text(lq_composer *composer, int64_t bytes) {
  composer->mostText = bytes;
}

void lq_composer_set_callbacks(lq_composer *composer, const lq_composer_callbacks *callbacks) {
  composer->callbacks = callbacks ? *callbacks : lq_composer_callbacks{};
}

void lq_composer_set_visible(lq_composer *composer, bool is_visible) {
  if (!is_visible) composer->hideChoices();
  composer->isWanted = is_visible;
  if (!is_visible) composer->hadPlace = false;
  composer->setVisible(composer->isSeen());
}

void lq_composer_set_placeholder(lq_composer *composer, const char *text) {
  composer->edit->setPlaceholder(fromC(text));
  composer->edit->setAccessibleName(fromC(text));
}

void lq_composer_set_words(lq_composer *composer, const lq_composer_words *words) {
  const auto name = [](QWidget *widget, const char *text) {
    if (!text) return;
    widget->setToolTip(fromC(text));
    widget->setAccessibleName(fromC(text));
  };
  name(composer->sendButton, words->send);
  name(composer->attachButton, words->attach);
  name(composer->emojiButton, words->emoji);
  name(composer->closeBar, words->close_bar);
  if (words->remove_attachment) composer->removeWords = fromC(words->remove_attachment);
  if (words->choices) composer->choicesName = fromC(words->choices);
}

void lq_composer_set_buttons(lq_composer *composer, bool attach, bool emoji) {
  composer->attachButton->setVisible(attach);
  composer->emojiButton->setVisible(emoji);
}

void lq_composer_set_column(lq_composer *composer, int32_t width) {
  composer->columnWidth = width;
  composer->fitColumn();
}

void lq_composer_set_sends_empty(lq_composer *composer, bool is_allowed) {
  composer->sendsEmpty = is_allowed;
  composer->showSendable();
}

void lq_composer_set_text(lq_composer *composer, const char *text) {
  composer->edit->setPlainText(fromC(text));
  composer->edit->moveCursor(QTextCursor::End);
}

char *lq_composer_text(lq_composer *composer) { return toC(composer->edit->toPlainText()); }

void lq_composer_replace(lq_composer *composer, int32_t from, int32_t to, const char *text) {
  const int end = composer->edit->document()->characterCount() - 1;
  QTextCursor cursor = composer->edit->textCursor();
  cursor.setPosition(qBound(0, from, end));
  cursor.setPosition(qBound(0, to, end), QTextCursor::KeepAnchor);
  cursor.insertText(fromC(text));
  composer->edit->setTextCursor(cursor);
}

void lq_composer_insert(lq_composer *composer, const char *text) {
  composer->edit->insertPlainText(fromC(text));
  composer->edit->ensureCursorVisible();
}

int32_t lq_composer_caret(lq_composer *composer) {
  return composer->edit->textCursor().position();
}

bool lq_composer_has_selection(lq_composer *composer) {
  return composer->edit->textCursor().hasSelection();
}

bool lq_composer_is_seen(lq_composer *composer) { return composer->isSeen(); }

// A field that a bar replaces would take keys unseen.
void lq_composer_focus(lq_composer *composer) {
  if (!composer->isSeen()) return;
  composer->edit->setFocus(Qt::OtherFocusReason);
}

bool lq_composer_has_focus(lq_composer *composer) { return composer->edit->hasFocus(); }

void lq_composer_set_bar(lq_composer *composer, const char *title, const char *text) {
  const bool hadFocus = composer->bar->isAncestorOf(composer->window()->focusWidget());
  if (title) composer->quote->tell(fromC(title), fromC(text));
  composer->bar->setVisible(title != nullptr);
  if (!title && hadFocus) lq_composer_focus(composer);
}

void lq_composer_set_attachments(
    lq_composer *composer, const lq_attachment *attachments, int32_t count) {
  const bool hadFocus = composer->strip->isAncestorOf(composer->window()->focusWidget());
  for (AttachmentTile *tile : std::as_const(composer->attachments)) {
    composer->tiles->removeWidget(tile);
    tile->hide();
    tile->deleteLater();
  }
  composer->attachments.clear();
  QHash<int32_t, QPixmap> kept;
  for (int32_t index = 0; index < count; ++index) {
    const lq_attachment &given = attachments[index];
    auto *tile = new AttachmentTile(
        fromC(given.name), fromC(given.detail), composer->strip->widget());
    tile->cross->setAccessibleName(
        QStringLiteral("%1 %2").arg(composer->removeWords, fromC(given.name)));
    tile->cross->setToolTip(composer->removeWords);
    tile->picture = composer->thumbnails.value(given.id);
    if (!tile->picture.isNull()) kept.insert(given.id, tile->picture);
    QObject::connect(tile->cross, &QToolButton::clicked, composer, [composer, id = given.id] {
      if (composer->callbacks.removed)
        composer->callbacks.removed(composer->callbacks.context, id);
    });
    composer->tiles->insertWidget(index, tile);
    composer->attachments.insert(given.id, tile);
    tile->show();
    composer->strip->setFixedHeight(
        tile->sizeHint().height() + 10 + composer->strip->horizontalScrollBar()->sizeHint().height());
  }
  composer->thumbnails = kept;
  composer->orderTabs();
  composer->strip->setVisible(count > 0);
  if (hadFocus) lq_composer_focus(composer);
}

void lq_composer_set_thumbnail(
    lq_composer *composer, int32_t id, const uint32_t *pixels, int32_t width, int32_t height) {
  const QPixmap picture = QPixmap::fromImage(imageOf(pixels, width, height).copy());
  composer->thumbnails.insert(id, picture);
  if (AttachmentTile *tile = composer->attachments.value(id)) {
    tile->picture = picture;
    tile->update();
  }
}

void lq_composer_set_choices(
    lq_composer *composer, const lq_completion *choices, int32_t count, int32_t position) {
  if (count <= 0) return composer->hideChoices();
  if (!composer->choices) {
    composer->choices = new QListWidget(composer->window());
    composer->choices->setFocusPolicy(Qt::NoFocus);
    composer->choices->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    composer->choices->setAccessibleName(composer->choicesName);
    composer->choices->setUniformItemSizes(true);
    composer->choices->setIconSize(QSize(faceSide, faceSide));
    composer->choices->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    composer->colourChoices();
    QFont font = withEmoji(composer->font());
    composer->choices->setFont(font);
    QObject::connect(
        composer->choices, &QListWidget::itemClicked, composer, [composer](QListWidgetItem *item) {
          if (composer->callbacks.chosen)
            composer->callbacks.chosen(composer->callbacks.context, composer->choices->row(item));
        });
  }
  composer->choices->clear();
  for (int32_t index = 0; index < count; ++index) {
    const lq_choice &choice = choices[index].choice;
    const QString detail = fromC(choice.detail);
    auto *item = new QListWidgetItem(
        detail.isEmpty() ? fromC(choice.text)
                         : QStringLiteral("%1   %2").arg(fromC(choice.text), detail),
        composer->choices);
    const bool hasFace = choices[index].initials;
    if (hasFace)
      item->setIcon(faceIcon(initialsPixmap(
          fromC(choices[index].initials), composer->font(), 9,
          FaceColors::of(choices[index].color, choices[index].letters), faceSide,
          composer->devicePixelRatioF())));
    item->setSizeHint(QSize(
        composer->choices->fontMetrics().horizontalAdvance(item->text()) + 24 +
            (hasFace ? faceSide + 8 : 0),
        choiceHeight));
  }
  composer->placeChoices(position);
  composer->choices->show();
  composer->choices->raise();
}

void lq_composer_set_choice_picture(
    lq_composer *composer, int32_t choice, const uint32_t *pixels, int32_t width, int32_t height) {
  QListWidgetItem *item = composer->choices ? composer->choices->item(choice) : nullptr;
  if (!item || width <= 0 || height <= 0) return;
  item->setIcon(faceIcon(
      picturePixmap(imageOf(pixels, width, height), faceSide, composer->devicePixelRatioF())));
}

// The focus stays in the field, so the selected completion is announced to screen readers.
void lq_composer_set_choice(lq_composer *composer, int32_t choice) {
  if (!composer->choices || composer->choices->isHidden()) return;
  composer->choices->setCurrentRow(choice);
  QAccessibleEvent focus(composer->choices, QAccessible::Focus);
  focus.setChild(choice);
  QAccessible::updateAccessibility(&focus);
}

void lq_composer_set_marks(lq_composer *composer, const int32_t *positions, int32_t pairs) {
  QList<QTextEdit::ExtraSelection> marks;
  const int end = composer->edit->document()->characterCount() - 1;
  for (int32_t index = 0; index < pairs; ++index) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(composer->edit->document());
    mark.cursor.setPosition(qBound(0, positions[2 * index], end));
    mark.cursor.setPosition(qBound(0, positions[2 * index + 1], end), QTextCursor::KeepAnchor);
    mark.format.setUnderlineStyle(QTextCharFormat::SpellCheckUnderline);
    mark.format.setUnderlineColor(QColor(0xD0, 0x30, 0x30));
    marks.append(mark);
  }
  composer->edit->setExtraSelections(marks);
}
