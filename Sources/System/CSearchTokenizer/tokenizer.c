#include "CSearchTokenizer.h"

#include <stddef.h>
#include <stdlib.h>

/// Data shared by all tokenizers of a name.
typedef struct {
  fts5_api *api;
  /// Function that converts texts; NULL for the tokenizer that uses them unchanged.
  luge_search_former form;
} Family;

typedef struct {
  luge_search_former form;
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
  const Family *family = context;
  void *data = NULL;
  Tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
  if (!tokenizer) return SQLITE_NOMEM;
  tokenizer->form = family->form;
  int code = family->api->xFindTokenizer(family->api, "unicode61", &data, &tokenizer->words);
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

/// Returns whether a scalar is of a script without spaces; the same characters as
/// `TextQuery.isUnspaced`.
static int is_unspaced(unsigned scalar) {
  return (scalar >= 0x0E00 && scalar <= 0x0EFF) || (scalar >= 0x1000 && scalar <= 0x109F)
      || (scalar >= 0x1780 && scalar <= 0x17FF) || (scalar >= 0x3040 && scalar <= 0x30FF)
      || (scalar >= 0x31F0 && scalar <= 0x31FF) || (scalar >= 0x3400 && scalar <= 0x4DBF)
      || (scalar >= 0x4E00 && scalar <= 0x9FFF) || (scalar >= 0xF900 && scalar <= 0xFAFF)
      || (scalar >= 0x20000 && scalar <= 0x3FFFF);
}

/// Returns the bytes of the character, of a script without spaces between words, that begins here;
/// 0 for any other. Never reads beyond the end, whatever the bytes are.
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

static int tokenize_as_is(
    Tokenizer *tokenizer, void *context, int flags, const char *text, int count,
    TokenCallback token) {
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

/// Returns whether the text may contain a character that has another form (`SearchForm.varying`).
static int may_vary(const unsigned char *text, int count) {
  for (int index = 0; index < count; index += 1) {
    unsigned char lead = text[index];
    if (lead < 0xCC) continue;
    unsigned char second = index + 1 < count ? text[index + 1] : 0;
    unsigned char third = index + 2 < count ? text[index + 2] : 0;
    switch (lead) {
    case 0xCC: return 1;
    case 0xCD: if (second <= 0xAF) return 1; break;
    case 0xE1: if (second >= 0x84 && second <= 0x87) return 1; break;
    case 0xE3: if (second == 0x82 && (third == 0x99 || third == 0x9A)) return 1; break;
    case 0xEA: if (second == 0xA5) return 1; break;
    case 0xED: if (second == 0x9E ? third >= 0xB0 : second == 0x9F) return 1; break;
    case 0xEF:
      if (second == 0xBC && ((third >= 0x90 && third <= 0x99) || third >= 0xA1)) return 1;
      if (second == 0xBD && ((third >= 0x81 && third <= 0x9A) || third >= 0xA6)) return 1;
      if (second == 0xBE || (second == 0xBF && third <= 0x9C)) return 1;
      break;
    default: break;
    }
  }
  return 0;
}

/// Maps the tokens of a converted text to their positions in the original text.
typedef struct {
  void *context;
  TokenCallback token;
  const luge_search_form *form;
} Formed;

static int placed(void *context, int flags, const char *token, int count, int start, int end) {
  Formed *formed = context;
  if (start < 0 || end <= start || end > formed->form->count) return SQLITE_OK;
  return formed->token(
      formed->context, flags, token, count, formed->form->starts[start],
      formed->form->ends[end - 1]);
}

static int tokenize(
    Fts5Tokenizer *instance, void *context, int flags, const char *text, int count,
    TokenCallback token) {
  Tokenizer *tokenizer = (Tokenizer *)instance;
  if (tokenizer->form && may_vary((const unsigned char *)text, count)) {
    luge_search_form form = tokenizer->form(text, count);
    if (form.count >= 0) {
      Formed formed = {context, token, &form};
      int code = tokenize_as_is(tokenizer, &formed, flags, form.bytes, form.count, placed);
      free(form.bytes);
      free(form.starts);
      free(form.ends);
      return code;
    }
  }
  return tokenize_as_is(tokenizer, context, flags, text, count, token);
}

static int add(fts5_api *api, const char *name, luge_search_former form) {
  static const fts5_tokenizer methods = {create, destroy, tokenize};
  fts5_tokenizer copy = methods;
  Family *family = malloc(sizeof *family);
  if (!family) return SQLITE_NOMEM;
  family->api = api;
  family->form = form;
  // SQLite frees it when it replaces the tokenizer or the connection ends.
  int code = api->xCreateTokenizer(api, name, family, &copy, free);
  if (code != SQLITE_OK) free(family);
  return code;
}

int luge_add_search_tokenizers(sqlite3 *connection, luge_search_former form) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  if (!api) return SQLITE_ERROR;
  code = add(api, "luge", NULL);
  return code == SQLITE_OK ? add(api, "luge2", form) : code;
}
