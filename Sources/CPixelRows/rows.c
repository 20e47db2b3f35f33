#include "lpr_rows.h"

#include <string.h>

typedef uint32_t four __attribute__((vector_size(16)));

static inline void stream(uint32_t *target, four pixels) {
    __builtin_nontemporal_store(pixels, (four *)target);
}

static inline uint32_t pixel(
    const uint32_t *source, long left, long count, uint32_t background, long x) {
    return x >= left && x < left + count ? source[x - left] : background;
}

static inline four mixed(
    const uint32_t *source, long left, long count, uint32_t background, long x) {
    return (four){pixel(source, left, count, background, x),
                  pixel(source, left, count, background, x + 1),
                  pixel(source, left, count, background, x + 2),
                  pixel(source, left, count, background, x + 3)};
}

static void stream_row(
    uint32_t *target, long width, const uint32_t *source, long left, long count,
    uint32_t background) {
    const four plain = {background, background, background, background};
    const long right = left + count;
    long x = 0;
    for (; x < width && ((uintptr_t)(target + x) & 15) != 0; x++)
        target[x] = pixel(source, left, count, background, x);
    for (; x + 4 <= left; x += 4) stream(target + x, plain);
    if (x < left && x + 4 <= width) {
        stream(target + x, mixed(source, left, count, background, x));
        x += 4;
    }
    for (; x >= left && x + 4 <= right; x += 4) {
        four pixels;
        memcpy(&pixels, source + (x - left), sizeof pixels);
        stream(target + x, pixels);
    }
    if (x < right && x + 4 <= width) {
        stream(target + x, mixed(source, left, count, background, x));
        x += 4;
    }
    for (; x >= right && x + 4 <= width; x += 4) stream(target + x, plain);
    for (; x < width; x++) target[x] = pixel(source, left, count, background, x);
}

void lpr_stream_rows(
    uint32_t *target, long target_stride, long width, const uint32_t *source, long source_stride,
    long left, long count, long rows, uint32_t background) {
    for (long row = 0; row < rows; row++)
        stream_row(
            target + row * target_stride, width, source + row * source_stride, left, count,
            background);
}

void lpr_finish(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#if defined(__x86_64__) || defined(__i386__)
    // A fence of the language orders stores to ordinary memory; these have an instruction of their own.
    __builtin_ia32_sfence();
#endif
}
