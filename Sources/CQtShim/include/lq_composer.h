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
  /// The bar above the field, and the button that closes it.
  LQ_COMPOSER_BAR, LQ_COMPOSER_CLOSE_BAR
} lq_composer_part;

/// Positions in the text count UTF-16 units.
typedef struct {
  void *context;
  /// Return (without Shift) or the button was pressed; not called for a text of spaces, unless that
  /// is allowed (see lq_composer_set_sends_empty). The field is empty afterwards.
  void (*send)(void *context, const char *text);
  /// The text has changed, for whatever reason.
  void (*changed)(void *context, const char *text);
  /// The caret has moved.
  void (*moved)(void *context);
  /// Up, Down, Tab, Return and Escape, before the field gets them; true if the key was handled.
  bool (*key)(void *context, lq_key_code code, uint32_t modifiers);
  void (*focus)(void *context, bool has_focus);
  void (*pressed)(void *context, lq_composer_part part);
  /// A completion was clicked.
  void (*chosen)(void *context, int32_t choice);
  /// The attachment with this number was removed.
  void (*removed)(void *context, int32_t attachment);
  /// Local files were pasted, or dropped on the field.
  void (*files)(void *context, const char *const *paths, int32_t count);
  /// A picture that is no file was pasted or dropped, in the format of its MIME type.
  void (*picture)(void *context, const char *type, const uint8_t *bytes, int64_t count);
  /// A text was pasted or dropped that was not inserted: with it, the field would have so many
  /// bytes.
  void (*refused)(void *context, int64_t bytes);
  /// The field's context menu is about to be shown for a position: entries may be added before the
  /// field's own. `menu_chosen` reports their choice.
  void (*menu)(void *context, lq_menu *menu, int32_t position);
  void (*menu_chosen)(void *context, int32_t id);
} lq_composer_callbacks;

/// Replaces the callbacks at once; NULL for none.
void lq_composer_set_callbacks(lq_composer *composer, const lq_composer_callbacks *callbacks);

/// Sets how many bytes the text may have with what is pasted or dropped; 0: any number.
void lq_composer_set_most_text(lq_composer *composer, int64_t bytes);
void lq_composer_set_visible(lq_composer *composer, bool is_visible);
/// Returns whether it is made visible and no bar is in its place.
bool lq_composer_is_seen(lq_composer *composer);
/// Sets the width of its content in the middle of a wider window, points; 0: the whole width.
void lq_composer_set_column(lq_composer *composer, int32_t width);
/// Sets the text shown while the field is empty.
void lq_composer_set_placeholder(lq_composer *composer, const char *text);

/// Names of buttons; `NULL` leaves a name as it is.
typedef struct {
  const char *send, *attach, *emoji, *close_bar, *remove_attachment, *choices;
} lq_composer_words;
void lq_composer_set_words(lq_composer *composer, const lq_composer_words *words);
/// Shows or hides buttons, which are hidden at first.
void lq_composer_set_buttons(lq_composer *composer, bool attach, bool emoji);
/// Sets whether a text of spaces may be sent, because there are attachments.
void lq_composer_set_sends_empty(lq_composer *composer, bool is_allowed);

/// Sets the text, and clears the undo history.
void lq_composer_set_text(lq_composer *composer, const char *text);
/// Returns the text, to be freed with lq_free.
char *lq_composer_text(lq_composer *composer);
/// Replaces a range by a text, as if it were typed: it can be undone.
void lq_composer_replace(lq_composer *composer, int32_t from, int32_t to, const char *text);
/// Inserts a text in place of the selection, or at the caret.
void lq_composer_insert(lq_composer *composer, const char *text);
int32_t lq_composer_caret(lq_composer *composer);
bool lq_composer_has_selection(lq_composer *composer);
/// Does nothing while it is not seen.
void lq_composer_focus(lq_composer *composer);
bool lq_composer_has_focus(lq_composer *composer);

/// Shows a line above the field with the message that is answered or edited. A title of NULL hides
/// it.
void lq_composer_set_bar(lq_composer *composer, const char *title, const char *text);

typedef struct {
  /// Number that identifies the attachment in callbacks.
  int32_t id;
  const char *name;
  /// Details such as its size.
  const char *detail;
} lq_attachment;
/// Sets the attachments above the field. Pictures that were set stay with their ids.
void lq_composer_set_attachments(
    lq_composer *composer, const lq_attachment *attachments, int32_t count);
/// Sets a picture: premultiplied 0xAARRGGBB words without gaps; copied.
void lq_composer_set_thumbnail(
    lq_composer *composer, int32_t id, const uint32_t *pixels, int32_t width, int32_t height);

typedef struct {
  const char *text;
  /// Text shown faintly after it.
  const char *detail;
} lq_choice;
typedef struct {
  lq_choice choice;
  /// Initials in a circle before it, for a person; NULL for none.
  const char *initials;
  /// Colours of the circle and of the letters, 0xRRGGBB.
  uint32_t color, letters;
} lq_completion;
/// Shows completions above the position in the text; a count of 0 hides them.
void lq_composer_set_choices(
    lq_composer *composer, const lq_completion *choices, int32_t count, int32_t position);
void lq_composer_set_choice(lq_composer *composer, int32_t choice);
/// Shows a picture in the circle of a visible completion, instead of the initials; premultiplied
/// 0xAARRGGBB words without gaps.
void lq_composer_set_choice_picture(
    lq_composer *composer, int32_t choice, const uint32_t *pixels, int32_t width, int32_t height);

/// Underlines ranges of the text; each pair is the first position and the one after the last.
void lq_composer_set_marks(lq_composer *composer, const int32_t *positions, int32_t pairs);

#ifdef __cplusplus
}
#endif
