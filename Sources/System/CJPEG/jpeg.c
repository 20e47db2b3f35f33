#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A file of some kilobytes can have thousands of scans, each of which costs as much as a picture.
// Programs write a dozen at most.
enum { longest_scans = 500 };

struct ljp_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  ljp_should_stop should_stop;
  void *context;
  jmp_buf failed;
  ljp_header header;
  uint8_t *row;
  int is_cut_off;
  int has_problem;
  char problem[JMSG_LENGTH_MAX];
};

static ljp_reader *reader_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void give_up(ljp_reader *reader, const char *words) {
  if (!reader->has_problem) snprintf(reader->problem, sizeof reader->problem, "%s", words);
  reader->has_problem = 1;
  longjmp(reader->failed, 1);
}

static void on_error(j_common_ptr jpeg) {
  char words[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, words);
  give_up(reader_of(jpeg), words);
}

// Warnings report damage after which libjpeg continues.
static void on_message(j_common_ptr jpeg, int level) {
  if (level < 0 && jpeg->err->msg_code == JWRN_JPEG_EOF) reader_of(jpeg)->is_cut_off = 1;
}

static void print_nothing(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
  ljp_reader *reader = reader_of(jpeg);
  if (reader->should_stop && reader->should_stop(reader->context)) give_up(reader, "stopped");
  if (reader->jpeg.input_scan_number > longest_scans) give_up(reader, "too many scans");
}

static void note_header(ljp_reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  ljp_header *header = &reader->header;
  header->width = (int)jpeg->image_width;
  header->height = (int)jpeg->image_height;
  header->components = jpeg->num_components;
  header->is_plain = jpeg->jpeg_color_space == JCS_YCbCr || jpeg->jpeg_color_space == JCS_GRAYSCALE ||
                     jpeg->jpeg_color_space == JCS_RGB;
  header->is_progressive = jpeg_has_multiple_scans(jpeg);
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1 && !header->exif && marker->data_length > 6 &&
        !memcmp(marker->data, "Exif\0\0", 6)) {
      header->exif = marker->data + 6;
      header->exif_count = marker->data_length - 6;
    }
    if (marker->marker == JPEG_APP0 + 2 && marker->data_length >= 12 &&
        !memcmp(marker->data, "ICC_PROFILE", 12))
      header->has_profile = 1;
  }
}

ljp_reader *ljp_open(const void *bytes, size_t count, size_t memory, ljp_should_stop should_stop,
                     void *context) {
  ljp_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->should_stop = should_stop;
  reader->context = context;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = print_nothing;
  reader->jpeg.client_data = reader;
  if (setjmp(reader->failed)) return reader;
  jpeg_create_decompress(&reader->jpeg);
  reader->progress.progress_monitor = on_progress;
  reader->jpeg.progress = &reader->progress;
  reader->jpeg.mem->max_memory_to_use = (long)memory;
  jpeg_mem_src(&reader->jpeg, bytes, count);
  jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 1, 0xFFFF);
  // Only whether the file has a profile is needed; the code that applies it reads it.
  jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 2, 16);
  jpeg_read_header(&reader->jpeg, TRUE);
  note_header(reader);
  return reader;
}

const char *ljp_problem(const ljp_reader *reader) {
  return reader->has_problem ? reader->problem : NULL;
}

const ljp_header *ljp_read_header(const ljp_reader *reader) { return &reader->header; }

int ljp_start(ljp_reader *reader, int shrink, int *width, int *height) {
  if (reader->has_problem || setjmp(reader->failed)) return 0;
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg->scale_num = 1;
  jpeg->scale_denom = (unsigned)shrink;
  // The order of bytes in a bitmap.
  jpeg->out_color_space = JCS_EXT_BGRA;
  jpeg_start_decompress(jpeg);
  reader->row = malloc((size_t)jpeg->output_width * 4);
  if (!reader->row) give_up(reader, "no memory");
  *width = (int)jpeg->output_width;
  *height = (int)jpeg->output_height;
  return 1;
}

const uint8_t *ljp_next_row(ljp_reader *reader) {
  if (reader->has_problem || setjmp(reader->failed)) return NULL;
  if (!reader->row || reader->jpeg.output_scanline >= reader->jpeg.output_height) return NULL;
  JSAMPROW rows[] = {reader->row};
  return jpeg_read_scanlines(&reader->jpeg, rows, 1) == 1 ? reader->row : NULL;
}

int ljp_is_cut_off(const ljp_reader *reader) { return reader->is_cut_off; }

void ljp_close(ljp_reader *reader) {
  // This does nothing if the decoder was not created.
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader->row);
  free(reader);
}
