#include "QuietQt.hpp"
#include "lq_dialogs.h"

#include <QItemSelectionModel>
#include <QAbstractItemView>
#include <QCompleter>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "Mirroring.hpp"
#include "Text.hpp"
#include "Window.hpp"

struct lq_form final : public QDialog {
  using QDialog::QDialog;

  lq_form_callbacks callbacks{};
  std::vector<QLineEdit *> fields;
  QLabel *problem = nullptr;
  QProgressBar *progress = nullptr;
  QPushButton *accept = nullptr;
  bool isWorking = false;

  ~lq_form() override { callbacks.ended(callbacks.context); }

  /// Enables the button once all required fields are filled in.
  void look() {
    bool isFilled = true;
    for (const auto *field : fields) {
      if (!field->property("isOptional").toBool() && field->text().trimmed().isEmpty()) isFilled = false;
    }
    accept->setEnabled(isFilled && !isWorking);
  }

  void setWorking(bool works) {
    isWorking = works;
    progress->setVisible(works);
    for (auto *field : fields) field->setEnabled(!works);
    look();
  }

  void say(const QString &words) {
    problem->setText(words);
    problem->setVisible(!words.isEmpty());
    adjustSize();
  }

  void submit() {
    if (isWorking) return;
    say(QString());
    setWorking(true);
    std::vector<QByteArray> bytes;
    std::vector<const char *> values;
    for (const auto *field : fields) bytes.push_back(field->text().toUtf8());
    for (const QByteArray &value : bytes) values.push_back(value.constData());
    callbacks.submit(callbacks.context, values.data(), static_cast<int32_t>(values.size()));
    // Do not keep a password in memory longer than needed.
    for (QByteArray &value : bytes) value.fill('\0');
  }
};

lq_form *lq_dialog_form(
    lq_window *window, const lq_form_dialog *options, const lq_form_callbacks *callbacks) {
  auto *form = new lq_form(window);
  form->callbacks = *callbacks;
  form->setAttribute(Qt::WA_DeleteOnClose);
  form->setWindowTitle(fromC(options->title));
  form->setMinimumWidth(380);
  auto *column = new QVBoxLayout(form);
  const auto label = [&](const QString &words) {
    auto *made = new QLabel(words, form);
    made->setTextFormat(Qt::PlainText);
    made->setWordWrap(true);
    column->addWidget(made);
    return made;
  };
  if (options->intro) label(fromC(options->intro));
  auto *lines = new QFormLayout;
  lines->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  column->addLayout(lines);
  for (int32_t index = 0; index < options->count; ++index) {
    const lq_form_field &wanted = options->fields[index];
    auto *field = new QLineEdit(fromC(wanted.text), form);
    beginWithWindow(field);
    field->setPlaceholderText(fromC(wanted.placeholder));
    field->setAccessibleName(fromC(wanted.label));
    field->setProperty("isOptional", wanted.is_optional);
    field->setMaxLength(mostFieldText);
    if (wanted.is_secret) field->setEchoMode(QLineEdit::Password);
    if (wanted.choices && *wanted.choices) {
      const auto choices = fromC(wanted.choices).split(QLatin1Char('\n'));
      auto *listed = new QStringListModel(choices, field);
      auto *completer = new QCompleter(listed, field);
      completer->setCaseSensitivity(Qt::CaseInsensitive);
      completer->setFilterMode(Qt::MatchContains);
      completer->setMaxVisibleItems(8);
      // At the last choice Down would take none, also where it is the first one, which Return takes.
      completer->setWrapAround(false);
      // What is written as a whole comes first, then what begins with it, each part in the order that was given.
      QObject::connect(field, &QLineEdit::textEdited, listed, [listed, choices](const QString &text) {
        QStringList ordered = choices;
        const auto longer =
            std::stable_partition(ordered.begin(), ordered.end(), [&text](const QString &choice) {
              return choice.startsWith(text, Qt::CaseInsensitive);
            });
        std::stable_partition(ordered.begin(), longer, [&text](const QString &choice) {
          return choice.compare(text, Qt::CaseInsensitive) == 0;
        });
        listed->setStringList(ordered);
      });
      // Return takes the first of them.
      QObject::connect(
          field, &QLineEdit::textEdited, completer,
          [completer] {
            QAbstractItemView *popup = completer->popup();
            const QModelIndex first = completer->completionModel()->index(0, 0);
            // Not selected: a completer writes what is selected into the field.
            if (popup->isVisible() && first.isValid())
              popup->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
          },
          Qt::QueuedConnection);
      field->setCompleter(completer);
    }
    lines->addRow(fromC(wanted.label), field);
    QObject::connect(field, &QLineEdit::textChanged, form, [form] { form->look(); });
    form->fields.push_back(field);
  }
  if (options->hint) {
    auto *hint = label(fromC(options->hint));
    hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // Paler than the fields, which have to be read.
    QPalette palette = hint->palette();
    palette.setColor(QPalette::WindowText, palette.color(QPalette::PlaceholderText));
    hint->setPalette(palette);
  }
  form->problem = label(QString());
  form->problem->setAccessibleName(QStringLiteral("Problem"));
  QPalette red = form->problem->palette();
  red.setColor(QPalette::WindowText, QColor(0xd0, 0x3a, 0x2f));
  form->problem->setPalette(red);
  form->problem->hide();
  form->progress = new QProgressBar(form);
  form->progress->setRange(0, 0);
  form->progress->setTextVisible(false);
  form->progress->setAccessibleName(QStringLiteral("Working"));
  form->progress->hide();
  column->addWidget(form->progress);
  auto *buttons = new QDialogButtonBox(form);
  buttons->addButton(QObject::tr("Cancel"), QDialogButtonBox::RejectRole);
  form->accept = buttons->addButton(fromC(options->accept), QDialogButtonBox::ActionRole);
  form->accept->setDefault(true);
  column->addWidget(buttons);
  QObject::connect(form->accept, &QAbstractButton::clicked, form, [form] { form->submit(); });
  QObject::connect(buttons, &QDialogButtonBox::rejected, form, &QDialog::reject);
  form->look();
  // Focus the first field that is still empty.
  for (auto *field : form->fields) {
    if (field->text().isEmpty()) {
      field->setFocus();
      break;
    }
  }
  form->open();
  return form;
}

void lq_form_answer(lq_form *form, const char *problem) {
  if (!problem) {
    form->close();
    return;
  }
  form->setWorking(false);
  form->say(fromC(problem));
  for (auto *field : form->fields) {
    if (field->echoMode() == QLineEdit::Password) {
      field->selectAll();
      field->setFocus();
      return;
    }
  }
  if (!form->fields.empty()) form->fields.front()->setFocus();
}
