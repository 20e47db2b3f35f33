// The bars above the two lists of a window: whose conversation is shown and what can be done with it, and the field
// that searches.
//
// They have their height from the start, for the lists are laid out below them; what they hold is made by the calls
// that fill them, when the first frame has been shown: the first text that Qt measures has it look through all fonts.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_title_bar lq_title_bar;
typedef struct lq_search_bar lq_search_bar;

/// 0xRRGGBB each.
typedef struct {
  uint32_t panel;
  uint32_t hairline;
  uint32_t text;
  uint32_t secondary;
  uint32_t accent;
  uint32_t on_accent;
  /// Behind what is written.
  uint32_t field;
} lq_bar_colors;

typedef enum {
  LQ_TITLE_BACK = 0, LQ_TITLE_FIND, LQ_TITLE_DATE, LQ_TITLE_MEDIA, LQ_TITLE_MENU,
  /// Before the title, beside the way back.
  LQ_TITLE_SIDE,
  LQ_TITLE_BUTTONS
} lq_title_button;

typedef struct {
  void *context;
  /// None of those that the window sees to: ways to the side list, and the menu.
  void (*pressed)(void *context, lq_title_button button);
  /// Another of the buttons below the title was chosen.
  void (*tab)(void *context, int32_t index);
  /// The title was clicked, while it has a hint.
  void (*title)(void *context);
} lq_title_bar_callbacks;

/// Forgets the old callbacks at once; NULL for none.
void lq_title_bar_set_callbacks(lq_title_bar *bar, const lq_title_bar_callbacks *callbacks);
void lq_title_bar_set_colors(lq_title_bar *bar, const lq_bar_colors *colors);
void lq_title_bar_set_title(lq_title_bar *bar, const char *title, const char *subtitle);
/// What a click on the title does, for a tool tip; NULL where it does nothing.
void lq_title_bar_set_hint(lq_title_bar *bar, const char *hint);
/// A circle with letters in it; NULL for none. The letters are white.
void lq_title_bar_set_initials(lq_title_bar *bar, const char *initials, uint32_t color);
/// Premultiplied pixels that are shown in the circle instead of the letters; NULL for none.
void lq_title_bar_set_picture(
    lq_title_bar *bar, const uint32_t *pixels, int32_t width, int32_t height);
/// The window itself decides about the menu, and about the way back to the side list where there is room for one list
/// only. LQ_TITLE_BACK here is a way back of the program's own, which takes the place of the window's.
void lq_title_bar_set_button(lq_title_bar *bar, lq_title_button button, bool is_wanted);
/// Buttons below the title, one of which is chosen: they stay while the list scrolls. A count of 0 hides them.
void lq_title_bar_set_tabs(lq_title_bar *bar, const char *const *titles, int32_t count, int32_t chosen);
void lq_title_bar_fill(lq_title_bar *bar);

typedef struct {
  void *context;
  /// The text became another by the reader's hand.
  void (*changed)(void *context);
  /// The reader went into the field with the mouse or with Tab, or left it otherwise than with Tab.
  void (*entered)(void *context, bool is_inside);
  /// Return.
  void (*accept)(void *context);
  /// Escape, or the button that empties the field.
  void (*close)(void *context);
  /// A button below the field, by index; its lower left, points of the window's side list.
  void (*filter)(void *context, int32_t index, double x, double y);
} lq_search_bar_callbacks;

void lq_search_bar_set_callbacks(lq_search_bar *bar, const lq_search_bar_callbacks *callbacks);
void lq_search_bar_set_colors(lq_search_bar *bar, const lq_bar_colors *colors);
void lq_search_bar_fill(lq_search_bar *bar);
void lq_search_bar_set_placeholder(lq_search_bar *bar, const char *text);
/// Calls nothing back; the caret goes to the end.
void lq_search_bar_set_text(lq_search_bar *bar, const char *text);
/// To be freed with lq_free.
char *lq_search_bar_text(lq_search_bar *bar);
/// The buttons below the field; a count of 0 hides them.
void lq_search_bar_set_filters(lq_search_bar *bar, const char *const *titles, int32_t count);
/// Gives the field the keys, with its text selected.
void lq_search_bar_focus(lq_search_bar *bar, bool selects);

#ifdef __cplusplus
}
#endif
