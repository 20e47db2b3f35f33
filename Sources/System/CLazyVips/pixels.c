#include <stdlib.h>
#include <string.h>

#include "calls.h"

lvi_region *lvi_reader(lvi_image *image) { return lvi.region_new(image); }
void lvi_end_reader(lvi_region *reader) { lvi.object_unref(reader); }

void *lvi_read_rows(lvi_region *reader, int width, int top, int count, size_t *bytes) {
  return lvi.region_fetch(reader, 0, top, width, count, bytes);
}

lvi_image *lvi_fill(lvi_image *image, int width, int height, int profile) {
  lvi_image *shrunk = NULL, *colours = NULL, *result = NULL;
  int failed = 0;
  if (!profile && lvi.width(image) == width && lvi.height(image) == height &&
      lvi.orientation(image) == 1) {
    // The size fits already, so do not resize: that would premultiply and unpremultiply alpha,
    // which costs most of the time of an animation's frame.
    shrunk = image;
    lvi.object_ref(shrunk);
  } else if (profile) {
    failed = lvi.thumbnail(image, &shrunk, width, "height", height, "crop", lvi_interesting_centre,
                           "size", lvi_size_both, "export_profile", "srgb", NULL);
  } else {
    // Without a profile to convert from, "export_profile" would change colours.
    failed = lvi.thumbnail(image, &shrunk, width, "height", height, "crop", lvi_interesting_centre,
                           "size", lvi_size_both, NULL);
  }
  if (failed) return NULL;
  if (!lvi.colourspace(shrunk, &colours, lvi_interpretation_srgb, NULL)) {
    if (lvi.cast_uchar(colours, &result, NULL)) result = NULL;
    lvi.object_unref(colours);
  }
  lvi.object_unref(shrunk);
  return result;
}

static void on_eval(lvi_image *image, void *progress, lvi_watch *watch) {
  (void)progress;
  if (watch->should_stop(watch->context)) lvi.set_kill(image, 1);
}

void *lvi_pixels(lvi_image *image, lvi_watch *watch, size_t *count) {
  lvi.set_progress(image, 1);
  unsigned long handler = lvi.connect(image, "eval", (void (*)(void))on_eval, watch, NULL, 0);
  void *pixels = lvi.write_to_memory(image, count);
  lvi.disconnect(image, handler);
  return pixels;
}

void *lvi_rows_of_png(const void *bytes, size_t count, lvi_watch *watch, int *width, int *height) {
  lvi_image *image = lvi_load_rgba(bytes, count, watch);
  if (!image) return NULL;
  *width = lvi.width(image);
  *height = lvi.height(image);
  size_t stride = 4 * (size_t)*width;
  unsigned char *pixels = NULL;
  int done = 0;
  if (lvi.bands(image) == 4 && lvi.format(image) == lvi_format_uchar)
    pixels = calloc((size_t)*height, stride);
  lvi_region *region = pixels ? lvi.region_new(image) : NULL;
  while (region && done < *height && !watch->should_stop(watch->context)) {
    int rows = *height - done < 8 ? *height - done : 8;
    size_t length = 0;
    unsigned char *found = lvi.region_fetch(region, 0, done, *width, rows, &length);
    if (found && length == stride * (size_t)rows)
      memcpy(pixels + stride * (size_t)done, found, length);
    lvi.g_free(found);
    if (!found) break;
    done += rows;
  }
  if (region) lvi.object_unref(region);
  lvi.object_unref(image);
  if (done > 0) return pixels;
  free(pixels);
  return NULL;
}

// GLib's free function, which is the C library's free since 2.46.
void lvi_free(void *pixels) { lvi.g_free(pixels); }
