#pragma once
#include <stddef.h>
#include <stdint.h>

// libjpeg-turbo, row by row. In C, because libjpeg reports errors by longjmp, which must not cross
// a Swift frame.

typedef struct ljp_reader ljp_reader;

/// Called once for each row of blocks; true ends the work.
typedef int (*ljp_should_stop)(void *context);

/// Header of a file.
typedef struct {
  int width, height;
  /// Number of components: 1 or 3; other colour spaces have to be converted elsewhere.
  int components;
  /// Whether the colour space is greyscale, YCbCr or RGB.
  int is_plain;
  int is_progressive;
  int has_profile;
  /// First EXIF block, from its TIFF header on; NULL if the file has none. Lives as long as the
  /// reader.
  const uint8_t *exif;
  size_t exif_count;
} ljp_header;

/// Reads a file's header.
///
/// `bytes` must outlive the reader; `memory` is the maximum number of bytes that libjpeg may
/// allocate. Returns NULL without memory; otherwise a reader that has to be closed, also when
/// `ljp_problem` says that the header is invalid.
ljp_reader *ljp_open(const void *bytes, size_t count, size_t memory, ljp_should_stop should_stop,
                     void *context);

/// Returns libjpeg's error message; NULL without an error.
const char *ljp_problem(const ljp_reader *reader);

const ljp_header *ljp_read_header(const ljp_reader *reader);

/// Begins to decode at 1/shrink (1, 2, 4 or 8) of the size. Returns false on failure.
int ljp_start(ljp_reader *reader, int shrink, int *width, int *height);

/// Returns the next row, from the top: blue, green, red and 255 for each pixel, valid until the
/// next call. NULL after the last row, and on failure.
const uint8_t *ljp_next_row(ljp_reader *reader);

/// Returns whether the file ended before its picture did. The missing rows are grey.
int ljp_is_cut_off(const ljp_reader *reader);

void ljp_close(ljp_reader *reader);

/// Writes a picture of premultiplied pixels, 0xAARRGGBB, in rows without gaps, as a JPEG file;
/// transparent pixels become white. `quality` is 1 to 100. Returns bytes to be freed with `free`;
/// NULL for a size that JPEG does not support, and without memory.
uint8_t *ljp_write(const uint32_t *pixels, int width, int height, int quality, size_t *count);
