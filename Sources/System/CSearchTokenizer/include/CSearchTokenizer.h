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

/// Adds the tokenizers `luge` and `luge2` to a connection: unicode61, except that in scripts
/// without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each character is a
/// token, so that a phrase is found anywhere in a sentence. `luge2` first converts texts with
/// `form`; indexes of earlier versions were made with `luge`.
///
/// Their arguments are unicode61's. Returns a result code of SQLite.
int luge_add_search_tokenizers(sqlite3 *connection, luge_search_former form);

#endif
