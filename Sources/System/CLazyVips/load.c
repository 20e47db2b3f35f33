#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

lvi_calls lvi;
static atomic_int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void ignore_message(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

/// Initialises libvips like vips_init, but without its modules (for ImageMagick, PDF, slides, JPEG
/// XL, HEIF), of which all but the last are for formats that are not decoded. Loading them and
/// their libraries would take half of the start. libvips looks for them below a folder that the
/// environment may name.
static int init_without_modules(void) {
  const char *home = getenv("VIPSHOME");
  char *before = home ? strdup(home) : NULL;
  setenv("VIPSHOME", "/nonexistent", 1);
  // A picture that has to be held as a whole is kept in memory, because the process cannot write to
  // a disk.
  setenv("VIPS_DISC_THRESHOLD", "1g", 1);
  int failed = lvi.init("luge");
  if (before)
    setenv("VIPSHOME", before, 1);
  else
    unsetenv("VIPSHOME");
  free(before);
  return failed;
}

static void load(void) {
  void *handle = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return;
  int complete = 1;
  // GLib's functions are found, too: dlsym also searches the dependencies of the library.
#define LVI_FIND(result, name, symbol, parameters)            \
  lvi.name = (result(*) parameters)dlsym(handle, #symbol); \
  complete = complete && lvi.name;
  LVI_VIPS(LVI_FIND)
  LVI_GLIB(LVI_FIND)
#undef LVI_FIND
  if (!complete || init_without_modules()) return;
  // Errors of damaged files are reported to the caller; do not let libvips print them as well.
  lvi.log_handler("VIPS", lvi_log_levels, ignore_message, NULL);
  lvi.block_untrusted(1);
  lvi.cache_max(0);
  lvi.concurrency(1);
  atomic_store(&is_loaded, 1);
}

int lvi_load(void) {
  pthread_once(&once, load);
  return atomic_load(&is_loaded);
}

int lvi_is_loaded(void) { return atomic_load(&is_loaded); }

void lvi_open_heif(void) {
  Dl_info library;
  if (!dladdr((void *)lvi.init, &library) || !library.dli_fname) return;
  const char *end = strrchr(library.dli_fname, '/');
  if (!end) return;
  char path[4096];
  int length = snprintf(path, sizeof path, "%.*s/vips-modules-%d.%d/vips-heif.so",
                        (int)(end - library.dli_fname), library.dli_fname, lvi.version(0),
                        lvi.version(1));
  // Its symbols are bound when used.
  if (length > 0 && length < (int)sizeof path) lvi.module_open(path, 1);
}

const char *lvi_error(void) { return lvi.error_buffer(); }
void lvi_clear_error(void) { lvi.error_clear(); }
