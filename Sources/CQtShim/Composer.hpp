#pragma once

#include "QuietQt.hpp"

#include <QAbstractButton>
#include <QHash>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QWidget>

#include "lq_composer.h"

/// The text field: what is pasted or dropped into it and is no text goes to the composer.
class ComposerField final : public QPlainTextEdit {
 public:
  explicit ComposerField(lq_composer *composer);
  /// An empty text is written from where the window's lines begin, any other by its own letters.
  void followDirection();
  void setPlaceholder(const QString &text);

 protected:
  void paintEvent(QPaintEvent *event) override;
  bool canInsertFromMimeData(const QMimeData *data) const override;
  void insertFromMimeData(const QMimeData *data) override;
  void contextMenuEvent(QContextMenuEvent *event) override;
  void changeEvent(QEvent *event) override;

 private:
  lq_composer *composer;
  QString placeholder;
};

/// Two lines beside a stroke of the accent: what is answered, or edited.
class QuoteButton final : public QAbstractButton {
 public:
  explicit QuoteButton(QWidget *parent);
  void tell(const QString &title, const QString &text);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent *event) override;

 private:
  QString title, words;
};

/// One thing that goes along: its picture or a sheet, its name, its size, a cross.
class AttachmentTile final : public QWidget {
 public:
  AttachmentTile(const QString &name, const QString &detail, QWidget *parent);
  QPixmap picture;
  QToolButton *cross;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

 private:
  QString name, detail;
};

/// A text field that grows with its text up to a third of the window, and buttons beside it.
struct lq_composer final : public QWidget {
  /// Page Up and Page Down go to `list`, and so does copying when nothing is marked in the field: the
  /// reader looks something up while writing.
  lq_composer(QWidget *list, QWidget *parent);

  /// With one line and nothing above it.
  static constexpr int leastHeight = 48;

  lq_composer_callbacks callbacks = {};
  ComposerField *edit;
  QToolButton *sendButton, *attachButton, *emojiButton, *closeBar;
  QWidget *bar;
  QuoteButton *quote;
  QScrollArea *strip;
  QHBoxLayout *tiles;
  QHash<int32_t, AttachmentTile *> attachments;
  QHash<int32_t, QPixmap> thumbnails;
  QString removeWords = QStringLiteral("Remove"), choicesName = QStringLiteral("Suggestions");
  /// Null until there are some; a child of the window, so that the keys stay in the field.
  QListWidget *choices = nullptr;
  bool sendsEmpty = false;
  /// Points, which the content keeps to in the middle of a wider window; 0: all of it.
  int columnWidth = 0;

  void send();
  void fitHeight();
  void fitColumn();
  void colour();
  void showSendable();
  bool take(const QMimeData *data);
  void placeChoices(int position);
  void colourChoices();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  bool event(QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

 private:
  QToolButton *button(const QString &says);
  bool fieldKey(QKeyEvent *event);
  QWidget *list;
};
