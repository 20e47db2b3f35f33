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
  /// Home and End go to the first and the last entry, a letter to the next entry that begins with
  /// it. Letters that are marked in an entry stay Qt's.
  void keyPressEvent(QKeyEvent *event) override;

 private:
  bool stepTo(const QString &letter);
};
