#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf failed;
} write_errors;

static void on_error(j_common_ptr jpeg) { longjmp(((write_errors *)jpeg->err)->failed, 1); }

static void on_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

// Returns a channel of a premultiplied pixel blended over white.
static unsigned char over_white(uint32_t pixel, int shift) {
  uint32_t sum = (pixel >> shift & 255) + (255 - (pixel >> 24));
  return (unsigned char)(sum > 255 ? 255 : sum);
}

uint8_t *ljp_write(const uint32_t *pixels, int width, int height, int quality, size_t *count) {
  struct jpeg_compress_struct jpeg;
  write_errors errors;
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  *count = 0;
  unsigned char *row = malloc((size_t)width * 3);
  if (!row) return NULL;
  jpeg.err = jpeg_std_error(&errors.errors);
  errors.errors.error_exit = on_error;
  errors.errors.emit_message = on_message;
  if (setjmp(errors.failed)) {
    jpeg_destroy_compress(&jpeg);
    free(row);
    free(bytes);
    return NULL;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = (JDIMENSION)width;
  jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  for (int y = 0; y < height; y++) {
    const uint32_t *line = pixels + (size_t)y * (size_t)width;
    for (int x = 0; x < width; x++) {
      row[3 * x] = over_white(line[x], 16);
      row[3 * x + 1] = over_white(line[x], 8);
      row[3 * x + 2] = over_white(line[x], 0);
    }
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(&jpeg, rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  free(row);
  *count = size;
  return bytes;
}
