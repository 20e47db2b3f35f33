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

/// The text field. What is pasted or dropped into it and is not text is passed to the composer.
class ComposerField final : public QPlainTextEdit {
 public:
  explicit ComposerField(lq_composer *composer);
  /// Aligns the text by the direction of its letters; without letters, by the direction of the
  /// window.
  void followDirection();
  void setPlaceholder(const QString &text);

 protected:
  void paintEvent(QPaintEvent *event) override;
  bool canInsertFromMimeData(const QMimeData *data) const override;
  void insertFromMimeData(const QMimeData *data) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dragMoveEvent(QDragMoveEvent *event) override;
  void dropEvent(QDropEvent *event) override;
  void contextMenuEvent(QContextMenuEvent *event) override;
  void changeEvent(QEvent *event) override;

 private:
  /// Refuses a text with which there would be more bytes than allowed.
  ///
  /// - `replaced`: the text in whose place it comes.
  bool refuse(const QString &text, const QString &replaced);
  bool isOwn(const QDropEvent *event) const;
  /// Makes a drop that Qt has accepted a copy, and refuses what cannot be copied.
  void copy(QDropEvent *event) const;

  lq_composer *composer;
  QString placeholder;
  /// Whether its own text is being dropped at another place.
  bool movesOwnText = false;
};

/// Two lines beside a vertical stroke in the accent colour: the message that is answered or edited.
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

/// An attachment: its picture or the icon of a file, its name, its size, and a cross to remove it.
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

/// A text field that grows with its text up to a third of the window, and the buttons beside it.
struct lq_composer final : public QWidget {
  /// - Parameter list: gets Page Up and Page Down, and the key for copying while no text is
  ///   selected in the field, so that the user can read the list while writing.
  lq_composer(QWidget *list, QWidget *parent);

  /// Height with one line of text and nothing above it.
  static constexpr int leastHeight = 48;

  lq_composer_callbacks callbacks = {};
  /// See lq_composer_set_most_text.
  int64_t mostText = 0;
  ComposerField *edit;
  QToolButton *sendButton, *attachButton, *emojiButton, *closeBar;
  QWidget *bar;
  QuoteButton *quote;
  QScrollArea *strip;
  QHBoxLayout *tiles;
  QHash<int32_t, AttachmentTile *> attachments;
  QHash<int32_t, QPixmap> thumbnails;
  QString removeWords = QStringLiteral("Remove"), choicesName = QStringLiteral("Suggestions");
  /// Null until suggestions are shown. A child of the window, so that the field keeps the focus.
  QListWidget *choices = nullptr;
  bool sendsEmpty = false;
  /// Whether the program shows it, and whether a bar stands in its place nevertheless.
  bool isWanted = false, isReplaced = false;
  bool isSeen() const { return isWanted && !isReplaced; }
  /// Whether the bar came in place of it, and not where nothing could be written.
  bool hadPlace = false;
  /// Maximum width of the content in points, centred in a wider window; 0: no limit.
  int columnWidth = 0;

  void send();
  void fitHeight();
  void fitColumn();
  void colour();
  void showSendable();
  bool take(const QMimeData *data);
  void placeChoices(int position);
  void hideChoices();
  void colourChoices();
  /// Tab goes through the composer as it is seen: bar, attachments, and then field and buttons.
  void orderTabs();
  QSize minimumSizeHint() const override;

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  bool event(QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

 private:
  QToolButton *button(const QString &says);
  /// Whether Control with Home or End would not move the caret: of Home only in an empty field,
  /// because at the beginning of a text it may have been pressed once too often.
  bool isCaretAtEdge(int key) const;
  bool fieldKey(QKeyEvent *event);
  QWidget *list;
};
