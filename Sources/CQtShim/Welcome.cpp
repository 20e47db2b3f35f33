#include "Colors.hpp"
#include "QuietQt.hpp"
#include "Welcome.hpp"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include "Text.hpp"

namespace {
constexpr int widest = 560;
constexpr int radius = 14;
constexpr int signSide = 64;

/// Area to drop files on, with a dashed edge.
class Zone final : public QFrame {
 public:
  using QFrame::QFrame;

 protected:
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(translucent(palette().color(QPalette::WindowText), 90), 1.5, Qt::DashLine));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
  }
};

/// A line of a list: a name, and smaller text below it.
class Entry final : public QAbstractButton {
 public:
  Entry(const QString &title, const QString &about, const QString &path, QWidget *parent)
      : QAbstractButton(parent),
        facts(about.isEmpty() ? about : about + QStringLiteral(" · ")),
        bareFacts(about),
        path(path) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(facts + path);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }

  QSize sizeHint() const override { return QSize(240, 2 * fontMetrics().height() + 16); }

 protected:
  /// Handles Return like a press, as for the buttons above.
  void keyPressEvent(QKeyEvent *event) override {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
      click();
    else
      QAbstractButton::keyPressEvent(event);
  }

  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() || isDown() ? translucent(ink, isDown() ? 30 : 18) : QColor(Qt::transparent));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
    const QRect room = rect().adjusted(12, 8, -12, -8);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(ink);
    const auto side = Qt::AlignVCenter | Qt::TextSingleLine | Qt::AlignLeading;
    painter.drawText(
        QRect(room.left(), room.top(), room.width(), room.height() / 2), side,
        QFontMetrics(bold).elidedText(text(), Qt::ElideRight, room.width()));
    painter.setFont(font());
    painter.setPen(translucent(ink, 170));
    painter.drawText(
        QRect(room.left(), room.center().y() + 1, room.width(), room.height() / 2), side,
        fitting(room.width()));
  }

 private:
  /// Returns the facts and the path; the facts stay complete, and the path after them is shortened,
  /// as long as a part of it fits.
  QString fitting(int width) const {
    const int rest = width - fontMetrics().horizontalAdvance(facts);
    if (rest >= 6 * fontMetrics().averageCharWidth())
      return facts + fontMetrics().elidedText(path, Qt::ElideMiddle, rest);
    return fontMetrics().elidedText(bareFacts, Qt::ElideRight, width);
  }

  /// Facts, with the separator between them and the path.
  QString facts;
  QString bareFacts;
  QString path;
};
}  // namespace

Welcome::Welcome(QWidget *parent) : QScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  page = new QWidget(this);
  auto *sides = new QHBoxLayout(page);
  sides->setContentsMargins(20, 24, 20, 24);
  auto *column = new QWidget(page);
  column->setMaximumWidth(widest);
  sides->addStretch(1);
  sides->addWidget(column, 100);
  sides->addStretch(1);
  auto *rows = new QVBoxLayout(column);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(10);
  rows->addStretch(1);

  const auto label = [&](double size, QFont::Weight weight, Qt::Alignment side, QWidget *owner) {
    auto *made = new QLabel(owner);
    QFont font = made->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setWeight(weight);
    made->setFont(font);
    made->setAlignment(side);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    return made;
  };
  sign = new QLabel(column);
  sign->setAlignment(Qt::AlignCenter);
  sign->hide();
  rows->addWidget(sign);
  title = label(2, QFont::Bold, Qt::AlignCenter, column);
  detail = label(1.05, QFont::Normal, Qt::AlignCenter, column);
  rows->addWidget(title);
  rows->addWidget(detail);
  rows->addSpacing(8);

  zone = new Zone(column);
  auto *inside = new QVBoxLayout(zone);
  inside->setContentsMargins(20, 26, 20, 22);
  inside->setSpacing(8);
  drop = label(1.2, QFont::DemiBold, Qt::AlignCenter, zone);
  formats = label(0.95, QFont::Normal, Qt::AlignCenter, zone);
  inside->addWidget(drop);
  inside->addWidget(formats);
  inside->addSpacing(6);
  auto *row = new QHBoxLayout;
  row->setSpacing(8);
  row->addStretch();
  auto *below = new QHBoxLayout;
  below->setSpacing(8);
  below->addStretch();
  for (int index = 0; index < 4; ++index) {
    buttons[index] = new QPushButton(index < 2 ? static_cast<QWidget *>(zone) : column);
    buttons[index]->setMinimumHeight(34);
    buttons[index]->setAutoDefault(true);
    connect(buttons[index], &QPushButton::clicked, this, [this, index] {
      if (onButton) onButton(index);
    });
    (index < 2 ? row : below)->addWidget(buttons[index]);
  }
  row->addStretch();
  below->addStretch();
  inside->addLayout(row);
  rows->addWidget(zone);
  rows->addLayout(below);
  for (int index = 1; index < 4; ++index) setTabOrder(buttons[index - 1], buttons[index]);

  entriesTitle = label(1, QFont::DemiBold, Qt::AlignLeading | Qt::AlignVCenter, column);
  rows->addSpacing(6);
  rows->addWidget(entriesTitle);
  list = new QVBoxLayout;
  list->setSpacing(2);
  rows->addLayout(list);
  rows->addStretch(2);
  setWidget(page);
  tint();
  hide();
}

void Welcome::tell(const lq_welcome &welcome) {
  sign->setPixmap(window()->windowIcon().pixmap(QSize(signSide, signSide), devicePixelRatioF()));
  title->setText(fromC(welcome.title));
  detail->setText(fromC(welcome.detail));
  drop->setText(fromC(welcome.drop));
  formats->setText(fromC(welcome.formats));
  for (int index = 0; index < 4; ++index) {
    buttons[index]->setText(fromC(welcome.buttons[index]));
    buttons[index]->setVisible(welcome.buttons[index] != nullptr);
    buttons[index]->setMinimumWidth(buttons[index]->sizeHint().width() + 20);
  }
  entriesTitle->setText(fromC(welcome.entries_title));
  entriesTitle->setVisible(welcome.count > 0);
  for (QAbstractButton *old : entries) old->deleteLater();
  entries.clear();
  for (int32_t index = 0; index < welcome.count; ++index) {
    auto *made = new Entry(
        fromC(welcome.entries[3 * index]), fromC(welcome.entries[3 * index + 1]),
        fromC(welcome.entries[3 * index + 2]), page);
    connect(made, &QAbstractButton::clicked, this, [this, index] {
      if (onEntry) onEntry(index);
    });
    list->addWidget(made);
    entries.push_back(made);
  }
  fitSign();
}

// If there is a list of recently opened archives, it gets the focus, so that Return opens one.
void Welcome::takeFocus() {
  QWidget *first = entries.empty() ? static_cast<QWidget *>(buttons[0]) : entries.front();
  first->setFocus(Qt::OtherFocusReason);
}

void Welcome::setSideRoom(int room) {
  const bool isMirrored = isRightToLeft();
  page->layout()->setContentsMargins(20 + (isMirrored ? 0 : room), 24, 20 + (isMirrored ? room : 0), 24);
}

// The program's icon, where everything else fits below it without scrolling.
void Welcome::fitSign() {
  sign->hide();
  // Otherwise the page's layout would count the sign until the next layout request.
  sign->parentWidget()->updateGeometry();
  QLayout *all = page->layout();
  const int rest = all->hasHeightForWidth() ? all->totalHeightForWidth(viewport()->width())
                                            : all->totalSizeHint().height();
  const int room = signSide + sign->parentWidget()->layout()->spacing();
  sign->setVisible(!sign->pixmap().isNull() && rest + room <= viewport()->height());
}

void Welcome::resizeEvent(QResizeEvent *event) {
  QScrollArea::resizeEvent(event);
  fitSign();
}

void Welcome::changeEvent(QEvent *event) {
  if (event->type() == QEvent::ApplicationPaletteChange) tint();
  QScrollArea::changeEvent(event);
}

// Uses the background of the missing list.
void Welcome::tint() {
  for (QWidget *widget : {static_cast<QWidget *>(this), viewport(), page})
    widget->setAutoFillBackground(false);
  for (QLabel *quiet : {detail, formats, entriesTitle}) {
    QPalette palette = parentWidget()->palette();
    palette.setColor(QPalette::WindowText, translucent(palette.color(QPalette::WindowText), 180));
    quiet->setPalette(palette);
  }
}

DropHint::DropHint(QWidget *parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void DropHint::tell(const QString &words) {
  const QString said = words.isEmpty() ? QObject::tr("Drop to open") : words;
  if (said == accessibleName()) return;
  setAccessibleName(said);
  update();
}

void DropHint::showEvent(QShowEvent *) { qApp->installEventFilter(this); }
void DropHint::hideEvent(QHideEvent *) { qApp->removeEventFilter(this); }

bool DropHint::eventFilter(QObject *watched, QEvent *event) {
  switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
      hide();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void DropHint::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), translucent(palette().color(QPalette::Window), 235));
  painter.setPen(QPen(palette().color(QPalette::Highlight), 3, Qt::DashLine));
  painter.setBrush(translucent(palette().color(QPalette::Highlight), 30));
  painter.drawRoundedRect(QRectF(rect()).adjusted(14, 14, -14, -14), radius, radius);
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.8);
  large.setWeight(QFont::DemiBold);
  painter.setFont(large);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(rect(), Qt::AlignCenter, accessibleName());
}
