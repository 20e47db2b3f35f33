#pragma once
#include <stddef.h>

// libxml2's HTML parser behind a plain interface: its headers include a copy of ICU's, which Swift
// cannot import beside Foundation's.

/// Name of an element, with the attributes that matter; NULL for an attribute that it does not
/// have.
typedef struct {
  const char *name;
  const char *href;
  const char *classes;
  const char *alt;
  const char *title;
  const char *id;
  const char *src;
  const char *start;
  /// Words that are to be hidden until they are asked for, as Matrix marks them.
  int is_spoiler;
} luge_html_element;

typedef struct {
  void *context;
  /// Called at the beginning of an element; returns 0 when its content is to be skipped; then `end`
  /// is not called.
  int (*begin)(void *context, const luge_html_element *element);
  void (*end)(void *context, const luge_html_element *element);
  void (*text)(void *context, const char *text);
} luge_html_handler;

/// Parses UTF-8 text without NULs as far as possible, and reports it from front to back. It reads
/// nothing from disk or network, and does not recurse for nested elements. Returns 0 when there was
/// nothing to parse, and -1 when the parser gave up before the end because elements are nested too
/// deeply.
int luge_html_parse(const char *bytes, size_t count, const luge_html_handler *handler);
