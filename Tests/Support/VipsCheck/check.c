#include "vips_check.h"

#include <vips/vips.h>

#define LVI_HAS_TYPES
typedef VipsImage lvi_image;
typedef VipsRegion lvi_region;
typedef VipsSource lvi_source;
typedef VipsSourceCustom lvi_source_custom;
#include "calls.h"

// Incompatible function pointers are errors: this compiles as long as the descriptions are right.
#define CHECK(result, name, symbol, parameters) static result(*const check_##name) parameters = symbol;
LVI_VIPS(CHECK)

_Static_assert(lvi_access_sequential == VIPS_ACCESS_SEQUENTIAL, "access");
_Static_assert(lvi_fail_on_truncated == VIPS_FAIL_ON_TRUNCATED, "fail_on");
_Static_assert(lvi_interesting_centre == VIPS_INTERESTING_CENTRE, "crop");
_Static_assert(lvi_size_both == VIPS_SIZE_BOTH, "size");
_Static_assert(lvi_interpretation_srgb == VIPS_INTERPRETATION_sRGB, "interpretation");
_Static_assert(lvi_format_uchar == VIPS_FORMAT_UCHAR, "format");
_Static_assert(lvi_log_levels == (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO), "log levels");

int vips_check_count(void) {
  int count = 0;
#define COUNT(result, name, symbol, parameters) count += check_##name == symbol;
  LVI_VIPS(COUNT)
  return count;
}
