#ifndef LUGE_SEARCH_TOKENIZER_H
#define LUGE_SEARCH_TOKENIZER_H

#include <sqlite3.h>

/// A text in the form that is searched. All three belong to the receiver, which frees them.
typedef struct {
  char *bytes;
  /// Offsets in the original text at which the character of each byte begins and ends.
  int *starts;
  int *ends;
  /// Number of bytes; -1 if the text stays unchanged.
  int count;
} luge_search_form;

/// Converts a text to the form that is searched.
typedef luge_search_form (*luge_search_former)(const char *text, int count);

typedef struct {
  unsigned first;
  unsigned last;
} luge_scalar_range;

/// What a form changes.
typedef struct {
  luge_search_former form;
  /// Ranges of scalars that are in the characters which may have another form.
  luge_scalar_range ranges[64];
  int count;
} luge_search_edition;

/// Adds the tokenizers `luge`, `luge2` and `luge3` to a connection: unicode61, and in scripts without
/// blanks between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each character is a token, so
/// that a phrase finds what stands anywhere in a sentence. `luge2` and `luge3` bring texts into one
/// form before; to `luge3` each syllable of Hangul is a token as well. Indexes of earlier versions
/// were made with `luge` and `luge2`.
///
/// Their arguments are unicode61's. Returns a result code of SQLite.
int luge_add_search_tokenizers(
    sqlite3 *connection, luge_search_edition second, luge_search_edition third);

#endif
