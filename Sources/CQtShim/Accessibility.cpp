// Accessibility of a painted surface: its items are children, and their parts are children of
// these. They have no widgets; an interface is made when a client asks for it.
#include "QuietQt.hpp"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QWindow>

#include "ListArea.hpp"
#include "Surface.hpp"
#include "Text.hpp"
#include "Window.hpp"

namespace {

/// Text in which words, sentences and paragraphs are found at every place.
///
/// The place behind the last character, where a caret may stand, belongs to the last character:
/// from there, Qt 6.4 looks for their end for ever.
class EndingText : public QAccessibleTextInterface {
 public:
  QString textAtOffset(
      int offset, QAccessible::TextBoundaryType type, int *start, int *end) const override {
    const int count = characterCount();
    const bool isWhole = type == QAccessible::WordBoundary ||
                         type == QAccessible::SentenceBoundary ||
                         type == QAccessible::ParagraphBoundary;
    if (offset == -2) offset = cursorPosition();
    if (isWhole && count > 0 && (offset == -1 || offset == count)) offset = count - 1;
    return QAccessibleTextInterface::textAtOffset(offset, type, start, end);
  }
};

/// Interface of one item. Qt owns it; it looks its item up by key and is invalid while the item
/// does not exist.
class ItemInterface final : public QAccessibleInterface,
                            public QAccessibleActionInterface,
                            public QAccessibleValueInterface,
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
                            public QAccessibleAttributesInterface,
#endif
                            public EndingText {
 public:
  ItemInterface(lq_surface *surface, lq_surface::Key key) : surface(surface), key(key) {}

  bool isValid() const override { return item() != nullptr; }
  QObject *object() const override { return nullptr; }
  QWindow *window() const override {
    return surface ? surface->window()->windowHandle() : nullptr;
  }
  QAccessibleInterface *parent() const override {
    const auto *mine = item();
    if (mine && mine->parent >= 0) return surface->interfaceAt(mine->parent);
    return surface ? QAccessible::queryAccessibleInterface(surface) : nullptr;
  }
  int childCount() const override {
    const auto *mine = item();
    return mine ? static_cast<int>(mine->children.size()) : 0;
  }
  QAccessibleInterface *child(int index) const override {
    const auto *mine = item();
    return mine && index >= 0 && index < mine->children.size()
               ? surface->interfaceAt(mine->children[index])
               : nullptr;
  }
  int indexOfChild(const QAccessibleInterface *wanted) const override {
    for (int index = 0; index < childCount(); ++index)
      if (child(index) == wanted) return index;
    return -1;
  }
  QAccessibleInterface *childAt(int x, int y) const override {
    for (int index = childCount() - 1; index >= 0; --index)
      if (child(index)->rect().contains(x, y)) return child(index);
    return nullptr;
  }

  QString text(QAccessible::Text kind) const override {
    const auto *mine = item();
    if (!mine) return QString();
    if (kind == QAccessible::Name) return mine->name;
    return kind == QAccessible::Description ? mine->description : QString();
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
      case LQ_ACCESSIBLE_LINK: return QAccessible::Link;
      case LQ_ACCESSIBLE_LIST_ITEM: return QAccessible::ListItem;
      case LQ_ACCESSIBLE_SLIDER: return QAccessible::Slider;
      case LQ_ACCESSIBLE_TEXT: break;
    }
    return QAccessible::StaticText;
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    const auto *mine = item();
    if (!mine) {
      state.invalid = true;
      return state;
    }
    state.readOnly = mine->role != LQ_ACCESSIBLE_SLIDER;
    // The field is one bit wide, so the value assigned has to be a bool.
    state.selected = (mine->flags & LQ_ACCESSIBLE_SELECTED) != 0;
    state.selectable = mine->role == LQ_ACCESSIBLE_LIST_ITEM;
    state.focusable = mine->role != LQ_ACCESSIBLE_TEXT;
    state.focused = (mine->flags & LQ_ACCESSIBLE_FOCUSED) && surface->hasFocus();
    state.linked = mine->role == LQ_ACCESSIBLE_LINK;
    state.offscreen = !mine->rect.intersects(QRectF(surface->rect()));
    // A thread may stand in the place of the list.
    state.invisible = !surface->isVisible();
    return state;
  }

  void *interface_cast(QAccessible::InterfaceType type) override {
    const auto *mine = item();
    if (!mine) return nullptr;
    if (type == QAccessible::ActionInterface && !actionNames().isEmpty())
      return static_cast<QAccessibleActionInterface *>(this);
    if (type == QAccessible::ValueInterface && mine->role == LQ_ACCESSIBLE_SLIDER)
      return static_cast<QAccessibleValueInterface *>(this);
    if (type == QAccessible::TextInterface && mine->role == LQ_ACCESSIBLE_LIST_ITEM)
      return static_cast<QAccessibleTextInterface *>(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    if (type == QAccessible::AttributesInterface && mine->place > 0)
      return static_cast<QAccessibleAttributesInterface *>(this);
#endif
    return nullptr;
  }

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  // Index and count in the list. The list holds few of its items, so clients cannot count them.

  QList<QAccessible::Attribute> attributeKeys() const override {
    return {QAccessible::Attribute::Custom};
  }
  QVariant attributeValue(QAccessible::Attribute key) const override {
    const auto *mine = item();
    if (!mine || key != QAccessible::Attribute::Custom) return QVariant();
    return QVariant::fromValue(QHash<QString, QString>{
        {QStringLiteral("posinset"), QString::number(mine->place)},
        {QStringLiteral("setsize"), QString::number(mine->ofAll)}});
  }
#endif

  // Actions: a click, the menu, and moving the focus to the item.

  QStringList actionNames() const override {
    const auto *mine = item();
    if (!mine) return {};
    switch (mine->role) {
      case LQ_ACCESSIBLE_LIST_ITEM: return {pressAction(), showMenuAction(), setFocusAction()};
      case LQ_ACCESSIBLE_BUTTON:
      case LQ_ACCESSIBLE_LINK: return {pressAction()};
      case LQ_ACCESSIBLE_SLIDER: return {pressAction(), increaseAction(), decreaseAction()};
      case LQ_ACCESSIBLE_PICTURE:
        return mine->flags & LQ_ACCESSIBLE_PRESSABLE ? QStringList{pressAction()} : QStringList{};
      default: return {};
    }
  }
  QStringList keyBindingsForAction(const QString &) const override { return {}; }
  void doAction(const QString &name) override {
    const int index = surface ? surface->indices.value(key, -1) : -1;
    if (index < 0 || !actionNames().contains(name) || !surface->callbacks.accessible_act) return;
    if (name == increaseAction() || name == decreaseAction()) {
      const double step = minimumStepSize().toDouble();
      return setCurrentValue(
          currentValue().toDouble() + (name == increaseAction() ? step : -step));
    }
    const auto action = name == setFocusAction()   ? LQ_ACCESSIBLE_FOCUS
                        : name == showMenuAction() ? LQ_ACCESSIBLE_MENU
                                                   : LQ_ACCESSIBLE_PRESS;
    surface->callbacks.accessible_act(surface->callbacks.context, index, action);
  }

  // Value of a slider.

  QVariant currentValue() const override { return item() ? item()->value : 0; }
  void setCurrentValue(const QVariant &value) override {
    const int index = surface ? surface->indices.value(key, -1) : -1;
    if (index >= 0 && surface->callbacks.accessible_set)
      surface->callbacks.accessible_set(surface->callbacks.context, index, value.toDouble());
  }
  QVariant maximumValue() const override { return item() ? item()->limit : 0; }
  QVariant minimumValue() const override { return 0.0; }
  QVariant minimumStepSize() const override { return item() ? item()->step : 0; }

  // Text of the item, by characters, words and lines; QAccessibleTextInterface finds their
  // boundaries.

  void selection(int, int *start, int *end) const override { *start = *end = 0; }
  int selectionCount() const override { return 0; }
  void addSelection(int, int) override {}
  void removeSelection(int) override {}
  void setSelection(int, int, int) override {}
  int cursorPosition() const override { return qMin(caret, characterCount()); }
  void setCursorPosition(int position) override {
    caret = qBound(0, position, characterCount());
    QAccessibleTextCursorEvent event(this, caret);
    QAccessible::updateAccessibility(&event);
  }
  QString text(int start, int end) const override {
    const auto *mine = item();
    if (!mine) return QString();
    const int count = characterCount();
    start = qBound(0, start, count);
    end = end < 0 ? count : qBound(start, end, count);
    return mine->name.mid(start, end - start);
  }
  int characterCount() const override {
    const auto *mine = item();
    return mine ? static_cast<int>(mine->name.size()) : 0;
  }
  // The positions of characters are computed for texts in view only.
  QRect characterRect(int offset) const override {
    const int index = surface ? surface->indices.value(key, -1) : -1;
    double place[4];
    if (index < 0 || !surface->callbacks.accessible_place ||
        !surface->callbacks.accessible_place(surface->callbacks.context, index, offset, place))
      return rect();
    const QRect shown = QRectF(place[0], place[1], place[2], place[3]).toAlignedRect();
    return QRect(surface->mapToGlobal(shown.topLeft()), shown.size());
  }
  int offsetAtPoint(const QPoint &point) const override {
    const int index = surface ? surface->indices.value(key, -1) : -1;
    if (index < 0 || !surface->callbacks.accessible_offset) return -1;
    const QPoint local = surface->mapFromGlobal(point);
    return surface->callbacks.accessible_offset(
        surface->callbacks.context, index, local.x(), local.y());
  }
  void scrollToSubstring(int, int) override { doAction(setFocusAction()); }
  QString attributes(int, int *start, int *end) const override {
    *start = 0;
    *end = characterCount();
    return QString();
  }

 private:
  const lq_surface::Item *item() const {
    const int index = surface ? surface->indices.value(key, -1) : -1;
    return index >= 0 ? &surface->items[index] : nullptr;
  }

  QPointer<lq_surface> surface;
  lq_surface::Key key;
  int caret = 0;
};

/// Field of one line, which Qt describes by a class that does not end as described above.
class FieldInterface final : public QAccessibleWidget,
                             public EndingText,
                             public QAccessibleEditableTextInterface {
 public:
  explicit FieldInterface(QLineEdit *edit)
      : QAccessibleWidget(edit, QAccessible::EditableText), edit(edit) {
    addControllingSignal(QStringLiteral("textChanged(const QString&)"));
    addControllingSignal(QStringLiteral("returnPressed()"));
  }

  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Value)
      return edit->echoMode() == QLineEdit::Normal ? edit->text() : edit->displayText();
    const QString own = QAccessibleWidget::text(kind);
    return own.isEmpty() && kind == QAccessible::Description ? edit->placeholderText() : own;
  }
  void setText(QAccessible::Text kind, const QString &text) override {
    if (kind != QAccessible::Value) return QAccessibleWidget::setText(kind, text);
    if (edit->isEnabled() && !edit->isReadOnly()) replace(0, edit->text().size(), text);
  }
  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = edit->isReadOnly();
    state.editable = !edit->isReadOnly();
    state.passwordEdit = edit->echoMode() != QLineEdit::Normal;
    state.selectableText = true;
    state.selected = edit->hasSelectedText();
    state.hasPopup = edit->contextMenuPolicy() != Qt::NoContextMenu;
    return state;
  }
  void *interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::TextInterface) return static_cast<QAccessibleTextInterface *>(this);
    if (type == QAccessible::EditableTextInterface)
      return static_cast<QAccessibleEditableTextInterface *>(this);
    return QAccessibleWidget::interface_cast(type);
  }

  // What is typed. A password has neither characters nor words.

  QString text(int start, int end) const override {
    if (edit->echoMode() != QLineEdit::Normal) return QString();
    const int count = characterCount();
    start = qBound(0, start, count);
    end = end < 0 ? count : qBound(start, end, count);
    return edit->text().mid(start, end - start);
  }
  int characterCount() const override { return static_cast<int>(edit->text().size()); }
  int cursorPosition() const override { return edit->cursorPosition(); }
  void setCursorPosition(int position) override { edit->setCursorPosition(position); }
  void selection(int index, int *start, int *end) const override {
    *start = *end = 0;
    if (index != 0 || !edit->hasSelectedText()) return;
    *start = edit->selectionStart();
    *end = edit->selectionEnd();
  }
  int selectionCount() const override { return edit->hasSelectedText() ? 1 : 0; }
  void addSelection(int start, int end) override { setSelection(0, start, end); }
  void removeSelection(int index) override {
    if (index == 0) edit->deselect();
  }
  void setSelection(int index, int start, int end) override {
    const int count = characterCount();
    start = qBound(0, start, count);
    if (index == 0) edit->setSelection(start, qBound(0, end, count) - start);
  }
  QRect characterRect(int offset) const override {
    const int caret = cursorPosition();
    // The rectangle of the caret is wider than the caret, which is in its middle.
    QRect place = edit->inputMethodQuery(Qt::ImCursorRectangle).toRect();
    place.moveLeft(place.center().x());
    const auto width = [this](int from, int to) {
      return edit->fontMetrics().horizontalAdvance(text(from, to));
    };
    place.translate(offset < caret ? -width(offset, caret) : width(caret, offset), 0);
    place.setWidth(qMax(1, width(offset, offset + 1)));
    return place.translated(edit->mapToGlobal(QPoint()));
  }
  int offsetAtPoint(const QPoint &point) const override {
    const QPoint local = edit->mapFromGlobal(point);
    return edit->rect().contains(local) ? edit->cursorPositionAt(local) : -1;
  }
  void scrollToSubstring(int start, int) override { setCursorPosition(start); }
  QString attributes(int, int *start, int *end) const override {
    *start = 0;
    *end = characterCount();
    return QString();
  }

  void deleteText(int start, int end) override { replace(start, end, QString()); }
  void insertText(int offset, const QString &text) override { replace(offset, offset, text); }
  void replaceText(int start, int end, const QString &text) override { replace(start, end, text); }

 private:
  void replace(int start, int end, const QString &by) {
    if (edit->isReadOnly()) return;
    const int count = characterCount();
    start = qBound(0, start, count);
    end = qBound(start, end < 0 ? count : end, count);
    edit->setText(edit->text().replace(start, end - start, by));
  }

  QLineEdit *edit;
};

class SurfaceInterface final : public QAccessibleWidget {
 public:
  explicit SurfaceInterface(lq_surface *surface)
      : QAccessibleWidget(surface, QAccessible::Client), surface(surface) {}

  QAccessible::Role role() const override {
    return surface->isList ? QAccessible::List : QAccessible::Client;
  }

  // A client asks for the items, so they have to be made now.

  int childCount() const override {
    surface->askForItems();
    return static_cast<int>(surface->roots.size());
  }

  QAccessibleInterface *child(int index) const override {
    surface->askForItems();
    if (index < 0 || index >= surface->roots.size()) return nullptr;
    return surface->interfaceAt(surface->roots[index]);
  }

  int indexOfChild(const QAccessibleInterface *child) const override {
    for (int index = 0; index < surface->roots.size(); ++index)
      if (surface->knownInterfaceAt(surface->roots[index]) == child) return index;
    return -1;
  }

  QAccessibleInterface *childAt(int x, int y) const override {
    // Children drawn last lie on top.
    for (int index = childCount() - 1; index >= 0; --index)
      if (child(index)->rect().contains(x, y)) return child(index);
    return nullptr;
  }

  QAccessibleInterface *focusChild() const override {
    if (!surface->hasFocus()) return nullptr;
    surface->askForItems();
    for (int root : surface->roots)
      if (surface->items[root].flags & LQ_ACCESSIBLE_FOCUSED) return surface->interfaceAt(root);
    return QAccessibleWidget::focusChild();
  }

 private:
  lq_surface *surface;
};

/// Announcement that was read out last. It is beside the surface, not in it, because the children
/// of a list are its items; and outside of the visible part of its parent, so that frames do not
/// paint it.
class Announcement final : public QWidget {
 public:
  explicit Announcement(QWidget *parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(-2, -2, 1, 1);
  }

 protected:
  // Shown again together with its parent, it would be read out again.
  void hideEvent(QHideEvent *event) override {
    QWidget::hideEvent(event);
    hide();
  }
};

/// Accessibility of the area around a painted list: buttons on it, and the open menu or picker. The
/// list itself has only its items as children, and Qt does not expose popups.
class AreaInterface final : public QAccessibleWidget {
 public:
  explicit AreaInterface(lq_list_area *area)
      : QAccessibleWidget(area, QAccessible::Client), area(area) {}

  int childCount() const override {
    return QAccessibleWidget::childCount() + static_cast<int>(over().size());
  }
  QAccessibleInterface *child(int index) const override {
    const int own = QAccessibleWidget::childCount();
    if (index < own) return QAccessibleWidget::child(index);
    const auto widgets = over();
    return index - own < widgets.size()
               ? QAccessible::queryAccessibleInterface(widgets[index - own])
               : nullptr;
  }
  int indexOfChild(const QAccessibleInterface *child) const override {
    for (int index = 0; child && index < childCount(); ++index)
      if (this->child(index) == child) return index;
    return -1;
  }

 private:
  QList<QWidget *> over() const {
    QList<QWidget *> widgets;
    for (auto *child : area->surface->findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
      if (!child->isWindow() && child->isVisible()) widgets.push_back(child);
    QWidget *popup = QApplication::activePopupWidget();
    // A submenu is found in its menu.
    while (popup && qobject_cast<QMenu *>(popup) && qobject_cast<QMenu *>(popup->parentWidget()))
      popup = popup->parentWidget();
    if (popup && popup->parentWidget() &&
        (popup->parentWidget() == area || area->isAncestorOf(popup->parentWidget())))
      widgets.push_back(popup);
    return widgets;
  }

  lq_list_area *area;
};

/// Accessibility of the lists, unless something covers them.
class PanesInterface final : public QAccessibleWidget {
 public:
  explicit PanesInterface(Panes *panes)
      : QAccessibleWidget(panes, QAccessible::Splitter), panes(panes) {}

  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    if (panes->isCovered()) state.invisible = true;
    return state;
  }
  int childCount() const override {
    return panes->isCovered() ? 0 : QAccessibleWidget::childCount();
  }
  QAccessibleInterface *child(int index) const override {
    return panes->isCovered() ? nullptr : QAccessibleWidget::child(index);
  }
  QAccessibleInterface *focusChild() const override {
    return panes->isCovered() ? nullptr : QAccessibleWidget::focusChild();
  }
  QAccessibleInterface *childAt(int x, int y) const override {
    return panes->isCovered() ? nullptr : QAccessibleWidget::childAt(x, y);
  }

 private:
  Panes *panes;
};

QAccessibleInterface *interfaceFor(const QString &, QObject *object) {
  if (auto *area = dynamic_cast<lq_list_area *>(object)) return new AreaInterface(area);
  if (auto *panes = dynamic_cast<Panes *>(object)) return new PanesInterface(panes);
  if (auto *words = dynamic_cast<Announcement *>(object))
    return new QAccessibleWidget(words, QAccessible::Notification);
  if (auto *field = qobject_cast<QLineEdit *>(object)) return new FieldInterface(field);
  auto *surface = dynamic_cast<lq_surface *>(object);
  return surface ? new SurfaceInterface(surface) : nullptr;
}

}  // namespace

// Install the factory before a client asks for a surface's interface, because Qt keeps the first
// one.
void lq_surface::describeItems() {
  static const bool isInstalled = [] {
    QAccessible::installFactory(interfaceFor);
    return true;
  }();
  (void)isInstalled;
}

void Panes::setCovered(bool isCovered) {
  if (covered == isCovered) return;
  covered = isCovered;
  if (!QAccessible::isActive()) return;
  for (const auto kind : {
           covered ? QAccessible::ObjectHide : QAccessible::ObjectShow, QAccessible::ObjectReorder}) {
    QAccessibleEvent event(this, kind);
    QAccessible::updateAccessibility(&event);
  }
}

void lq_surface::askForItems() {
  if (callbacks.accessible_ask) callbacks.accessible_ask(callbacks.context);
}

QAccessibleInterface *lq_surface::knownInterfaceAt(int index) const {
  const auto id = interfaces.value(items[index].key, 0);
  return id ? QAccessible::accessibleInterface(id) : nullptr;
}

QAccessibleInterface *lq_surface::interfaceAt(int index) {
  if (auto *known = knownInterfaceAt(index)) return known;
  const Key key = items[index].key;
  auto *made = new ItemInterface(this, key);
  interfaces[key] = QAccessible::registerAccessibleInterface(made);
  return made;
}

void lq_surface::forgetItems() {
  for (auto id : interfaces) QAccessible::deleteAccessibleInterface(id);
  interfaces.clear();
  items.clear();
  roots.clear();
  indices.clear();
}

// Keep the interfaces of items that stay, because a screen reader identifies what it has read by
// them.
void lq_surface_set_accessible_items(
    lq_surface *surface, const lq_accessible_item *items, int32_t count) {
  const auto oldRoots = surface->roots;
  const auto oldItems = surface->items;
  surface->items.clear();
  surface->roots.clear();
  surface->indices.clear();
  for (int32_t index = 0; index < count; ++index) {
    const auto &item = items[index];
    const lq_surface::Key key(item.key, item.part);
    surface->items.push_back(
        {key, item.role, item.parent, item.flags, fromC(item.name), fromC(item.description),
         item.place, item.of_all, item.value, item.limit, item.step, QRectF(item.x, item.y, item.width, item.height), {}});
    surface->indices[key] = index;
    if (item.parent >= 0 && item.parent < index)
      surface->items[item.parent].children.push_back(index);
    else
      surface->roots.push_back(index);
  }
  for (auto known = surface->interfaces.begin(); known != surface->interfaces.end();) {
    if (surface->indices.contains(known.key())) {
      ++known;
      continue;
    }
    QAccessible::deleteAccessibleInterface(known.value());
    known = surface->interfaces.erase(known);
  }
  if (!QAccessible::isActive()) return;
  bool isSame = oldRoots.size() == surface->roots.size();
  for (int index = 0; isSame && index < oldRoots.size(); ++index)
    isSame = oldItems[oldRoots[index]].key == surface->items[surface->roots[index]].key;
  if (isSame) return;
  QAccessibleEvent event(surface, QAccessible::ObjectReorder);
  QAccessible::updateAccessibility(&event);
}

void lq_surface_set_accessible_list(lq_surface *surface, bool is_list) {
  surface->isList = is_list;
}

bool lq_accessibility_is_active(void) { return QAccessible::isActive(); }

void lq_surface_tell_focused(lq_surface *surface, int32_t index) {
  if (!QAccessible::isActive() || index < 0 || index >= surface->items.size()) return;
  QAccessibleEvent event(surface->interfaceAt(index), QAccessible::Focus);
  QAccessible::updateAccessibility(&event);
}

// A notification that appears is read out, without moving the screen reader's focus.
void lq_surface_announce(lq_surface *surface, const char *words) {
  if (!QAccessible::isActive()) return;
  const bool isFirst = !surface->announcement;
  if (isFirst) surface->announcement = new Announcement(surface->parentWidget());
  surface->announcement->setAccessibleName(fromC(words));
  // Qt itself sends this event when a widget is shown; sent again, it would be read out twice.
  const bool isParentShown = surface->announcement->parentWidget()->isVisible();
  if (isFirst || (isParentShown && surface->announcement->isHidden()))
    return surface->announcement->show();
  QAccessibleEvent event(surface->announcement.data(), QAccessible::ObjectShow);
  QAccessible::updateAccessibility(&event);
}

char *lq_surface_describe_accessible(lq_surface *surface) {
  auto *tree = QAccessible::queryAccessibleInterface(surface);
  QString words;
  for (int index = 0; tree && index < tree->childCount(); ++index) {
    auto *child = tree->child(index);
    if (!child || !child->isValid() || child->parent() != tree) continue;
    const char *role = child->role() == QAccessible::Button     ? "button"
                       : child->role() == QAccessible::Graphic  ? "picture"
                       : child->role() == QAccessible::ListItem ? "item"
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
