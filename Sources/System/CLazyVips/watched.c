#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

// A file in memory that libvips reads by callbacks, chunk by chunk. An interlaced PNG is read as a
// whole, within one call that cannot be ended in another way: 240 KB may contain 240 MB of pixels.

typedef struct {
  const unsigned char *bytes;
  int64_t count, place;
  lvi_watch watch;
} lvi_input;

/// Chunks are small, because each may become a thousand times as many bytes of pixels.
static const int64_t chunk = 4096;

static int64_t on_read(void *source, void *buffer, int64_t length, lvi_input *input) {
  (void)source;
  if (input->watch.should_stop(input->watch.context)) return -1;
  int64_t left = input->count - input->place;
  int64_t given = length < chunk ? length : chunk;
  if (given > left) given = left;
  if (given <= 0) return 0;
  memcpy(buffer, input->bytes + input->place, (size_t)given);
  input->place += given;
  return given;
}

static int64_t on_seek(void *source, int64_t offset, int whence, lvi_input *input) {
  (void)source;
  int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? input->place : input->count, place;
  if (__builtin_add_overflow(from, offset, &place) || place < 0 || place > input->count) return -1;
  return input->place = place;
}

static void on_end(void *input, void *closure) {
  (void)closure;
  free(input);
}

lvi_image *lvi_load_watched(const void *bytes, size_t count, const lvi_watch *watch) {
  lvi_input *input = malloc(sizeof *input);
  if (!input) return NULL;
  *input = (lvi_input){bytes, (int64_t)count, 0, *watch};
  lvi_source_custom *source = lvi.source_new();
  if (!source) {
    free(input);
    return NULL;
  }
  lvi.connect(source, "seek", (void (*)(void))on_seek, input, NULL, 0);
  lvi.connect(source, "read", (void (*)(void))on_read, input, on_end, 0);
  // One type is a subclass of the other.
  lvi_image *image = lvi.from_source((lvi_source *)(void *)source, "", "access", lvi_access_sequential,
                                     "fail_on", lvi_fail_on_truncated, NULL);
  lvi.object_unref(source);
  return image;
}
