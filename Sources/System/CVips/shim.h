#pragma once
#include <vips/vips.h>

// libvips for code that makes and measures pictures beside the decoder: test data, and the programs
// that the lab compares with. The decoder loads the library only when a picture needs it
// (CLazyVips).

static inline void cvips_unref(VipsImage *image) { g_object_unref(image); }

/// Makes libvips' own thumbnail of a file, filling a square. NULL on failure.
static inline VipsImage *cvips_bare_thumbnail(const char *path, int side) {
  VipsImage *image = NULL;
  if (vips_thumbnail(path, &image, side, "height", side, "crop", VIPS_INTERESTING_CENTRE, NULL))
    return NULL;
  return image;
}

/// Writes RGB pixels to a file whose name, with options in brackets, determines the format. Returns
/// 0 on success.
static inline int cvips_write(const void *pixels, size_t count, int width, int height,
                              const char *path) {
  VipsImage *image =
      vips_image_new_from_memory(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
  if (!image) return -1;
  int failed = vips_image_write_to_file(image, path, NULL);
  g_object_unref(image);
  return failed;
}
