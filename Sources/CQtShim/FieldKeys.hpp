#pragma once

#include "QuietQt.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QWidget>
#include <functional>
#include <initializer_list>

/// Handles keys of a text field beside a list: some are passed to the list, so that the user can
/// read it while writing; Return and Escape call functions. The field owns this object.
class FieldKeys final : public QObject {
 public:
  /// Returns whether the key was handled; otherwise the field gets it.
  using Answer = std::function<bool(Qt::KeyboardModifiers)>;

  Answer onReturn, onEscape;

  FieldKeys(QWidget *field, QWidget *list, std::initializer_list<int> keysOfList)
      : QObject(field), list(list), keysOfList(keysOfList) {
    field->installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject *, QEvent *event) override {
    if (event->type() != QEvent::KeyPress) return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
      case Qt::Key_Return:
      case Qt::Key_Enter:
        return onReturn && onReturn(key->modifiers());
      case Qt::Key_Escape:
        return onEscape && onEscape(key->modifiers());
      default:
        if (!keysOfList.contains(key->key())) return false;
        QCoreApplication::sendEvent(list, event);
        return true;
    }
  }

 private:
  QWidget *list;
  QVector<int> keysOfList;
};
