// Widget whose pixels the caller paints, with its events.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_surface lq_surface;

/// Memory to paint into: premultiplied 0xAARRGGBB words, opaque. Valid during the callback.
typedef struct {
  uint32_t *pixels;
  /// Number of words from one line to the next.
  int32_t stride;
  /// Size in device pixels.
  int32_t width, height;
} lq_pixels;

typedef struct {
  /// Size in points.
  int32_t width, height;
  /// Device pixels that the surface covers, which the next paint callback will get.
  int32_t pixel_width, pixel_height;
  /// Device pixels from the window's upper edge to the surface's.
  int32_t pixel_top;
  double device_pixel_ratio;
} lq_geometry;

enum { LQ_SHIFT = 1, LQ_CONTROL = 2, LQ_ALT = 4, LQ_META = 8 };

typedef enum {
  LQ_SCROLL_NONE = 0, LQ_SCROLL_BEGIN, LQ_SCROLL_UPDATE, LQ_SCROLL_END, LQ_SCROLL_MOMENTUM
} lq_scroll_phase;

/// Positions are points from the surface's top left; times are milliseconds of the window
/// system's clock.
typedef struct {
  double x, y;
  /// Points to move; zero where the platform's pixels are unreliable (X11).
  double pixel_dx, pixel_dy;
  /// Eighths of a degree; 120 is one notch of a common wheel.
  int32_t angle_dx, angle_dy;
  lq_scroll_phase phase;
  bool inverted;
  uint32_t modifiers;
  uint64_t time;
} lq_wheel;

typedef enum {
  LQ_POINTER_PRESS = 0, LQ_POINTER_MOVE, LQ_POINTER_RELEASE, LQ_POINTER_DOUBLE, LQ_POINTER_LEAVE,
  LQ_POINTER_CONTEXT
} lq_pointer_kind;
enum {
  LQ_BUTTON_LEFT = 1, LQ_BUTTON_RIGHT = 2, LQ_BUTTON_MIDDLE = 4, LQ_BUTTON_BACK = 8,
  LQ_BUTTON_FORWARD = 16
};
typedef struct {
  lq_pointer_kind kind;
  double x, y;
  /// Button of the event, 0 for moves.
  uint32_t button;
  /// All buttons that are down afterwards.
  uint32_t buttons;
  uint32_t modifiers;
  uint64_t time;
} lq_pointer;

typedef enum {
  LQ_KEY_OTHER = 0, LQ_KEY_UP, LQ_KEY_DOWN, LQ_KEY_LEFT, LQ_KEY_RIGHT, LQ_KEY_PAGE_UP,
  LQ_KEY_PAGE_DOWN, LQ_KEY_HOME, LQ_KEY_END, LQ_KEY_SPACE, LQ_KEY_RETURN, LQ_KEY_ESCAPE,
  LQ_KEY_TAB, LQ_KEY_BACKSPACE, LQ_KEY_DELETE, LQ_KEY_MENU
} lq_key_code;
typedef struct {
  lq_key_code code;
  /// Text that the key types, possibly empty.
  const char *text;
  uint32_t modifiers;
  bool is_repeat;
  uint64_t time;
} lq_key;

/// Action of a screen reader on an item.
typedef enum { LQ_ACCESSIBLE_PRESS = 0, LQ_ACCESSIBLE_MENU, LQ_ACCESSIBLE_FOCUS }
    lq_accessible_action;

typedef enum { LQ_TOUCH_BEGIN = 0, LQ_TOUCH_UPDATE, LQ_TOUCH_END, LQ_TOUCH_CANCEL } lq_touch_phase;
typedef struct {
  int32_t id;
  lq_touch_phase phase;
  double x, y;
  uint64_t time;
} lq_touch;

/// Callbacks that return bool return whether they handled the event; other events go to the parent.
typedef struct {
  void *context;
  void (*paint)(void *context, const lq_pixels *pixels);
  /// Called before the first paint and whenever size or scale changed.
  void (*geometry)(void *context, const lq_geometry *geometry);
  bool (*wheel)(void *context, const lq_wheel *event);
  bool (*pointer)(void *context, const lq_pointer *event);
  bool (*key)(void *context, const lq_key *event);
  bool (*touch)(void *context, const lq_touch *points, int32_t count);
  /// Two fingers on a touchpad: the factor by which their distance grew since the last call.
  bool (*pinch)(void *context, double x, double y, double factor);
  /// by_keys: whether the user moved the focus with Tab or a shortcut, not with the pointer.
  void (*focus)(void *context, bool has_focus, bool by_keys);
  void (*visibility)(void *context, bool is_visible);
  /// Local files over the surface; dropped is false while they only hover. Before it returns, it
  /// sets the text that is shown meanwhile (lq_surface_set_drop_words).
  bool (*files)(void *context, const char *const *paths, int32_t count, bool dropped);
  /// A screen reader acted on one of the accessible items.
  void (*accessible_act)(void *context, int32_t index, lq_accessible_action action);
  /// A screen reader sets a slider.
  void (*accessible_set)(void *context, int32_t index, double value);
  /// A screen reader asks for the accessible items: the last opportunity to set them.
  void (*accessible_ask)(void *context);
  /// A screen reader asks where a character of an item's name is, by its offset in UTF-16 units:
  /// four lengths in points of the surface, left, top, width and height; false if that is unknown.
  bool (*accessible_place)(void *context, int32_t index, int32_t offset, double *rect);
  /// A screen reader asks which character of an item's name is at a point of the surface: its
  /// offset in UTF-16 units; -1 if there is none.
  int32_t (*accessible_offset)(void *context, int32_t index, double x, double y);
} lq_surface_callbacks;

/// Replaces the callbacks at once; NULL for none.
void lq_surface_set_callbacks(lq_surface *surface, const lq_surface_callbacks *callbacks);
lq_geometry lq_surface_geometry(lq_surface *surface);
/// Paints in the loop's next round of events.
void lq_surface_update(lq_surface *surface);
/// Paints before it returns, if visible.
void lq_surface_repaint(lq_surface *surface);
/// Returns the frame rate of the screen that shows the surface.
double lq_surface_refresh_rate(lq_surface *surface);

typedef enum { LQ_CURSOR_ARROW = 0, LQ_CURSOR_HAND, LQ_CURSOR_TEXT } lq_cursor;
void lq_surface_set_cursor(lq_surface *surface, lq_cursor cursor);
void lq_surface_focus(lq_surface *surface);
/// Sets whether a press of the pointer gives the surface the focus; it does at first.
void lq_surface_set_click_focus(lq_surface *surface, bool takes_focus);
/// Gives the surface the focus as by a key: the focused part is then highlighted.
void lq_surface_focus_by_keys(lq_surface *surface);
bool lq_surface_has_focus(lq_surface *surface);
/// Names the surface for screen readers.
void lq_surface_set_accessible_name(lq_surface *surface, const char *name);
/// Sets the description of the surface's content for screen readers, and notifies them.
void lq_surface_set_accessible_description(lq_surface *surface, const char *words);
/// Sets the text that is shown while files are dragged over the surface; "": "Drop to open".
void lq_surface_set_drop_words(lq_surface *surface, const char *words);
/// Sets the plain text that is shown when the pointer rests; "" for none.
void lq_surface_set_tool_tip(lq_surface *surface, const char *words);

typedef enum {
  LQ_ACCESSIBLE_TEXT = 0, LQ_ACCESSIBLE_BUTTON, LQ_ACCESSIBLE_PICTURE, LQ_ACCESSIBLE_LINK,
  LQ_ACCESSIBLE_LIST_ITEM, LQ_ACCESSIBLE_SLIDER
} lq_accessible_role;
enum {
  LQ_ACCESSIBLE_FOCUSED = 1, LQ_ACCESSIBLE_SELECTED = 2,
  /// The picture can be pressed.
  LQ_ACCESSIBLE_PRESSABLE = 4
};
/// A painted item, as a screen reader finds it. Lengths are points of the surface.
typedef struct {
  /// Identity of the item in the next call, together with `part`.
  int64_t key;
  int32_t part;
  /// Index of the item that contains this one, which comes before it; -1 for none.
  int32_t parent;
  lq_accessible_role role;
  uint32_t flags;
  const char *name;
  const char *description;
  /// Index, from 1, and count in a list: reported as AT-SPI's posinset and setsize, which Qt
  /// supports since 6.8. 0 outside of lists; a count of -1 is unknown.
  int64_t place, of_all;
  /// Value of a slider, which begins at 0.
  double value, limit, step;
  double x, y, width, height;
} lq_accessible_item;
/// Replaces the items that a screen reader finds on the surface; copied.
void lq_surface_set_accessible_items(
    lq_surface *surface, const lq_accessible_item *items, int32_t count);
/// Sets whether the surface is a list of items for screen readers.
void lq_surface_set_accessible_list(lq_surface *surface, bool is_list);
/// Returns whether an accessibility client is connected.
bool lq_accessibility_is_active(void);
/// Reports to accessibility clients that one of the items has the focus.
void lq_surface_tell_focused(lq_surface *surface, int32_t index);
/// Has a text spoken that is no item: it is a child beside the surface, made only if a client is
/// connected.
void lq_surface_announce(lq_surface *surface, const char *words);
/// Returns the items as a screen reader gets them: one per line, with role and name. Freed with
/// lq_free.
char *lq_surface_describe_accessible(lq_surface *surface);
/// Presses an item as a screen reader does; returns false when it cannot be pressed.
bool lq_surface_press_accessible(lq_surface *surface, int32_t index);

/// Simulates, for tests, an event of a finger on a touch screen, in points of the surface, through
/// Qt.
void lq_surface_touch(lq_surface *surface, lq_touch_phase phase, double x, double y);

/// Returns the number of paints directly into the window's memory, and of paints through a copy.
void lq_surface_paint_counts(lq_surface *surface, uint64_t *direct, uint64_t *copied);

#ifdef __cplusplus
}
#endif
