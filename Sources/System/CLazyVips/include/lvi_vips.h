#pragma once
#include <stddef.h>
#include <stdint.h>

// Decoding with libvips. The library, with its sixty dependencies, is loaded only for files that
// smaller libraries cannot decode: linking it would make starting a decoder ten times as slow. Call
// nothing here before lvi_load has returned 1.

#ifndef LVI_HAS_TYPES
/// libvips' own image and region, as opaque types.
typedef struct lvi_image lvi_image;
typedef struct lvi_region lvi_region;
typedef struct lvi_source lvi_source;
typedef struct lvi_source_custom lvi_source_custom;
#endif

/// Called while pixels are computed; true ends the work.
typedef int (*lvi_should_stop)(void *context);

typedef struct {
  lvi_should_stop should_stop;
  void *context;
} lvi_watch;

/// Loads and sets up libvips, once for the process: without operations that it marks as untrusted,
/// without a cache, with one thread per picture, and without output. Returns 1 on success.
int lvi_load(void);

/// Returns whether lvi_load has been called and has succeeded; does not wait.
int lvi_is_loaded(void);

/// Opens libvips' module for HEIF, which is separate on some systems.
void lvi_open_heif(void);

/// Returns the last error of all threads, valid until lvi_clear_error.
const char *lvi_error(void);
void lvi_clear_error(void);

/// Opens an image to read only its header. NULL on failure.
lvi_image *lvi_open(const void *bytes, size_t count);

/// Opens a HEIC or AVIF; of a sequence, the first picture. NULL on failure.
lvi_image *lvi_load_heif(const void *bytes, size_t count);

/// Opens a picture of any other kind, to be read from the top. NULL on failure.
lvi_image *lvi_load_plain(const void *bytes, size_t count);

/// Opens all frames of an animation, one below the other, to be read from the top. NULL on failure.
lvi_image *lvi_load_frames(const void *bytes, size_t count);

/// Returns one of these frames. NULL on failure.
lvi_image *lvi_frame(lvi_image *frames, int index);

/// Does the same as lvi_load_plain, and calls the watch before each few kilobytes of the file: for
/// files that libvips reads as a whole before it returns the first row. NULL on failure; the bytes
/// have to outlive the image.
lvi_image *lvi_load_watched(const void *bytes, size_t count, const lvi_watch *watch);

/// Opens the same as RGBA of 8 bits each, at its full size. NULL on failure.
lvi_image *lvi_load_rgba(const void *bytes, size_t count, const lvi_watch *watch);

/// Converts an image to red, green, blue in sRGB and an alpha, if it has one, of 8 bits each. With
/// a profile it is returned unchanged. NULL on failure.
lvi_image *lvi_plain(lvi_image *image, int profile);

/// Makes an image of RGB (3 bands) or RGBA (4) pixels, not copied: they have to outlive the image.
/// NULL on failure.
lvi_image *lvi_from_pixels(const void *pixels, size_t count, int width, int height, int bands);

/// Makes an image of RGBA pixels, copied, with the colour profile of another image. NULL on
/// failure.
lvi_image *lvi_with_profile(const void *pixels, size_t count, int width, int height, lvi_image *other);

void lvi_unref(lvi_image *image);

int lvi_width(const lvi_image *image);
int lvi_height(const lvi_image *image);
int lvi_bands(const lvi_image *image);
/// Returns the bytes of one band of a pixel.
int lvi_band_bytes(const lvi_image *image);
/// Returns the number of frames; 1 for a still picture.
int lvi_pages(lvi_image *image);
/// Returns the EXIF orientation, 1 to 8.
int lvi_orientation(lvi_image *image);
int lvi_has_profile(const lvi_image *image);
int lvi_is_interlaced(const lvi_image *image);
/// Returns the number of times to play; 0 for ever, or if it is missing.
int lvi_loops(lvi_image *image);
/// Returns the milliseconds of each frame, which live as long as the image; NULL if they are
/// missing.
const int32_t *lvi_delays(lvi_image *image, int *count);

/// Returns whether its pixels are three or four bytes each: red, green, blue in sRGB, and an alpha.
int lvi_is_plain_rgb(const lvi_image *image);

/// Makes a reader of an image that is computed row by row in the calling thread, without the
/// pipeline that writing it to memory takes.
lvi_region *lvi_reader(lvi_image *image);
void lvi_end_reader(lvi_region *reader);
/// Returns rows of it, without gaps. NULL on failure; to be freed with lvi_free.
void *lvi_read_rows(lvi_region *reader, int width, int top, int count, size_t *bytes);

/// Applies the orientation, fills the size and crops the middle, converts to sRGB of 8 bits; with
/// the picture's own profile, if requested. NULL on failure.
lvi_image *lvi_fill(lvi_image *image, int width, int height, int profile);

/// Returns the pixels, rows without gaps; NULL on failure or when stopped. To be freed with
/// lvi_free.
void *lvi_pixels(lvi_image *image, lvi_watch *watch, size_t *count);

/// Returns the decodable rows of a PNG, as RGBA of 8 bits each, at its full size; the rest is
/// transparent. (If libvips itself continues after an error, missing rows have random content.)
/// NULL when no row can be decoded. To be freed with lvi_free.
void *lvi_rows_of_png(const void *bytes, size_t count, lvi_watch *watch, int *width, int *height);

void lvi_free(void *pixels);
