#include "CHTML.h"

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
#include <limits.h>

typedef struct {
  luge_html_element element;
  xmlChar *href, *classes, *alt, *title, *id, *src, *start;
} attributes;

static attributes take(xmlNodePtr node) {
  attributes taken;
  taken.href = xmlGetProp(node, BAD_CAST "href");
  taken.classes = xmlGetProp(node, BAD_CAST "class");
  taken.alt = xmlGetProp(node, BAD_CAST "alt");
  taken.title = xmlGetProp(node, BAD_CAST "title");
  taken.id = xmlGetProp(node, BAD_CAST "id");
  taken.src = xmlGetProp(node, BAD_CAST "src");
  // Only lists have one that matters.
  int isList = xmlStrcasecmp(node->name, BAD_CAST "ol") == 0;
  taken.start = isList ? xmlGetProp(node, BAD_CAST "start") : NULL;
  taken.element.name = (const char *)node->name;
  taken.element.href = (const char *)taken.href;
  taken.element.classes = (const char *)taken.classes;
  taken.element.alt = (const char *)taken.alt;
  taken.element.title = (const char *)taken.title;
  taken.element.id = (const char *)taken.id;
  taken.element.src = (const char *)taken.src;
  taken.element.start = (const char *)taken.start;
  taken.element.is_spoiler = xmlHasProp(node, BAD_CAST "data-mx-spoiler") != NULL;
  return taken;
}

static void drop(attributes *taken) {
  if (taken->href) xmlFree(taken->href);
  if (taken->classes) xmlFree(taken->classes);
  if (taken->alt) xmlFree(taken->alt);
  if (taken->title) xmlFree(taken->title);
  if (taken->id) xmlFree(taken->id);
  if (taken->src) xmlFree(taken->src);
  if (taken->start) xmlFree(taken->start);
}

static int begin(const luge_html_handler *handler, xmlNodePtr node) {
  if (node->type == XML_TEXT_NODE) {
    if (node->content) handler->text(handler->context, (const char *)node->content);
    return 0;
  }
  if (node->type != XML_ELEMENT_NODE || !node->name) return 0;
  attributes taken = take(node);
  int counts = handler->begin(handler->context, &taken.element);
  drop(&taken);
  return counts;
}

static void end(const luge_html_handler *handler, xmlNodePtr node) {
  attributes taken = take(node);
  handler->end(handler->context, &taken.element);
  drop(&taken);
}

int luge_html_parse(const char *bytes, size_t count, const luge_html_handler *handler) {
  if (count == 0 || count > INT_MAX) return 0;
  int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                HTML_PARSE_NONET | HTML_PARSE_COMPACT;
  htmlParserCtxtPtr parser = htmlNewParserCtxt();
  if (!parser) return 0;
  xmlDocPtr document = htmlCtxtReadMemory(parser, bytes, (int)count, NULL, "UTF-8", options);
  int gaveUp = parser->disableSAX != 0;
  htmlFreeParserCtxt(parser);
  if (!document) return gaveUp ? -1 : 0;
  xmlNodePtr root = xmlDocGetRootElement(document);
  xmlNodePtr node = root;
  while (node) {
    int entered = begin(handler, node);
    if (entered && node->children) {
      node = node->children;
      continue;
    }
    if (entered) end(handler, node);
    // Every node on the way up was entered before.
    while (node && node != root && !node->next) {
      node = node->parent;
      if (node) end(handler, node);
    }
    if (!node || node == root) break;
    node = node->next;
  }
  xmlFreeDoc(document);
  return gaveUp ? -1 : root != NULL;
}
