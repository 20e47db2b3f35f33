// Composer below a list: a stock text field, buttons beside it, and above it the quoted message and
// attachments.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lq_menu.h"
#include "lq_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_composer lq_composer;

typedef enum {
  LQ_COMPOSER_ATTACH = 0, LQ_COMPOSER_EMOJI,
  /// The bar above the field, and the cross that takes it away.
  LQ_COMPOSER_BAR, LQ_COMPOSER_CLOSE_BAR
} lq_composer_part;

/// Positions in the text count UTF-16 units.
typedef struct {
  void *context;
  /// Return (without Shift) or the button; never with a text of blanks, unless that is allowed (see
  /// lq_composer_set_sends_empty). The field is empty then.
  void (*send)(void *context, const char *text);
  /// The text became another, by whatever hand.
  void (*changed)(void *context, const char *text);
  /// The caret went elsewhere.
  void (*moved)(void *context);
  /// Up, Down, Tab, Return and Escape, before the field gets them; true keeps them from it.
  bool (*key)(void *context, lq_key_code code, uint32_t modifiers);
  void (*focus)(void *context, bool has_focus);
  void (*pressed)(void *context, lq_composer_part part);
  /// One of the choices was clicked.
  void (*chosen)(void *context, int32_t choice);
  /// Called when the attachment with this number was removed.
  void (*removed)(void *context, int32_t attachment);
  /// Local files that were pasted, or dropped on the field.
  void (*files)(void *context, const char *const *paths, int32_t count);
  /// A picture that was pasted or dropped and is no file, in the format of its MIME type.
  void (*picture)(void *context, const char *type, const uint8_t *bytes, int64_t count);
  /// The field's context menu is about to be shown for a position: entries may be added, which stand
  /// before the field's own. They are told of by `menu_chosen`.
  void (*menu)(void *context, lq_menu *menu, int32_t position);
  void (*menu_chosen)(void *context, int32_t id);
} lq_composer_callbacks;

/// Forgets the old callbacks at once; NULL for none.
void lq_composer_set_callbacks(lq_composer *composer, const lq_composer_callbacks *callbacks);
void lq_composer_set_visible(lq_composer *composer, bool is_visible);
/// The width that its content keeps to in the middle of a wider window, points; 0: all of it.
void lq_composer_set_column(lq_composer *composer, int32_t width);
/// Shown while nothing is written.
void lq_composer_set_placeholder(lq_composer *composer, const char *text);

/// Names of buttons; `NULL` leaves a name as it is.
typedef struct {
  const char *send, *attach, *emoji, *close_bar, *remove_attachment, *choices;
} lq_composer_words;
void lq_composer_set_words(lq_composer *composer, const lq_composer_words *words);
/// Hidden at first.
void lq_composer_set_buttons(lq_composer *composer, bool attach, bool emoji);
/// Whether a text of blanks is sent: when something goes along with it.
void lq_composer_set_sends_empty(lq_composer *composer, bool is_allowed);

/// Also empties what can be undone.
void lq_composer_set_text(lq_composer *composer, const char *text);
/// To be freed with lq_free.
char *lq_composer_text(lq_composer *composer);
/// Puts a text in place of a part, as if it were typed: it can be undone.
void lq_composer_replace(lq_composer *composer, int32_t from, int32_t to, const char *text);
/// In place of what is marked, or where the caret is.
void lq_composer_insert(lq_composer *composer, const char *text);
int32_t lq_composer_caret(lq_composer *composer);
bool lq_composer_has_selection(lq_composer *composer);
void lq_composer_focus(lq_composer *composer);
bool lq_composer_has_focus(lq_composer *composer);

/// A line above the field: what is answered or edited. A title of NULL hides it.
void lq_composer_set_bar(lq_composer *composer, const char *title, const char *text);

typedef struct {
  /// By which it is told of.
  int32_t id;
  const char *name;
  /// Such as its size.
  const char *detail;
} lq_attachment;
/// Sets the attachments above the field. Pictures that were set stay with their ids.
void lq_composer_set_attachments(
    lq_composer *composer, const lq_attachment *attachments, int32_t count);
/// Premultiplied 0xAARRGGBB words without gaps; copied.
void lq_composer_set_thumbnail(
    lq_composer *composer, int32_t id, const uint32_t *pixels, int32_t width, int32_t height);

typedef struct {
  const char *text;
  /// Said quietly behind it.
  const char *detail;
} lq_choice;
typedef struct {
  lq_choice choice;
  /// In a circle before it: a person's; NULL for none.
  const char *initials;
  /// Colour of the circle, 0xRRGGBB.
  uint32_t color;
} lq_completion;
/// A list above the position in the text; a count of 0 hides it.
void lq_composer_set_choices(
    lq_composer *composer, const lq_completion *choices, int32_t count, int32_t position);
void lq_composer_set_choice(lq_composer *composer, int32_t choice);
/// In the circle of a choice that is shown, in the place of the initials; premultiplied 0xAARRGGBB words without gaps.
void lq_composer_set_choice_picture(
    lq_composer *composer, int32_t choice, const uint32_t *pixels, int32_t width, int32_t height);

/// Underlines parts of the text, each from the first position to before the second.
void lq_composer_set_marks(lq_composer *composer, const int32_t *positions, int32_t pairs);

#ifdef __cplusplus
}
#endif
