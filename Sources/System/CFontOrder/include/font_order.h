// Stands in front of two of fontconfig's functions in whichever program links it, so that their answers
// can be remembered. Pango calls them on threads of its own, for each size and weight of a font, whether
// or not it is going to use what they say.
//
// No type of fontconfig's is in here: its header belongs to another module.
#pragma once
#include <stdbool.h>

// What fontconfig has for "configuration", "set of fonts" and "pattern".
typedef void *lfo_config;
typedef void *lfo_fonts;
typedef void *lfo_pattern;

// Stand for FcFontSetSort (without a set of characters) and FcFontSetMatch of a single set.
typedef lfo_fonts (*lfo_sort)(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, bool trims, int *result);
typedef lfo_pattern (*lfo_match)(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, int *result);

// From here on, on any thread, these are asked.
void lfo_ask(lfo_sort sort, lfo_match match);

// Fontconfig's own answers.
lfo_fonts lfo_sort_anew(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, bool trims, int *result);
lfo_pattern lfo_match_anew(
    lfo_config config, lfo_fonts fonts, lfo_pattern pattern, int *result);

// Whether calls from other libraries come here: the linker has to have exported these functions, as it does
// for what a library on its command line defines as well.
bool lfo_is_in_front(void);
