// Menus are QMenus behind a C interface. All submenus of a menu share the handler of chosen
// actions.
#pragma once

#include "QuietQt.hpp"

#include <QMenu>
#include <functional>
#include <memory>

#include "lq_menu.h"

using ActionHandler = std::function<void(int32_t id, bool isChecked)>;

struct lq_menu final : public QMenu {
  lq_menu(const QString &title, std::shared_ptr<ActionHandler> handler, QWidget *parent)
      : QMenu(title, parent), handler(std::move(handler)) {}
  std::shared_ptr<ActionHandler> handler;
  QWidget *anchor = nullptr;

 protected:
  /// Home and End go to the first and the last entry. A letter chooses the only entry that begins
  /// with it; of several it highlights the next. Letters that are marked in an entry stay Qt's.
  void keyPressEvent(QKeyEvent *event) override;

 private:
  /// - Returns: false if no entry begins with the letter, or it is Qt's.
  bool chooseBy(const QString &letter);
  /// Makes an entry active and leaves its submenu closed.
  void highlight(QAction *entry);
};
