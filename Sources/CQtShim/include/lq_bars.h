// Bars above the two lists of a window: the title of the shown conversation with its buttons, and
// the search field.
//
// They have their height from the start, because the lists are laid out below them. Their contents
// are made by the calls that fill them, after the first frame was shown: the first text that Qt
// measures makes it look through all fonts.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_title_bar lq_title_bar;
typedef struct lq_search_bar lq_search_bar;

/// Colours as 0xRRGGBB.
typedef struct {
  uint32_t panel;
  uint32_t hairline;
  uint32_t text;
  uint32_t secondary;
  uint32_t accent;
  uint32_t on_accent;
  /// Background of the field.
  uint32_t field;
} lq_bar_colors;

typedef enum {
  LQ_TITLE_BACK = 0, LQ_TITLE_FIND, LQ_TITLE_DATE, LQ_TITLE_MEDIA, LQ_TITLE_MENU,
  /// Before the title, beside the back button.
  LQ_TITLE_SIDE,
  LQ_TITLE_BUTTONS
} lq_title_button;

typedef struct {
  void *context;
  /// A button was pressed, except those that the window handles itself: the menu, and those to the
  /// side list.
  void (*pressed)(void *context, lq_title_button button);
  /// Another tab below the title was selected.
  void (*tab)(void *context, int32_t index);
  /// The title was clicked, while it has a hint.
  void (*title)(void *context);
} lq_title_bar_callbacks;

/// Replaces the callbacks at once; NULL for none.
void lq_title_bar_set_callbacks(lq_title_bar *bar, const lq_title_bar_callbacks *callbacks);
void lq_title_bar_set_colors(lq_title_bar *bar, const lq_bar_colors *colors);
void lq_title_bar_set_title(lq_title_bar *bar, const char *title, const char *subtitle);
/// Sets the title's tooltip; NULL for none. \p is_button: it says what a click on the title does.
void lq_title_bar_set_hint(lq_title_bar *bar, const char *hint, bool is_button);
/// Shows a circle with letters in it; NULL for none. Colours are 0xRRGGBB.
void lq_title_bar_set_initials(
    lq_title_bar *bar, const char *initials, uint32_t color, uint32_t letters);
/// Shows premultiplied pixels in the circle instead of the letters; NULL for none.
void lq_title_bar_set_picture(
    lq_title_bar *bar, const uint32_t *pixels, int32_t width, int32_t height);
/// Shows or hides a button. The window itself controls that of the menu, and the one to the side
/// list where there is space for only one list. LQ_TITLE_BACK is a back button of the program,
/// which replaces the window's.
void lq_title_bar_set_button(lq_title_bar *bar, lq_title_button button, bool is_wanted);
/// Shows tabs below the title, one of which is selected; they stay while the list scrolls. A count
/// of 0 hides them.
void lq_title_bar_set_tabs(lq_title_bar *bar, const char *const *titles, int32_t count, int32_t chosen);
void lq_title_bar_fill(lq_title_bar *bar);

typedef struct {
  void *context;
  /// The user has changed the text.
  void (*changed)(void *context);
  /// The user entered the field with the mouse or with Tab, or left it otherwise than with Tab.
  void (*entered)(void *context, bool is_inside);
  /// Return was pressed.
  void (*accept)(void *context);
  /// Escape, or the button that clears the field, was pressed.
  void (*close)(void *context);
  /// A button below the field was pressed: its index, and its lower left in points of the window's
  /// side list.
  void (*filter)(void *context, int32_t index, double x, double y);
} lq_search_bar_callbacks;

void lq_search_bar_set_callbacks(lq_search_bar *bar, const lq_search_bar_callbacks *callbacks);
void lq_search_bar_set_colors(lq_search_bar *bar, const lq_bar_colors *colors);
void lq_search_bar_fill(lq_search_bar *bar);
void lq_search_bar_set_placeholder(lq_search_bar *bar, const char *text);
/// Sets the text without calling back; the caret moves to the end.
void lq_search_bar_set_text(lq_search_bar *bar, const char *text);
/// Returns the text, to be freed with lq_free.
char *lq_search_bar_text(lq_search_bar *bar);
/// Sets the buttons below the field; a count of 0 hides them.
void lq_search_bar_set_filters(lq_search_bar *bar, const char *const *titles, int32_t count);
/// Marks the buttons below the field whose filters its text has: a bit each, the first one lowest.
void lq_search_bar_set_used_filters(lq_search_bar *bar, uint32_t used);
/// Gives the field the focus; `selects`: with its text selected.
void lq_search_bar_focus(lq_search_bar *bar, bool selects);

#ifdef __cplusplus
}
#endif
