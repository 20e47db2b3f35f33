#pragma once
#include <stddef.h>
#include <stdint.h>

// libjpeg-turbo, row by row. C, because libjpeg reports errors by longjmp, which must not pass a frame of
// Swift's.

typedef struct ljp_reader ljp_reader;

/// Asked once for each row of blocks; true ends the work.
typedef int (*ljp_should_stop)(void *context);

/// Header of a file.
typedef struct {
  int width, height;
  /// 1 or 3; others have colours that have to be converted by somebody else.
  int components;
  /// Whether its colours are brightness, brightness and two of colour, or red, green and blue.
  int is_plain;
  int is_progressive;
  int has_profile;
  /// The first EXIF block, from its TIFF header on; NULL when there is none. Lives as long as the reader.
  const uint8_t *exif;
  size_t exif_count;
} ljp_header;

/// Reads a file's header.
///
/// `bytes` outlive the reader; `memory` is what libjpeg may take, bytes. NULL when there is no memory at all;
/// otherwise to be closed, also when `ljp_problem` says that the header makes no sense.
ljp_reader *ljp_open(const void *bytes, size_t count, size_t memory, ljp_should_stop should_stop,
                     void *context);

/// Returns libjpeg's error message; NULL without an error.
const char *ljp_problem(const ljp_reader *reader);

const ljp_header *ljp_read_header(const ljp_reader *reader);

/// Begins to decode at 1/shrink (1, 2, 4 or 8) of the size. False when something went wrong.
int ljp_start(ljp_reader *reader, int shrink, int *width, int *height);

/// The next row, from the top: blue, green, red and 255 for each pixel, good until the row after it. NULL behind
/// the last one, and when something went wrong.
const uint8_t *ljp_next_row(ljp_reader *reader);

/// Whether the file ended before its picture did. The rows that are missing are grey.
int ljp_is_cut_off(const ljp_reader *reader);

void ljp_close(ljp_reader *reader);

/// Writes a picture of premultiplied pixels, 0xAARRGGBB, row after row without a gap, as a JPEG file; what is
/// transparent becomes white. `quality` is 1 to 100. Returns bytes to be freed with `free`; NULL for a size that
/// JPEG does not have, and without memory.
uint8_t *ljp_write(const uint32_t *pixels, int width, int height, int quality, size_t *count);
