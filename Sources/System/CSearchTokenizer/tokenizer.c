#include "CSearchTokenizer.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct {
  fts5_tokenizer words;
  Fts5Tokenizer *instance;
} Tokenizer;

typedef int (*TokenCallback)(void *, int, const char *, int, int, int);

/// Receiver of the tokens of a part of a text.
typedef struct {
  void *context;
  TokenCallback token;
  int offset;
} Part;

static int create(void *context, const char **arguments, int count, Fts5Tokenizer **result) {
  fts5_api *api = context;
  void *data = NULL;
  Tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
  if (!tokenizer) return SQLITE_NOMEM;
  int code = api->xFindTokenizer(api, "unicode61", &data, &tokenizer->words);
  if (code == SQLITE_OK) {
    code = tokenizer->words.xCreate(data, arguments, count, &tokenizer->instance);
  }
  if (code != SQLITE_OK) {
    free(tokenizer);
    return code;
  }
  *result = (Fts5Tokenizer *)tokenizer;
  return SQLITE_OK;
}

static void destroy(Fts5Tokenizer *instance) {
  Tokenizer *tokenizer = (Tokenizer *)instance;
  tokenizer->words.xDelete(tokenizer->instance);
  free(tokenizer);
}

/// The same characters as `TextQuery.isUnspaced`.
static int is_unspaced(unsigned scalar) {
  return (scalar >= 0x0E00 && scalar <= 0x0EFF) || (scalar >= 0x1000 && scalar <= 0x109F)
      || (scalar >= 0x1780 && scalar <= 0x17FF) || (scalar >= 0x3040 && scalar <= 0x30FF)
      || (scalar >= 0x31F0 && scalar <= 0x31FF) || (scalar >= 0x3400 && scalar <= 0x4DBF)
      || (scalar >= 0x4E00 && scalar <= 0x9FFF) || (scalar >= 0xF900 && scalar <= 0xFAFF)
      || (scalar >= 0x20000 && scalar <= 0x3FFFF);
}

/// Bytes of the character without blanks around it that begins here; 0 for any other. Never looks
/// past the end, whatever the bytes are.
static int unspaced_length(const unsigned char *text, int rest) {
  if (text[0] < 0xE0 || rest < 3 || (text[1] & 0xC0) != 0x80 || (text[2] & 0xC0) != 0x80) return 0;
  unsigned tail = (unsigned)(text[1] & 0x3F) << 6 | (text[2] & 0x3F);
  if (text[0] < 0xF0) return is_unspaced((unsigned)(text[0] & 0x0F) << 12 | tail) ? 3 : 0;
  if (text[0] > 0xF4 || rest < 4 || (text[3] & 0xC0) != 0x80) return 0;
  return is_unspaced((unsigned)(text[0] & 0x07) << 18 | tail << 6 | (text[3] & 0x3F)) ? 4 : 0;
}

static int shifted(void *context, int flags, const char *token, int count, int start, int end) {
  Part *part = context;
  return part->token(
      part->context, flags, token, count, start + part->offset, end + part->offset);
}

static int tokenize(
    Fts5Tokenizer *instance, void *context, int flags, const char *text, int count,
    TokenCallback token) {
  Tokenizer *tokenizer = (Tokenizer *)instance;
  int start = 0;
  for (int index = 0; index < count;) {
    int length = unspaced_length((const unsigned char *)text + index, count - index);
    if (length == 0) {
      index += 1;
      continue;
    }
    int code = SQLITE_OK;
    if (index > start) {
      Part part = {context, token, start};
      code = tokenizer->words.xTokenize(
          tokenizer->instance, &part, flags, text + start, index - start, shifted);
    }
    if (code == SQLITE_OK) code = token(context, 0, text + index, length, index, index + length);
    if (code != SQLITE_OK) return code;
    index += length;
    start = index;
  }
  if (start == count) return SQLITE_OK;
  Part part = {context, token, start};
  return tokenizer->words.xTokenize(
      tokenizer->instance, &part, flags, text + start, count - start, shifted);
}

int luge_add_search_tokenizer(sqlite3 *connection) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  if (!api) return SQLITE_ERROR;
  static const fts5_tokenizer methods = {create, destroy, tokenize};
  fts5_tokenizer copy = methods;
  return api->xCreateTokenizer(api, "luge", api, &copy, NULL);
}
