#pragma once
#include <zlib.h>

/* inflateInit2 is a macro, which Swift cannot call. Accepts gzip's header only. */
static inline int luge_inflate_gzip(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}
