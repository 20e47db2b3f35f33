#include "CSearchTokenizer.h"

#include <stddef.h>
#include <stdlib.h>

/// Data shared by all tokenizers of a name.
typedef struct {
  fts5_api *api;
  /// Its form is NULL for the tokenizer that takes texts as they are.
  luge_search_edition edition;
  /// Whether each syllable of Hangul is a token.
  int parts_hangul;
} Family;

typedef struct {
  /// Lives as long as the connection.
  const Family *family;
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
  tokenizer->family = family;
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

/// The same characters as `TextQuery.isUnspaced`, but for Hangul.
static int is_unspaced(unsigned scalar, int parts_hangul) {
  if (parts_hangul
      && ((scalar >= 0xAC00 && scalar <= 0xD7A3) || (scalar >= 0x3130 && scalar <= 0x318F))) {
    return 1;
  }
  return (scalar >= 0x0E00 && scalar <= 0x0EFF) || (scalar >= 0x1000 && scalar <= 0x109F)
      || (scalar >= 0x1780 && scalar <= 0x17FF) || (scalar >= 0x3040 && scalar <= 0x30FF)
      || (scalar >= 0x31F0 && scalar <= 0x31FF) || (scalar >= 0x3400 && scalar <= 0x4DBF)
      || (scalar >= 0x4E00 && scalar <= 0x9FFF) || (scalar >= 0xF900 && scalar <= 0xFAFF)
      || (scalar >= 0x20000 && scalar <= 0x3FFFF);
}

/// Bytes of the character without blanks around it that begins here; 0 for any other. Never looks
/// past the end, whatever the bytes are.
static int unspaced_length(const unsigned char *text, int rest, int parts_hangul) {
  if (text[0] < 0xE0 || rest < 3 || (text[1] & 0xC0) != 0x80 || (text[2] & 0xC0) != 0x80) return 0;
  unsigned tail = (unsigned)(text[1] & 0x3F) << 6 | (text[2] & 0x3F);
  if (text[0] < 0xF0) {
    return is_unspaced((unsigned)(text[0] & 0x0F) << 12 | tail, parts_hangul) ? 3 : 0;
  }
  if (text[0] > 0xF4 || rest < 4 || (text[3] & 0xC0) != 0x80) return 0;
  unsigned scalar = (unsigned)(text[0] & 0x07) << 18 | tail << 6 | (text[3] & 0x3F);
  return is_unspaced(scalar, parts_hangul) ? 4 : 0;
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
    int length = unspaced_length(
        (const unsigned char *)text + index, count - index, tokenizer->family->parts_hangul);
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

/// Whether there may be a character that has another form. None of them has four bytes.
static int may_vary(const luge_search_edition *edition, const unsigned char *text, int count) {
  for (int index = 0; index + 1 < count; index += 1) {
    unsigned char lead = text[index];
    if (lead < 0xC3 || lead >= 0xF0) continue;
    unsigned scalar = (unsigned)(lead & 0x1F) << 6 | (text[index + 1] & 0x3F);
    if (lead >= 0xE0) {
      if (index + 2 >= count) return 0;
      scalar = (unsigned)(lead & 0x0F) << 12 | (unsigned)(text[index + 1] & 0x3F) << 6
          | (text[index + 2] & 0x3F);
    }
    for (int place = 0; place < edition->count; place += 1) {
      if (scalar >= edition->ranges[place].first && scalar <= edition->ranges[place].last) return 1;
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
  const luge_search_edition *edition = &tokenizer->family->edition;
  if (edition->form && may_vary(edition, (const unsigned char *)text, count)) {
    luge_search_form form = edition->form(text, count);
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

static int add(
    fts5_api *api, const char *name, const luge_search_edition *edition, int parts_hangul) {
  static const fts5_tokenizer methods = {create, destroy, tokenize};
  fts5_tokenizer copy = methods;
  Family *family = calloc(1, sizeof *family);
  if (!family) return SQLITE_NOMEM;
  family->api = api;
  if (edition) family->edition = *edition;
  family->parts_hangul = parts_hangul;
  // SQLite frees it when it replaces the tokenizer or the connection ends.
  int code = api->xCreateTokenizer(api, name, family, &copy, free);
  if (code != SQLITE_OK) free(family);
  return code;
}

int luge_add_search_tokenizers(
    sqlite3 *connection, luge_search_edition second, luge_search_edition third) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  if (!api) return SQLITE_ERROR;
  code = add(api, "luge", NULL, 0);
  if (code == SQLITE_OK) code = add(api, "luge2", &second, 0);
  return code == SQLITE_OK ? add(api, "luge3", &third, 1) : code;
}
