#include "QuietQt.hpp"
#include "Picker.hpp"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>

#include "Composer.hpp"
#include "StyleSheets.hpp"
#include "EmojiFont.hpp"
#include "Mirroring.hpp"
#include "Surface.hpp"
#include "Text.hpp"

namespace {
constexpr int cell = 38;
constexpr int columns = 8;
constexpr int rowsInView = 6;
constexpr int gap = 6;

/// Returns the style of the tabs: the selected one has a light background, so that its picture is
/// visible; the focused one has a ring.
QString tabStyle(const QPalette &palette) {
  const QColor accent = palette.color(QPalette::Highlight);
  return QStringLiteral(
             "QToolButton { border: 2px solid transparent; border-radius: 8px; }"
             "QToolButton:hover { background: %1; } QToolButton:checked { background: %2; }"
             "QToolButton:focus { border-color: %3; }")
      .arg(css(palette.color(QPalette::WindowText), 20), css(accent, 56), css(accent, 255));
}

QString gridStyle(const QPalette &palette) {
  const QColor accent = palette.color(QPalette::Highlight);
  return QStringLiteral(
             "QListWidget { outline: none; } QListWidget::item { border-radius: 8px; }"
             "QListWidget::item:selected { background: %1; }")
             .arg(css(accent, 72)) + thinScrollBar(palette);
}
}  // namespace

lq_picker::lq_picker(
    lq_surface *surface, const lq_picker_words &words, const lq_picker_callbacks &callbacks)
    : QFrame(surface->parentWidget(), Qt::Popup), callbacks(callbacks), surface(surface) {
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  // The edge is visible on a dark and on a light background.
  setObjectName(QStringLiteral("picker"));
  setStyleSheet(QStringLiteral(
      "#picker { background: palette(window); border: 1px solid rgba(128,128,128,140); }"));
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  search = new QLineEdit(this);
  search->setMaxLength(mostFieldText);
  search->setPlaceholderText(fromC(words.search));
  search->setAccessibleName(fromC(words.search));
  search->setClearButtonEnabled(true);
  beginWithWindow(search);
  setAccessibleName(fromC(words.search));
  column->addWidget(search);

  auto *row = new QHBoxLayout;
  row->setSpacing(0);
  QFont tab = ofEmoji(font());
  tab.setPixelSize(18);
  for (int32_t index = 0; index < words.group_count; ++index) {
    auto *button = new QToolButton(this);
    button->setText(fromC(words.groups[index].text));
    button->setToolTip(fromC(words.groups[index].detail));
    button->setAccessibleName(fromC(words.groups[index].detail));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFont(tab);
    button->setStyleSheet(tabStyle(palette()));
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button->setFixedHeight(30);
    connect(button, &QToolButton::clicked, this, [this, index] {
      if (this->callbacks.group) this->callbacks.group(this->callbacks.context, index);
    });
    row->addWidget(button);
    groups.push_back(button);
  }
  column->addLayout(row);

  grid = new QListWidget(this);
  grid->setViewMode(QListView::IconMode);
  grid->setMovement(QListView::Static);
  grid->setResizeMode(QListView::Adjust);
  grid->setUniformItemSizes(true);
  grid->setGridSize(QSize(cell, cell));
  grid->setFrameShape(QFrame::NoFrame);
  grid->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  grid->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  grid->setMouseTracking(true);
  QFont large = ofEmoji(font());
  large.setPixelSize(24);
  grid->setFont(large);
  grid->setStyleSheet(gridStyle(palette()));
  grid->setFixedSize(columns * cell + thinBarWidth + 4, rowsInView * cell);
  grid->setAccessibleName(fromC(words.search));
  column->addWidget(grid);
  empty = new QLabel(fromC(words.empty), grid);
  empty->setTextFormat(Qt::PlainText);
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setGeometry(QRect(QPoint(0, 0), grid->minimumSize()));
  empty->hide();
  named = new QLabel(this);
  named->setTextFormat(Qt::PlainText);
  beginWithWindow(named);
  named->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  column->addWidget(named);

  search->installEventFilter(this);
  grid->installEventFilter(this);
  connect(search, &QLineEdit::textChanged, this, [this](const QString &text) {
    if (this->callbacks.searched)
      this->callbacks.searched(this->callbacks.context, text.toUtf8().constData());
  });
  connect(grid, &QListWidget::itemClicked, this, [this] { choose(); });
  connect(grid, &QListWidget::itemEntered, this, [this](QListWidgetItem *item) {
    grid->setCurrentItem(item);
  });
  connect(grid, &QListWidget::currentRowChanged, this, [this] { showName(); });
}

lq_picker::~lq_picker() {
  if (callbacks.closed) callbacks.closed(callbacks.context);
}

void lq_picker::showName() {
  const QListWidgetItem *item = grid->currentItem();
  // A line without text keeps the height of one with text.
  named->setText(item ? item->data(Qt::AccessibleTextRole).toString() : QStringLiteral(" "));
}

// The focus stays in the search, so screen readers are told.
void lq_picker::showEmpty(bool isEmpty) {
  if (empty->isHidden() != isEmpty) return;
  empty->setVisible(isEmpty);
  if (isEmpty) lq_surface_announce(surface, empty->text().toUtf8().constData());
}

void lq_picker::choose() {
  const int row = grid->currentRow();
  if (row < 0) return;
  const bool stays = QGuiApplication::keyboardModifiers() & Qt::ShiftModifier;
  if (callbacks.chosen) callbacks.chosen(callbacks.context, row);
  if (!stays) close();
}

// Letters go to the search wherever the focus is, arrows move in the grid, Return chooses the
// current symbol.
bool lq_picker::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() != QEvent::KeyPress) return false;
  auto *key = static_cast<QKeyEvent *>(event);
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose();
      return true;
    case Qt::Key_Down:
      if (watched != search) return false;
      grid->setFocus(Qt::TabFocusReason);
      if (grid->currentRow() < 0) grid->setCurrentRow(0);
      return true;
    case Qt::Key_Up:
      if (watched != grid || grid->currentRow() >= columns) return false;
      search->setFocus(Qt::BacktabFocusReason);
      return true;
    default:
      if (watched != grid || key->text().isEmpty() || !key->text().at(0).isPrint()) return false;
      search->setFocus(Qt::OtherFocusReason);
      search->insert(key->text());
      return true;
  }
}

// Opens it above the rectangle that it belongs to if there is space, below it otherwise; never
// beyond the screen.
void lq_picker::popUp(const QRect &around) {
  adjustSize();
  const QScreen *screen = surface->screen();
  QRect room = screen ? screen->availableGeometry() : QRect(0, 0, 10000, 10000);
  // Keep it within its window, if that is wide enough.
  const QRect window = surface->window()->frameGeometry().intersected(room);
  if (window.width() >= width()) {
    room.setLeft(window.left());
    room.setRight(window.right());
  }
  int top = around.top() - height() - gap;
  if (top < room.top()) top = around.bottom() + gap;
  top = qBound(room.top(), top, qMax(room.top(), room.bottom() + 1 - height()));
  const int left = qBound(
      room.left(), around.center().x() - width() / 2,
      qMax(room.left(), room.right() + 1 - width()));
  move(left, top);
  show();
  search->setFocus(Qt::PopupFocusReason);
}

lq_picker *lq_picker_create(
    lq_surface *surface, const lq_picker_words *words, const lq_picker_callbacks *callbacks) {
  return new lq_picker(surface, *words, *callbacks);
}

void lq_picker_set_items(
    lq_picker *picker, const lq_choice *items, int32_t count, int32_t group) {
  QListWidget *grid = picker->grid;
  grid->clear();
  const QFontMetrics metrics(grid->font());
  int first = -1;
  for (int32_t index = 0; index < count; ++index) {
    auto *item = new QListWidgetItem(fromC(items[index].text), grid);
    item->setTextAlignment(Qt::AlignCenter);
    item->setSizeHint(QSize(cell, cell));
    item->setData(Qt::AccessibleTextRole, fromC(items[index].detail));
    // An emoji without a single glyph in the font would be several glyphs side by side, cut off.
    if (metrics.horizontalAdvance(item->text()) > cell) {
      item->setHidden(true);
    } else if (first < 0) {
      first = index;
    }
  }
  for (size_t index = 0; index < picker->groups.size(); ++index)
    picker->groups[index]->setChecked(static_cast<int32_t>(index) == group);
  grid->setCurrentRow(first);
  grid->scrollToTop();
  picker->showEmpty(first < 0);
  picker->showName();
}

void lq_picker_show(lq_picker *picker, double x, double y) {
  const QPoint place =
      picker->surface->mapToGlobal(QPoint(static_cast<int>(x), static_cast<int>(y)));
  picker->popUp(QRect(place, QSize(1, 1)));
}

void lq_picker_show_above(lq_picker *picker, lq_composer *composer) {
  const QWidget *button = composer->emojiButton;
  picker->popUp(QRect(button->mapToGlobal(QPoint(0, 0)), button->size()));
}
