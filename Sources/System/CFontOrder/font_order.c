#define _GNU_SOURCE
#include "font_order.h"

#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <stdatomic.h>
#include <stddef.h>

typedef FcFontSet *(*sort_function)(
    FcConfig *, FcFontSet **, int, FcPattern *, FcBool, FcCharSet **, FcResult *);
typedef FcPattern *(*match_function)(FcConfig *, FcFontSet **, int, FcPattern *, FcResult *);

static _Atomic(lfo_sort) asked_sort;
static _Atomic(lfo_match) asked_match;

void lfo_ask(lfo_sort sort, lfo_match match) {
  atomic_store(&asked_sort, sort);
  atomic_store(&asked_match, match);
}

// Looked up once by whoever comes first; two threads find the same.
static void *behind(_Atomic(void *) *known, const char *name) {
  void *found = atomic_load(known);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, name);
    atomic_store(known, found);
  }
  return found;
}

static FcFontSet *sort_behind(
    FcConfig *config, FcFontSet **sets, int count, FcPattern *pattern, FcBool trims,
    FcCharSet **characters, FcResult *result) {
  static _Atomic(void *) known;
  sort_function original = (sort_function)behind(&known, "FcFontSetSort");
  if (original == NULL) return NULL;
  return original(config, sets, count, pattern, trims, characters, result);
}

static FcPattern *match_behind(
    FcConfig *config, FcFontSet **sets, int count, FcPattern *pattern, FcResult *result) {
  static _Atomic(void *) known;
  match_function original = (match_function)behind(&known, "FcFontSetMatch");
  if (original == NULL) return NULL;
  return original(config, sets, count, pattern, result);
}

FcFontSet *FcFontSetSort(
    FcConfig *config, FcFontSet **sets, int count, FcPattern *pattern, FcBool trims,
    FcCharSet **characters, FcResult *result) {
  lfo_sort ask = atomic_load(&asked_sort);
  if (ask != NULL && count == 1 && characters == NULL && sets != NULL && result != NULL) {
    int code = FcResultMatch;
    FcFontSet *fonts = ask(config, sets[0], pattern, trims, &code);
    *result = (FcResult)code;
    return fonts;
  }
  return sort_behind(config, sets, count, pattern, trims, characters, result);
}

FcPattern *FcFontSetMatch(
    FcConfig *config, FcFontSet **sets, int count, FcPattern *pattern, FcResult *result) {
  lfo_match ask = atomic_load(&asked_match);
  if (ask != NULL && count == 1 && sets != NULL && result != NULL) {
    int code = FcResultMatch;
    FcPattern *match = ask(config, sets[0], pattern, &code);
    *result = (FcResult)code;
    return match;
  }
  return match_behind(config, sets, count, pattern, result);
}

lfo_fonts lfo_sort_anew(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, bool trims, int *result) {
  FcFontSet *set = fonts;
  FcResult code = FcResultNoMatch;
  FcFontSet *sorted = sort_behind(config, &set, 1, pattern, trims ? FcTrue : FcFalse, NULL, &code);
  *result = (int)code;
  return sorted;
}

lfo_pattern lfo_match_anew(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, int *result) {
  FcFontSet *set = fonts;
  FcResult code = FcResultNoMatch;
  FcPattern *match = match_behind(config, &set, 1, pattern, &code);
  *result = (int)code;
  return match;
}

bool lfo_is_in_front(void) {
  return dlsym(RTLD_DEFAULT, "FcFontSetSort") == (void *)FcFontSetSort
         && dlsym(RTLD_DEFAULT, "FcFontSetMatch") == (void *)FcFontSetMatch;
}
