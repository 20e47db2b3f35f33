#pragma once
#include <stddef.h>

// libxml2's HTML parser behind a plain interface: its headers bring a copy of ICU's along, which
// Swift cannot have beside Foundation's.

/// Name of an element, with the attributes that matter; NULL where it has none.
typedef struct {
  const char *name;
  const char *href;
  const char *classes;
  const char *alt;
  const char *title;
  const char *id;
  const char *src;
  /// Words that are to be hidden until they are asked for, as Matrix marks them.
  int is_spoiler;
} luge_html_element;

typedef struct {
  void *context;
  /// Returns 0 when what is inside does not count; then there is no end.
  int (*begin)(void *context, const luge_html_element *element);
  void (*end)(void *context, const luge_html_element *element);
  void (*text)(void *context, const char *text);
} luge_html_handler;

/// Parses what it can of UTF-8 text without NULs, and reports it from front to back. Takes nothing
/// from disk or network, and no stack for nesting. Returns 0 when there was nothing to parse,
/// and -1 when the parser gave up before the end: elements in each other, deeper than it follows.
int luge_html_parse(const char *bytes, size_t count, const luge_html_handler *handler);
