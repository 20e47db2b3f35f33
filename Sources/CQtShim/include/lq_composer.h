// Where the reader writes: a stock text field below the main list, and a button that sends.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lq_composer lq_composer;

typedef struct {
  void *context;
  /// Return (without Shift) or the button; never with a text of blanks. The field is empty then.
  void (*send)(void *context, const char *text);
  /// The text became another, by whatever hand.
  void (*changed)(void *context, const char *text);
} lq_composer_callbacks;

/// Forgets the old callbacks at once; NULL for none.
void lq_composer_set_callbacks(lq_composer *composer, const lq_composer_callbacks *callbacks);
void lq_composer_set_visible(lq_composer *composer, bool is_visible);
/// Shown while nothing is written.
void lq_composer_set_placeholder(lq_composer *composer, const char *text);
void lq_composer_set_text(lq_composer *composer, const char *text);
/// To be freed with lq_free.
char *lq_composer_text(lq_composer *composer);
void lq_composer_focus(lq_composer *composer);

#ifdef __cplusplus
}
#endif
