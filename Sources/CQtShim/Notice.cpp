#include "Notice.hpp"

#include <QEvent>
#include <QKeyEvent>
#include <QStyle>

namespace {
constexpr int start = 12, edge = 6, gap = 6;
// Names of people are as long as they please.
constexpr int widestButton = 260;
}  // namespace

Notice::Notice(QWidget *parent) : QFrame(parent) {
  setAutoFillBackground(true);
  setAccessibleName(QObject::tr("Notice"));
  words = new QLabel(this);
  words->setTextFormat(Qt::PlainText);
  words->setWordWrap(true);
  // Layouts bound a fixed height by a hint that they keep while the width changes.
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  tint();
}

bool Notice::tell(
    const QString &text, const std::vector<QString> &choices, const QString &close) {
  words->setText(text);
  // Buttons that change many times a second can be pressed nevertheless.
  if (choices == titles && cross) {
    nameCross(close);
    arrangeAgain();
    return false;
  }
  titles = choices;
  for (QWidget *button : buttons) button->deleteLater();
  buttons.clear();
  widths.clear();
  if (cross) cross->deleteLater();
  for (size_t index = 0; index < choices.size(); ++index) {
    auto *button = new QPushButton(choices[index], this);
    button->setAutoDefault(true);
    connect(button, &QPushButton::clicked, this, [this, index] {
      if (chosen) chosen(static_cast<int32_t>(index));
    });
    button->show();
    // Long words keep as much room at their sides as short ones have.
    const int text = button->fontMetrics().size(Qt::TextShowMnemonic, choices[index]).width();
    widths.push_back(qMin(qMax(button->sizeHint().width(), text + 32), widestButton));
    buttons.push_back(button);
  }
  cross = new QToolButton(this);
  cross->setAutoRaise(true);
  cross->setText(QStringLiteral("✕"));
  nameCross(close);
  connect(cross, &QToolButton::clicked, this, [this] {
    if (chosen) chosen(-1);
  });
  cross->show();
  arrangeAgain();
  return true;
}

void Notice::nameCross(const QString &name) {
  cross->setToolTip(name.isEmpty() ? QObject::tr("Close") : name);
  cross->setAccessibleName(name.isEmpty() ? QObject::tr("Close the notice") : name);
}

void Notice::arrangeAgain() {
  updateGeometry();
  arrange(width(), true);
}

int Notice::heightForWidth(int width) const { return arrange(width, false); }

QSize Notice::sizeHint() const { return QSize(0, arrange(qMax(width(), 320), false)); }

QSize Notice::minimumSizeHint() const { return QSize(0, 0); }

// The words have at least half of the width: buttons that would leave them less are below, in as many lines as they
// need.
int Notice::arrange(int width, bool places) const {
  if (!cross) return 0;
  // In the middle, where it is higher than it has to be.
  const int lift = places ? qMax(0, (height() - arrange(width, false)) / 2) : 0;
  const auto place = [&](QWidget *widget, const QRect &rect) {
    if (!places) return;
    widget->setGeometry(
        QStyle::visualRect(layoutDirection(), QRect(0, 0, width, 1), rect.translated(0, lift)));
  };
  const QSize sign = cross->sizeHint();
  int row = 0, plate = 0;
  const int room = qMax(0, width - start - edge);
  const auto widthOf = [&](size_t index) { return qMin(widths[index], room); };
  for (size_t index = 0; index < buttons.size(); ++index) {
    row += widthOf(index) + gap;
    plate = qMax(plate, buttons[index]->sizeHint().height());
  }
  const bool isBeside = (row + sign.width() + edge) * 2 <= width;
  const int wide = qMax(1, room - sign.width() - gap - (isBeside ? row : 0));
  const int tall = words->heightForWidth(wide);
  const int first = qMax(qMax(tall, sign.height()), isBeside ? plate : 0);
  place(words, QRect(start, edge + (first - tall) / 2, wide, tall));
  // Beside words of several lines that have the buttons below, at their first line.
  const int signTop = isBeside ? edge + (first - sign.height()) / 2 : edge;
  place(cross, QRect(width - edge - sign.width(), signTop, sign.width(), sign.height()));
  int y = isBeside ? edge + (first - plate) / 2 : edge + first + gap;
  int bottom = edge + first;
  for (size_t index = 0; index < buttons.size();) {
    size_t next = index;
    int line = 0;
    while (next < buttons.size() && (isBeside || next == index || line + widthOf(next) <= room))
      line += widthOf(next++) + gap;
    int x = isBeside ? width - edge - sign.width() - line : width - edge - (line - gap);
    for (; index < next; ++index) {
      place(buttons[index], QRect(x, y, widthOf(index), plate));
      x += widthOf(index) + gap;
    }
    bottom = qMax(bottom, y + plate);
    y += plate + gap;
  }
  if (places)
    for (size_t index = 0; index < buttons.size(); ++index) title(index, widthOf(index));
  return bottom + edge;
}

// What does not fit is told by the tooltip, and to readers of the screen.
void Notice::title(size_t index, int width) const {
  const QString &whole = titles[index];
  const QString shown =
      buttons[index]->fontMetrics().elidedText(whole, Qt::ElideRight, width - 20, Qt::TextShowMnemonic);
  if (buttons[index]->text() != shown) buttons[index]->setText(shown);
  QString plain = whole;
  plain.replace(QStringLiteral("&&"), QStringLiteral("&"));
  buttons[index]->setToolTip(shown == whole ? QString() : plain);
  buttons[index]->setAccessibleName(plain);
}

void Notice::resizeEvent(QResizeEvent *event) {
  arrange(width(), true);
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
