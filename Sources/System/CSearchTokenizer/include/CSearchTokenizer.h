#ifndef LUGE_SEARCH_TOKENIZER_H
#define LUGE_SEARCH_TOKENIZER_H

#include <sqlite3.h>

/// Adds the tokenizer `luge` to a connection: unicode61, and in scripts without blanks between words
/// (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each character is a token, so that a phrase finds what
/// stands anywhere in a sentence.
///
/// Its arguments are unicode61's. Returns a result code of SQLite.
int luge_add_search_tokenizer(sqlite3 *connection);

#endif
