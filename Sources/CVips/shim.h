#pragma once
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// libvips' operations take their options as variable arguments, which Swift cannot pass.

/// As vips_init, but without libvips' modules (for ImageMagick, PDF, slides, JPEG XL, HEIF), of which all
/// but the last are for formats that are not decoded: loading them and their libraries is half of what
/// starting takes. libvips looks for them below a folder that the environment may name.
static inline int cvips_init(const char *name) {
  const char *home = getenv("VIPSHOME");
  char *before = home ? strdup(home) : NULL;
  setenv("VIPSHOME", "/nonexistent", 1);
  int failed = vips_init(name);
  if (before)
    setenv("VIPSHOME", before, 1);
  else
    unsetenv("VIPSHOME");
  free(before);
  return failed;
}

/// An address within libvips, by which its folder is found.
static inline const void *cvips_address(void) { return (const void *)vips_init; }

/// Asked while pixels are computed; true ends the work.
typedef gboolean (*cvips_should_stop)(void *context);

typedef struct {
  cvips_should_stop should_stop;
  void *context;
} cvips_watch;

/// Opens an image of which only the header is read. NULL on failure.
static inline VipsImage *cvips_open(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

// vips_thumbnail_buffer would do all of the following at once, but does not pass "fail_on" to the
// loader (seen with 8.14): half a file would give half a grey picture.

/// A JPEG, decoded at 1/shrink (1, 2, 4 or 8) of its size; of a broken one what can be, if asked for:
/// the rest is plain. NULL on failure.
static inline VipsImage *cvips_load_jpeg(const void *bytes, size_t count, int shrink,
                                         gboolean as_far_as_possible) {
  VipsImage *image = NULL;
  // vips only reads; its interface predates const.
  if (vips_jpegload_buffer((void *)bytes, count, &image, "shrink", shrink, "access",
                           VIPS_ACCESS_SEQUENTIAL, "fail_on",
                           as_far_as_possible ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED, NULL))
    return NULL;
  return image;
}

/// A WebP, decoded at so much of its size. NULL on failure.
static inline VipsImage *cvips_load_webp(const void *bytes, size_t count, double scale) {
  VipsImage *image = NULL;
  if (vips_webpload_buffer((void *)bytes, count, &image, "scale", scale, "access",
                           VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL))
    return NULL;
  return image;
}

/// A picture that cannot be shrunk while it is read. NULL on failure.
static inline VipsImage *cvips_load(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                    VIPS_FAIL_ON_TRUNCATED, NULL);
}

/// All frames of an animation, one under the other, to be read from the top. NULL on failure.
static inline VipsImage *cvips_load_frames(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "n", -1, "access", VIPS_ACCESS_SEQUENTIAL,
                                    "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
}

/// One of these frames. NULL on failure.
static inline VipsImage *cvips_frame(VipsImage *frames, int index) {
  int height = vips_image_get_page_height(frames);
  VipsImage *frame = NULL;
  if (vips_crop(frames, &frame, 0, index * height, vips_image_get_width(frames), height, NULL))
    return NULL;
  return frame;
}

/// Reads an image that is computed row by row in the calling thread, without the pipeline and the
/// copies that writing it to memory takes.
static inline VipsRegion *cvips_reader(VipsImage *image) { return vips_region_new(image); }

/// Rows of it, which stand in the reader until the next call; `stride` bytes from one to the next. NULL
/// on failure.
static inline const void *cvips_read_rows(VipsRegion *reader, int top, int count, size_t *stride) {
  VipsRect rows = {0, top, vips_image_get_width(reader->im), count};
  if (vips_region_prepare(reader, &rows)) return NULL;
  *stride = VIPS_REGION_LSKIP(reader);
  return VIPS_REGION_ADDR(reader, 0, top);
}

static inline void cvips_end_reader(VipsRegion *reader) { g_object_unref(reader); }

/// Applies the orientation, fills the size and crops the middle, converts to sRGB of 8 bits: with
/// the picture's own profile, if asked to. NULL on failure.
static inline VipsImage *cvips_fill(VipsImage *image, int width, int height, gboolean profile) {
  VipsImage *shrunk = NULL, *colours = NULL, *result = NULL;
  // Without a profile to convert from, "export_profile" changes colours for nothing.
  int failed = 0;
  if (!profile && vips_image_get_width(image) == width && vips_image_get_height(image) == height &&
      vips_image_get_orientation(image) == 1) {
    // Resizing multiplies alpha in and out again, which costs the most of an animation's frame.
    shrunk = image;
    g_object_ref(shrunk);
  } else
    failed = profile ? vips_thumbnail_image(image, &shrunk, width, "height", height, "crop",
                                              VIPS_INTERESTING_CENTRE, "size", VIPS_SIZE_BOTH,
                                              "export_profile", "srgb", NULL)
                       : vips_thumbnail_image(image, &shrunk, width, "height", height, "crop",
                                              VIPS_INTERESTING_CENTRE, "size", VIPS_SIZE_BOTH, NULL);
  if (failed) return NULL;
  if (!vips_colourspace(shrunk, &colours, VIPS_INTERPRETATION_sRGB, NULL)) {
    if (vips_cast_uchar(colours, &result, NULL)) result = NULL;
    g_object_unref(colours);
  }
  g_object_unref(shrunk);
  return result;
}

/// Whether its pixels are three or four bytes each: red, green, blue in sRGB, and an alpha.
static inline int cvips_is_plain_rgb(VipsImage *image) {
  int bands = vips_image_get_bands(image);
  return (bands == 3 || bands == 4) && vips_image_get_format(image) == VIPS_FORMAT_UCHAR &&
         vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB;
}

/// RGBA pixels, not copied: they have to outlive the image. NULL on failure.
static inline VipsImage *cvips_from_rgba(const void *pixels, size_t count, int width, int height) {
  VipsImage *image =
      vips_image_new_from_memory(pixels, count, width, height, 4, VIPS_FORMAT_UCHAR);
  if (image) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

/// RGB pixels, not copied: they have to outlive the image. NULL on failure.
static inline VipsImage *cvips_from_rgb(const void *pixels, size_t count, int width, int height) {
  VipsImage *image =
      vips_image_new_from_memory(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
  if (image) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

/// A picture as RGBA of 8 bits each, as large as it is. NULL on failure.
static inline VipsImage *cvips_load_rgba(const void *bytes, size_t count) {
  VipsImage *image = cvips_load(bytes, count), *colours = NULL, *small = NULL, *result = NULL;
  if (!image) return NULL;
  if (!vips_colourspace(image, &colours, VIPS_INTERPRETATION_sRGB, NULL)) {
    if (!vips_cast_uchar(colours, &small, NULL)) {
      if (vips_image_hasalpha(small)) {
        result = small;
        g_object_ref(result);
      } else if (vips_addalpha(small, &result, NULL)) {
        result = NULL;
      }
      g_object_unref(small);
    }
    g_object_unref(colours);
  }
  g_object_unref(image);
  return result;
}

/// RGB pixels, copied, with the colour profile of another image. NULL on failure.
static inline VipsImage *cvips_with_profile(const void *pixels, size_t count, int width, int height,
                                            VipsImage *other) {
  const void *profile = NULL;
  size_t length = 0;
  if (vips_image_get_blob(other, VIPS_META_ICC_NAME, &profile, &length)) return NULL;
  VipsImage *image =
      vips_image_new_from_memory_copy(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
  if (!image) return NULL;
  image->Type = VIPS_INTERPRETATION_sRGB;
  vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
  return image;
}

static inline void cvips_on_eval(VipsImage *image, VipsProgress *progress, cvips_watch *watch) {
  (void)progress;
  if (watch->should_stop(watch->context)) vips_image_set_kill(image, TRUE);
}

/// The pixels, rows without gaps; NULL on failure or when stopped. To be freed with g_free.
static inline void *cvips_pixels(VipsImage *image, cvips_watch *watch, size_t *count) {
  vips_image_set_progress(image, TRUE);
  gulong handler = g_signal_connect(image, "eval", G_CALLBACK(cvips_on_eval), watch);
  void *pixels = vips_image_write_to_memory(image, count);
  g_signal_handler_disconnect(image, handler);
  return pixels;
}

/// As many rows of a PNG as there are, as RGBA of 8 bits each, as large as it is; the rest is clear. libvips
/// itself, told to go on, leaves whatever stood in its buffers. NULL when there is no row. To be freed with
/// g_free.
static inline void *cvips_rows_of_png(const void *bytes, size_t count, cvips_watch *watch,
                                      int *width, int *height) {
  VipsImage *image = cvips_load_rgba(bytes, count);
  if (!image) return NULL;
  *width = vips_image_get_width(image);
  *height = vips_image_get_height(image);
  size_t stride = 4 * (size_t)*width;
  unsigned char *pixels = NULL;
  int done = 0;
  if (vips_image_get_bands(image) == 4 && vips_image_get_format(image) == VIPS_FORMAT_UCHAR)
    pixels = (unsigned char *)g_try_malloc0(stride * (size_t)*height);
  VipsRegion *region = pixels ? vips_region_new(image) : NULL;
  while (region && done < *height && !watch->should_stop(watch->context)) {
    VipsRect rows = {0, done, *width, VIPS_MIN(8, *height - done)};
    if (vips_region_prepare(region, &rows)) break;
    for (int row = 0; row < rows.height; row++)
      memcpy(pixels + stride * (size_t)(done + row), VIPS_REGION_ADDR(region, 0, done + row), stride);
    done += rows.height;
  }
  if (region) g_object_unref(region);
  g_object_unref(image);
  if (done > 0) return pixels;
  g_free(pixels);
  return NULL;
}

static inline void cvips_ignore_message(const gchar *domain, GLogLevelFlags level,
                                        const gchar *message, gpointer data) {
  (void)domain, (void)level, (void)message, (void)data;
}

/// Broken files are reported as errors by the one who asked; libvips also prints about them.
static inline void cvips_be_quiet(void) {
  g_log_set_handler("VIPS", (GLogLevelFlags)(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO),
                    cvips_ignore_message, NULL);
}

static inline void cvips_unref(VipsImage *image) { g_object_unref(image); }

// For measurements and test data.

/// libvips' own thumbnail of a file, filling a square. NULL on failure.
static inline VipsImage *cvips_bare_thumbnail(const char *path, int side) {
  VipsImage *image = NULL;
  if (vips_thumbnail(path, &image, side, "height", side, "crop", VIPS_INTERESTING_CENTRE, NULL))
    return NULL;
  return image;
}

/// Writes RGB pixels to a file whose name, with options in brackets, says the format. 0 on success.
static inline int cvips_write(const void *pixels, size_t count, int width, int height,
                              const char *path) {
  VipsImage *image =
      vips_image_new_from_memory(pixels, count, width, height, 3, VIPS_FORMAT_UCHAR);
  if (!image) return -1;
  int failed = vips_image_write_to_file(image, path, NULL);
  g_object_unref(image);
  return failed;
}
