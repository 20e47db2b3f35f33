#pragma once
#include <stddef.h>
#include <stdint.h>

// Decoding with libvips. The library, and the sixty that it brings, are loaded when something is
// asked of them that smaller libraries cannot answer: linked, they were nine tenths of what
// starting a decoder costs. Nothing here may be called before lvi_load has returned 1.

#ifndef LVI_HAS_TYPES
/// libvips' own image and region, and nothing is known of their insides.
typedef struct lvi_image lvi_image;
typedef struct lvi_region lvi_region;
typedef struct lvi_source lvi_source;
typedef struct lvi_source_custom lvi_source_custom;
#endif

/// Asked while pixels are computed; true ends the work.
typedef int (*lvi_should_stop)(void *context);

typedef struct {
  lvi_should_stop should_stop;
  void *context;
} lvi_watch;

/// Loads and sets up libvips, once for the process: no operations that it calls untrusted, no cache, one
/// thread a picture, nothing printed. 1 on success.
int lvi_load(void);

/// Whether lvi_load has been called and has succeeded; waits for nothing.
int lvi_is_loaded(void);

/// HEIF is a module of libvips' in some systems, which is opened here.
void lvi_open_heif(void);

/// Returns the last error of all threads. Good until lvi_clear_error.
const char *lvi_error(void);
void lvi_clear_error(void);

/// Opens an image of which only the header is read. NULL on failure.
lvi_image *lvi_open(const void *bytes, size_t count);

/// A HEIC or AVIF, sequences among them, of which it is the first picture. NULL on failure.
lvi_image *lvi_load_heif(const void *bytes, size_t count);

/// A picture of any other kind, to be read from the top. NULL on failure.
lvi_image *lvi_load_plain(const void *bytes, size_t count);

/// All frames of an animation, one under the other, to be read from the top. NULL on failure.
lvi_image *lvi_load_frames(const void *bytes, size_t count);

/// One of these frames. NULL on failure.
lvi_image *lvi_frame(lvi_image *frames, int index);

/// As lvi_load_plain, and asks before each few kilobytes of the file: for what libvips reads as a whole
/// before it gives the first row. NULL on failure; the bytes have to outlive the image.
lvi_image *lvi_load_watched(const void *bytes, size_t count, const lvi_watch *watch);

/// The same as RGBA of 8 bits each, as large as it is. NULL on failure.
lvi_image *lvi_load_rgba(const void *bytes, size_t count, const lvi_watch *watch);

/// An image as red, green, blue in sRGB and an alpha, if there is one, of 8 bits each. With a profile it is left
/// as it is. NULL on failure.
lvi_image *lvi_plain(lvi_image *image, int profile);

/// RGB (3 bands) or RGBA (4) pixels, not copied: they have to outlive the image. NULL on failure.
lvi_image *lvi_from_pixels(const void *pixels, size_t count, int width, int height, int bands);

/// RGBA pixels, copied, with the colour profile of another image. NULL on failure.
lvi_image *lvi_with_profile(const void *pixels, size_t count, int width, int height, lvi_image *other);

void lvi_unref(lvi_image *image);

int lvi_width(const lvi_image *image);
int lvi_height(const lvi_image *image);
int lvi_bands(const lvi_image *image);
/// Bytes of one band of a pixel.
int lvi_band_bytes(const lvi_image *image);
/// Frames; 1 of what does not move.
int lvi_pages(lvi_image *image);
/// As EXIF says it, 1 to 8.
int lvi_orientation(lvi_image *image);
int lvi_has_profile(const lvi_image *image);
int lvi_is_interlaced(const lvi_image *image);
/// Times to play; 0 for ever, or when nothing is said.
int lvi_loops(lvi_image *image);
/// Milliseconds of each frame, which live as long as the image; NULL when nothing is said.
const int32_t *lvi_delays(lvi_image *image, int *count);

/// Whether its pixels are three or four bytes each: red, green, blue in sRGB, and an alpha.
int lvi_is_plain_rgb(const lvi_image *image);

/// Reads an image that is computed row by row in the calling thread, without the pipeline that writing it
/// to memory takes.
lvi_region *lvi_reader(lvi_image *image);
void lvi_end_reader(lvi_region *reader);
/// Rows of it, without gaps. NULL on failure; to be freed with lvi_free.
void *lvi_read_rows(lvi_region *reader, int width, int top, int count, size_t *bytes);

/// Applies the orientation, fills the size and crops the middle, converts to sRGB of 8 bits: with
/// the picture's own profile, if asked to. NULL on failure.
lvi_image *lvi_fill(lvi_image *image, int width, int height, int profile);

/// The pixels, rows without gaps; NULL on failure or when stopped. To be freed with lvi_free.
void *lvi_pixels(lvi_image *image, lvi_watch *watch, size_t *count);

/// As many rows of a PNG as there are, as RGBA of 8 bits each, as large as it is; the rest is clear. libvips
/// itself, told to go on, leaves whatever stood in its buffers. NULL when there is no row. To be freed with
/// lvi_free.
void *lvi_rows_of_png(const void *bytes, size_t count, lvi_watch *watch, int *width, int *height);

void lvi_free(void *pixels);
