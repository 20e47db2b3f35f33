#include "QuietQt.hpp"
#include "lq_dialogs.h"

#include <QCalendarWidget>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTextCharFormat>
#include <QToolButton>
#include <QVBoxLayout>
#include <memory>

#include "Mirroring.hpp"
#include "Text.hpp"
#include "Window.hpp"

namespace {

QDate toDate(const lq_date &date) { return QDate(date.year, date.month, date.day); }
lq_date fromDate(const QDate &date) { return {date.year(), date.month(), date.day()}; }

QString taken(char *text) {
  const QString result = fromC(text);
  std::free(text);
  return result;
}

}  // namespace

// The field is a plain line and not a QDateEdit. That edits part by part, moves to the next part by
// itself, and checks the range only with the part that is not typed yet, so that a date typed at
// once would become another one.
void lq_dialog_date(
    lq_window *window, const lq_date_dialog *options,
    void (*done)(void *context, const lq_date *date), void *context) {
  // The range may come from a file that somebody else wrote, so it may contain invalid dates, or
  // the last date before the first.
  const auto valid = [](const lq_date &date, const QDate &otherwise) {
    const QDate found = toDate(date);
    return found.isValid() ? found : otherwise;
  };
  const QDate one = valid(options->first, QDate(1, 1, 1));
  const QDate other = valid(options->last, QDate(9999, 12, 31));
  const QDate first = qMin(one, other), last = qMax(one, other);
  const QDate selected = qBound(first, valid(options->selected, first), last);
  auto *dialog = new QDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(fromC(options->title));
  auto *field = new QLineEdit(dialog);
  field->setMaxLength(mostFieldText);
  field->setAccessibleName(QObject::tr("Date"));
  beginWithWindow(field);
  field->setPlaceholderText(QObject::tr("20 Jun 2027, 2027-06-20 or 20.6."));
  auto *note = new QLabel(dialog);
  note->setTextFormat(Qt::PlainText);
  note->setWordWrap(true);
  auto *calendar = new QCalendarWidget(dialog);
  calendar->setDateRange(first, last);
  calendar->setVerticalHeaderFormat(QCalendarWidget::NoVerticalHeader);
  calendar->setGridVisible(false);
  if (options->week_begins >= Qt::Monday && options->week_begins <= Qt::Sunday)
    calendar->setFirstDayOfWeek(static_cast<Qt::DayOfWeek>(options->week_begins));
  // Qt's arrows have no names.
  const auto name = [calendar](const char *button, const QString &words) {
    auto *found = calendar->findChild<QToolButton *>(QLatin1String(button));
    if (!found) return;
    found->setAccessibleName(words);
    found->setToolTip(words);
  };
  name("qt_calendar_prevmonth", QObject::tr("Previous month"));
  name("qt_calendar_nextmonth", QObject::tr("Next month"));
  // Qt fills the line of the month with the accent and puts grey circles with arrows on it.
  if (auto *line = calendar->findChild<QWidget *>(QLatin1String("qt_calendar_navigationbar"))) {
    QPalette palette = dialog->palette();
    palette.setColor(QPalette::Highlight, palette.color(QPalette::Base));
    palette.setColor(QPalette::HighlightedText, palette.color(QPalette::Text));
    line->setPalette(palette);
  }
  const auto arrow = [calendar](const char *button, Qt::ArrowType type) {
    auto *found = calendar->findChild<QToolButton *>(QLatin1String(button));
    if (!found) return;
    found->setIcon(QIcon());
    found->setArrowType(type);
  };
  // The menu opens without an arrow, which would cover the text.
  if (auto *month = calendar->findChild<QToolButton *>(QLatin1String("qt_calendar_monthbutton")))
    month->setStyleSheet(
      QStringLiteral("QToolButton { color: %1; border: none; } QToolButton::menu-indicator { image: none; }")
        .arg(dialog->palette().color(QPalette::Text).name()));
  const bool isMirrored = calendar->isRightToLeft();
  arrow("qt_calendar_prevmonth", isMirrored ? Qt::RightArrow : Qt::LeftArrow);
  arrow("qt_calendar_nextmonth", isMirrored ? Qt::LeftArrow : Qt::RightArrow);
  // By default weekends are dark red, which is unreadable on a dark background.
  QTextCharFormat day;
  day.setForeground(dialog->palette().text());
  for (const auto weekday : {Qt::Saturday, Qt::Sunday}) calendar->setWeekdayTextFormat(weekday, day);
  auto *buttons = new QDialogButtonBox(dialog);
  buttons->addButton(QObject::tr("Cancel"), QDialogButtonBox::RejectRole);
  auto *accept = buttons->addButton(fromC(options->accept), QDialogButtonBox::AcceptRole);
  accept->setDefault(true);
  auto *column = new QVBoxLayout(dialog);
  column->addWidget(field);
  column->addWidget(note);
  column->addWidget(calendar);
  column->addWidget(buttons);
  dialog->setMinimumWidth(340);

  // Date to go to: typed or picked last, clamped to the range; null for no date.
  auto target = std::make_shared<QDate>(selected);
  const auto read = options->read;
  const auto write = options->write;
  const auto words = [=](const QDate &date) { return taken(write(fromDate(date), true)); };
  const auto asTyped = [=](const QDate &date) { return taken(write(fromDate(date), false)); };
  const auto typed = [=](const QString &text) {
    lq_date found{};
    const bool isDate =
        read && read(context, text.toUtf8().constData(), fromDate(selected), &found);
    const QDate date = isDate ? toDate(found) : QDate();
    *target = isDate ? qBound(first, date, last) : QDate();
    accept->setEnabled(isDate);
    if (!isDate) {
      note->setText(QObject::tr("This is not a date"));
    } else if (date < first) {
      note->setText(QObject::tr("Goes to the first day, {date}")
                        .replace(QLatin1String("{date}"), words(first)));
    } else if (date > last) {
      note->setText(QObject::tr("Goes to the last day, {date}")
                        .replace(QLatin1String("{date}"), words(last)));
    } else {
      note->setText(words(date));
    }
    QPalette palette = field->palette();
    palette.setColor(
        QPalette::Text, isDate ? dialog->palette().color(QPalette::Text) : QColor(0xe0, 0x4a, 0x3f));
    field->setPalette(palette);
    if (!isDate) return;
    const QSignalBlocker quiet(calendar);
    calendar->setSelectedDate(*target);
  };
  const auto picked = [=] { field->setText(asTyped(calendar->selectedDate())); };
  QObject::connect(field, &QLineEdit::textChanged, dialog, typed);
  QObject::connect(calendar, &QCalendarWidget::selectionChanged, dialog, picked);
  QObject::connect(calendar, &QCalendarWidget::clicked, dialog, picked);
  // Emitted at a double click, or Return on a day.
  QObject::connect(calendar, &QCalendarWidget::activated, dialog, [=] {
    picked();
    dialog->accept();
  });
  QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  field->setText(asTyped(selected));
  field->selectAll();
  field->setFocus();
  auto chosen = std::make_shared<QDate>();
  QObject::connect(dialog, &QDialog::accepted, dialog, [=] { *chosen = *target; });
  QObject::connect(dialog, &QObject::destroyed, dialog, [=] {
    const lq_date date = fromDate(*chosen);
    done(context, chosen->isValid() ? &date : nullptr);
  });
  dialog->open();
}
