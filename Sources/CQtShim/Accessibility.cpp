// What screen readers find in a painted surface: its items as children, which have no widgets.
#include "QuietQt.hpp"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>

#include "Surface.hpp"
#include "Text.hpp"

namespace {

/// One item. Qt owns it; it looks its item up by number and is invalid once that is gone.
class ItemInterface final : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  ItemInterface(lq_surface *surface, int index) : surface(surface), index(index) {}

  bool isValid() const override { return item() != nullptr; }
  QObject *object() const override { return nullptr; }
  QWindow *window() const override {
    return surface ? surface->window()->windowHandle() : nullptr;
  }
  QAccessibleInterface *parent() const override {
    return surface ? QAccessible::queryAccessibleInterface(surface) : nullptr;
  }
  QAccessibleInterface *child(int) const override { return nullptr; }
  QAccessibleInterface *childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface *) const override { return -1; }

  QString text(QAccessible::Text kind) const override {
    const auto *mine = item();
    return mine && kind == QAccessible::Name ? mine->name : QString();
  }
  void setText(QAccessible::Text, const QString &) override {}

  QRect rect() const override {
    const auto *mine = item();
    if (!mine) return QRect();
    return QRect(surface->mapToGlobal(mine->rect.topLeft().toPoint()), mine->rect.size().toSize());
  }

  QAccessible::Role role() const override {
    const auto *mine = item();
    if (!mine) return QAccessible::NoRole;
    switch (mine->role) {
      case LQ_ACCESSIBLE_BUTTON: return QAccessible::Button;
      case LQ_ACCESSIBLE_PICTURE: return QAccessible::Graphic;
      case LQ_ACCESSIBLE_TEXT: break;
    }
    return QAccessible::StaticText;
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    if (!item()) state.invalid = true;
    return state;
  }

  void *interface_cast(QAccessible::InterfaceType type) override {
    const bool isButton = role() == QAccessible::Button;
    return type == QAccessible::ActionInterface && isButton
               ? static_cast<QAccessibleActionInterface *>(this)
               : nullptr;
  }

  QStringList actionNames() const override { return {pressAction()}; }
  QStringList keyBindingsForAction(const QString &) const override { return {}; }
  void doAction(const QString &name) override {
    if (name != pressAction() || !item()) return;
    if (surface->callbacks.accessible_press)
      surface->callbacks.accessible_press(surface->callbacks.context, index);
  }

 private:
  const lq_surface::Item *item() const {
    return surface && index < surface->items.size() ? &surface->items[index] : nullptr;
  }

  QPointer<lq_surface> surface;
  int index;
};

class SurfaceInterface final : public QAccessibleWidget {
 public:
  explicit SurfaceInterface(lq_surface *surface)
      : QAccessibleWidget(surface, QAccessible::Client), surface(surface) {}

  int childCount() const override { return static_cast<int>(surface->items.size()); }

  QAccessibleInterface *child(int index) const override {
    if (index < 0 || index >= surface->items.size()) return nullptr;
    auto &item = surface->items[index];
    if (!item.id)
      item.id = QAccessible::registerAccessibleInterface(new ItemInterface(surface, index));
    return QAccessible::accessibleInterface(item.id);
  }

  int indexOfChild(const QAccessibleInterface *child) const override {
    for (int index = 0; index < surface->items.size(); ++index)
      if (surface->items[index].id &&
          QAccessible::accessibleInterface(surface->items[index].id) == child)
        return index;
    return -1;
  }

  QAccessibleInterface *childAt(int x, int y) const override {
    // What is drawn last lies on top.
    for (int index = childCount() - 1; index >= 0; --index)
      if (child(index)->rect().contains(x, y)) return child(index);
    return nullptr;
  }

 private:
  lq_surface *surface;
};

QAccessibleInterface *interfaceFor(const QString &, QObject *object) {
  auto *surface = dynamic_cast<lq_surface *>(object);
  return surface ? new SurfaceInterface(surface) : nullptr;
}

}  // namespace

// Before anybody asks for a surface's interface: the first one stays.
void lq_surface::describeItems() {
  static const bool isInstalled = [] {
    QAccessible::installFactory(interfaceFor);
    return true;
  }();
  (void)isInstalled;
}

void lq_surface::forgetItems() {
  for (const auto &item : items)
    if (item.id) QAccessible::deleteAccessibleInterface(item.id);
  items.clear();
}

void lq_surface_set_accessible_items(
    lq_surface *surface, const lq_accessible_item *items, int32_t count) {
  surface->forgetItems();
  for (int32_t index = 0; index < count; ++index) {
    const auto &item = items[index];
    surface->items.push_back(
        {item.role, fromC(item.name), QRectF(item.x, item.y, item.width, item.height), 0});
  }
  if (!QAccessible::isActive()) return;
  QAccessibleEvent event(surface, QAccessible::ObjectReorder);
  QAccessible::updateAccessibility(&event);
}

char *lq_surface_describe_accessible(lq_surface *surface) {
  auto *tree = QAccessible::queryAccessibleInterface(surface);
  QString words;
  for (int index = 0; tree && index < tree->childCount(); ++index) {
    auto *child = tree->child(index);
    if (!child || !child->isValid() || child->parent() != tree) continue;
    const char *role = child->role() == QAccessible::Button    ? "button"
                       : child->role() == QAccessible::Graphic ? "picture"
                                                               : "text";
    words += QLatin1String(role) + QLatin1Char(' ') + child->text(QAccessible::Name) +
             QLatin1Char('\n');
  }
  return toC(words);
}

bool lq_surface_press_accessible(lq_surface *surface, int32_t index) {
  auto *tree = QAccessible::queryAccessibleInterface(surface);
  auto *child = tree ? tree->child(index) : nullptr;
  auto *actions = child ? child->actionInterface() : nullptr;
  if (!actions) return false;
  actions->doAction(QAccessibleActionInterface::pressAction());
  return true;
}
