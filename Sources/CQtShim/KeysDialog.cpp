#include "QuietQt.hpp"
#include "lq_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "Text.hpp"
#include "Window.hpp"

namespace {
/// The top of a key, drawn as on a keyboard.
class KeyCap final : public QLabel {
 public:
  KeyCap(const QString &text, QWidget *parent) : QLabel(text, parent) {
    setAlignment(Qt::AlignCenter);
    setTextFormat(Qt::PlainText);
    setContentsMargins(8, 3, 8, 5);
    setMinimumWidth(28);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  }

 protected:
  void paintEvent(QPaintEvent *event) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor edge = palette().color(QPalette::WindowText);
    edge.setAlpha(90);
    painter.setPen(Qt::NoPen);
    painter.setBrush(edge);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0, 0, 0, 0), 6, 6);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -3), 5, 5);
    painter.end();
    QLabel::paintEvent(event);
  }
};

/// Returns the keys of a combination: "Ctrl" and "+" for "Ctrl++".
QStringList keysOf(QString way) {
  const QLatin1Char plus(0x2b);
  const bool endsInPlus = way.endsWith(plus);
  if (endsInPlus) way.chop(way.size() > 1 ? 2 : 1);
  QStringList keys = way.isEmpty() ? QStringList() : way.split(plus);
  if (endsInPlus) keys << QString(plus);
  return keys;
}

/// Returns the name of a key as menus show it.
QString nameOf(const QString &key) {
  return QCoreApplication::translate("QShortcut", key.toUtf8().constData());
}

QWidget *caps(const QString &keys, QWidget *parent) {
  auto *line = new QWidget(parent);
  auto *row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  // Alternatives are separated by "|", keys for several actions by ",".
  static const QRegularExpression ends(QStringLiteral("[|,]"));
  for (qsizetype start = 0; start <= keys.size();) {
    const qsizetype found = keys.indexOf(ends, start);
    const qsizetype end = found < 0 ? keys.size() : found;
    for (const QString &key : keysOf(keys.mid(start, end - start)))
      row->addWidget(new KeyCap(nameOf(key), line));
    if (found >= 0 && keys[found] == QLatin1Char('|')) {
      row->addWidget(new QLabel(QObject::tr("or"), line));
    } else if (found >= 0) {
      // The comma is placed next to the key before it.
      auto *pair = new QHBoxLayout;
      pair->setSpacing(1);
      pair->addItem(row->takeAt(row->count() - 1));
      pair->addWidget(new QLabel(QStringLiteral(","), line));
      row->addLayout(pair);
    }
    start = end + 1;
  }
  row->addStretch(1);
  return line;
}
}  // namespace

void lq_dialog_keys(
    lq_window *window, const char *title, const lq_key_line *lines, int32_t count) {
  auto *dialog = new QDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(fromC(title));
  auto *column = new QVBoxLayout(dialog);
  auto *area = new QScrollArea(dialog);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  auto *page = new QWidget(area);
  auto *grid = new QGridLayout(page);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(6);
  // In a narrow window the keys are below their descriptions.
  const bool isNarrow = window->width() < 560;
  int row = 0;
  for (int32_t index = 0; index < count; ++index) {
    if (lines[index].topic) {
      auto *topic = new QLabel(fromC(lines[index].topic), page);
      QFont bold = topic->font();
      bold.setWeight(QFont::DemiBold);
      bold.setPointSizeF(bold.pointSizeF() * 1.1);
      topic->setFont(bold);
      topic->setContentsMargins(0, row == 0 ? 0 : 12, 0, 2);
      grid->addWidget(topic, row++, 0, 1, 2);
    }
    auto *use = new QLabel(fromC(lines[index].use), page);
    use->setWordWrap(true);
    QWidget *keys = caps(fromC(lines[index].keys), page);
    if (isNarrow) {
      grid->addWidget(use, row++, 0, 1, 2);
      keys->setContentsMargins(0, 0, 0, 6);
      grid->addWidget(keys, row++, 0, 1, 2);
    } else {
      grid->addWidget(use, row, 0);
      grid->addWidget(keys, row++, 1);
    }
  }
  grid->setColumnStretch(0, 1);
  grid->setRowStretch(row, 1);
  area->setWidget(page);
  column->addWidget(area, 1);
  auto *buttons = new QDialogButtonBox(dialog);
  buttons->addButton(QObject::tr("Close"), QDialogButtonBox::RejectRole);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  column->addWidget(buttons);
  area->setHorizontalScrollBarPolicy(isNarrow ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  const QSize wanted = page->sizeHint() + QSize(60, 80);
  dialog->resize(wanted.boundedTo(
      QSize(isNarrow ? qMax(280, window->width() - 20) : 620, qMax(320, window->height() - 40))));
  dialog->open();
}
