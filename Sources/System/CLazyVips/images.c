#include <stdlib.h>

#include "calls.h"

// libvips' operations take their options as variable arguments, which Swift cannot pass.

lvi_image *lvi_open(const void *bytes, size_t count) {
  return lvi.from_buffer(bytes, count, "", "access", lvi_access_sequential, NULL);
}

// Fails for a truncated file, rather than returning a picture that is half grey.
lvi_image *lvi_load_heif(const void *bytes, size_t count) {
  lvi_image *image = NULL;
  // libvips only reads the bytes; its interface predates const.
  if (lvi.load_heif((void *)bytes, count, &image, "access", lvi_access_sequential, "fail_on",
                    lvi_fail_on_truncated, NULL))
    return NULL;
  return image;
}

lvi_image *lvi_load_plain(const void *bytes, size_t count) {
  return lvi.from_buffer(bytes, count, "", "access", lvi_access_sequential, "fail_on",
                         lvi_fail_on_truncated, NULL);
}

lvi_image *lvi_load_frames(const void *bytes, size_t count) {
  return lvi.from_buffer(bytes, count, "", "n", -1, "access", lvi_access_sequential, "fail_on",
                         lvi_fail_on_truncated, NULL);
}

lvi_image *lvi_frame(lvi_image *frames, int index) {
  int height = lvi.page_height(frames);
  lvi_image *frame = NULL;
  if (lvi.crop(frames, &frame, 0, index * height, lvi.width(frames), height, NULL)) return NULL;
  return frame;
}

lvi_image *lvi_plain(lvi_image *image, int profile) {
  lvi_image *colours = NULL, *result = NULL;
  if (profile || lvi_is_plain_rgb(image)) {
    lvi.object_ref(image);
    return image;
  }
  if (lvi.colourspace(image, &colours, lvi_interpretation_srgb, NULL)) return NULL;
  if (lvi.cast_uchar(colours, &result, NULL)) result = NULL;
  lvi.object_unref(colours);
  return result;
}

lvi_image *lvi_load_rgba(const void *bytes, size_t count, const lvi_watch *watch) {
  lvi_image *image = lvi_load_watched(bytes, count, watch), *plain = NULL, *result = NULL;
  if (!image) return NULL;
  plain = lvi_plain(image, 0);
  lvi.object_unref(image);
  if (!plain || lvi.has_alpha(plain)) return plain;
  if (lvi.add_alpha(plain, &result, NULL)) result = NULL;
  lvi.object_unref(plain);
  return result;
}

// Marks pixels as sRGB; takes ownership of the image.
static lvi_image *in_srgb(lvi_image *image) {
  lvi_image *result = NULL;
  if (!image) return NULL;
  if (lvi.copy(image, &result, "interpretation", lvi_interpretation_srgb, NULL)) result = NULL;
  lvi.object_unref(image);
  return result;
}

lvi_image *lvi_from_pixels(const void *pixels, size_t count, int width, int height, int bands) {
  return in_srgb(lvi.from_memory(pixels, count, width, height, bands, lvi_format_uchar));
}

lvi_image *lvi_with_profile(const void *pixels, size_t count, int width, int height,
                            lvi_image *other) {
  const char *name = "icc-profile-data";
  const void *profile = NULL;
  size_t length = 0;
  if (lvi.get_blob(other, name, &profile, &length)) return NULL;
  lvi_image *image =
      in_srgb(lvi.from_memory_copy(pixels, count, width, height, 4, lvi_format_uchar));
  if (image) lvi.set_blob(image, name, profile, length);
  return image;
}

void lvi_unref(lvi_image *image) { lvi.object_unref(image); }

int lvi_width(const lvi_image *image) { return lvi.width(image); }
int lvi_height(const lvi_image *image) { return lvi.height(image); }
int lvi_bands(const lvi_image *image) { return lvi.bands(image); }
int lvi_band_bytes(const lvi_image *image) { return (int)lvi.format_bytes(lvi.format(image)); }
int lvi_pages(lvi_image *image) { return lvi.pages(image); }
int lvi_orientation(lvi_image *image) { return lvi.orientation(image); }
int lvi_has_profile(const lvi_image *image) { return lvi.type_of(image, "icc-profile-data") != 0; }
int lvi_is_interlaced(const lvi_image *image) { return lvi.type_of(image, "interlaced") != 0; }

int lvi_loops(lvi_image *image) {
  int loops = 0;
  if (!lvi.type_of(image, "loop") || lvi.get_int(image, "loop", &loops)) return 0;
  return loops < 0 ? 0 : loops;
}

const int32_t *lvi_delays(lvi_image *image, int *count) {
  int *delays = NULL;
  if (!lvi.type_of(image, "delay") || lvi.get_ints(image, "delay", &delays, count)) return NULL;
  return delays;
}

int lvi_is_plain_rgb(const lvi_image *image) {
  int bands = lvi.bands(image);
  return (bands == 3 || bands == 4) && lvi.format(image) == lvi_format_uchar &&
         lvi.interpretation(image) == lvi_interpretation_srgb;
}
