#pragma once
#include "lvi_vips.h"

// Functions of libvips and GLib by name, result and parameters. With the library's own headers
// SwiftPM would link it; the tests' CVipsCheck does not compile if these declarations differ from
// them.

enum {
  lvi_access_sequential = 1,
  lvi_fail_on_truncated = 1,
  lvi_interesting_centre = 1,
  lvi_size_both = 0,
  lvi_interpretation_srgb = 22,
  lvi_format_uchar = 0,
  lvi_log_levels = 1 << 4 | 1 << 6,  // warnings and information
};

#define LVI_VIPS(X)                                                                          \
  X(int, init, vips_init, (const char *))                                                       \
  X(int, version, vips_version, (int))                                                          \
  X(void, block_untrusted, vips_block_untrusted_set, (int))                                     \
  X(void, cache_max, vips_cache_set_max, (int))                                                 \
  X(void, concurrency, vips_concurrency_set, (int))                                             \
  X(const char *, error_buffer, vips_error_buffer, (void))                                      \
  X(void, error_clear, vips_error_clear, (void))                                                \
  X(lvi_image *, from_buffer, vips_image_new_from_buffer,                                       \
    (const void *, size_t, const char *, ...))                                                    \
  X(lvi_source_custom *, source_new, vips_source_custom_new, (void))                            \
  X(lvi_image *, from_source, vips_image_new_from_source, (lvi_source *, const char *, ...))    \
  X(lvi_image *, from_memory, vips_image_new_from_memory,                                       \
    (const void *, size_t, int, int, int, int))                                                   \
  X(lvi_image *, from_memory_copy, vips_image_new_from_memory_copy,                             \
    (const void *, size_t, int, int, int, int))                                                   \
  X(int, load_heif, vips_heifload_buffer, (void *, size_t, lvi_image **, ...))                  \
  X(int, crop, vips_crop, (lvi_image *, lvi_image **, int, int, int, int, ...))                 \
  X(int, copy, vips_copy, (lvi_image *, lvi_image **, ...))                                     \
  X(int, thumbnail, vips_thumbnail_image, (lvi_image *, lvi_image **, int, ...))                \
  X(int, colourspace, vips_colourspace, (lvi_image *, lvi_image **, int, ...))                  \
  X(int, cast_uchar, vips_cast_uchar, (lvi_image *, lvi_image **, ...))                         \
  X(int, add_alpha, vips_addalpha, (lvi_image *, lvi_image **, ...))                            \
  X(int, has_alpha, vips_image_hasalpha, (lvi_image *))                                         \
  X(int, width, vips_image_get_width, (const lvi_image *))                                      \
  X(int, height, vips_image_get_height, (const lvi_image *))                                    \
  X(int, bands, vips_image_get_bands, (const lvi_image *))                                      \
  X(int, format, vips_image_get_format, (const lvi_image *))                                    \
  X(uint64_t, format_bytes, vips_format_sizeof, (int))                                          \
  X(int, interpretation, vips_image_get_interpretation, (const lvi_image *))                    \
  X(int, pages, vips_image_get_n_pages, (lvi_image *))                                          \
  X(int, page_height, vips_image_get_page_height, (lvi_image *))                                \
  X(int, orientation, vips_image_get_orientation, (lvi_image *))                                \
  X(size_t, type_of, vips_image_get_typeof, (const lvi_image *, const char *))                  \
  X(int, get_int, vips_image_get_int, (const lvi_image *, const char *, int *))                 \
  X(int, get_ints, vips_image_get_array_int, (lvi_image *, const char *, int **, int *))        \
  X(int, get_blob, vips_image_get_blob,                                                         \
    (const lvi_image *, const char *, const void **, size_t *))                                   \
  X(void, set_blob, vips_image_set_blob_copy,                                                   \
    (lvi_image *, const char *, const void *, size_t))                                            \
  X(void, set_kill, vips_image_set_kill, (lvi_image *, int))                                    \
  X(void, set_progress, vips_image_set_progress, (lvi_image *, int))                            \
  X(void *, write_to_memory, vips_image_write_to_memory, (lvi_image *, size_t *))               \
  X(lvi_region *, region_new, vips_region_new, (lvi_image *))                                   \
  X(unsigned char *, region_fetch, vips_region_fetch,                                           \
    (lvi_region *, int, int, int, int, size_t *))

#define LVI_GLIB(X) \
  X(void *, object_ref, g_object_ref, (void *))                                                 \
  X(void, object_unref, g_object_unref, (void *))                                               \
  X(void, g_free, g_free, (void *))                                                             \
  X(unsigned long, connect, g_signal_connect_data,                                              \
    (void *, const char *, void (*)(void), void *, void (*)(void *, void *), int))                \
  X(void, disconnect, g_signal_handler_disconnect, (void *, unsigned long))                     \
  X(unsigned int, log_handler, g_log_set_handler,                                               \
    (const char *, int, void (*)(const char *, int, const char *, void *), void *))               \
  X(void *, module_open, g_module_open, (const char *, int))

#define LVI_DECLARE(result, name, symbol, parameters) result(*name) parameters;
typedef struct {
  LVI_VIPS(LVI_DECLARE)
  LVI_GLIB(LVI_DECLARE)
} lvi_calls;
#undef LVI_DECLARE

/// Table of the functions, filled by lvi_load.
extern lvi_calls lvi;
