#include "lis_pixels.h"

// Without fused multiplication, so that the results are the same on every processor of a kind. The
// variant is chosen before the thread sanitizer is ready, which instruments that choice and
// crashes, so it is disabled there.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LIS_NARROW
#endif
#endif
#if defined(__x86_64__) && !defined(LIS_NARROW)
#define LIS_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define LIS_WIDE
#endif

// Unaligned, and may alias the numbers that they consist of.
typedef float f8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float f4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint32_t w8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint8_t b8 __attribute__((vector_size(8), aligned(1), may_alias));

// A float of 2^23 or more has no fractional part: added to a number, it leaves the rounded number
// in the low bits.
#define LIS_ROUNDING 8388608.0f

LIS_WIDE
void lis_floats_of_bytes(float *target, const uint8_t *bytes, size_t count) {
  size_t place = 0;
  for (; place + 8 <= count; place += 8)
    *(f8 *)(target + place) = __builtin_convertvector(*(const b8 *)(bytes + place), f8);
  for (; place < count; place++) target[place] = bytes[place];
}

LIS_WIDE
void lis_sum_rows(float *target, const float *ring, size_t stride, size_t ring_rows, size_t first,
                  const float *weights, size_t taps, size_t count) {
  for (size_t x = 0; x < count; x += 16) {
    f8 low = {0}, high = {0};
    size_t row = first;
    for (size_t tap = 0; tap < taps; tap++) {
      const float *samples = ring + row * stride + x;
      low += *(const f8 *)samples * weights[tap];
      high += *(const f8 *)(samples + 8) * weights[tap];
      if (++row == ring_rows) row = 0;
    }
    *(f8 *)(target + x) = low;
    *(f8 *)(target + x + 8) = high;
  }
}

LIS_WIDE
void lis_sum_columns(float *target, const float *row, const int32_t *first, const int32_t *start,
                     const float *weights, size_t width) {
  for (size_t x = 0; x < width; x++) {
    const float *samples = row + (size_t)first[x] * 4;
    const float *weight = weights + start[x];
    size_t count = (size_t)(start[x + 1] - start[x]);
    // Two sums, so that their additions do not wait for each other.
    f8 even = {0}, odd = {0};
    for (size_t place = 0; place < count; place += 16) {
      even += *(const f8 *)(samples + place) * *(const f8 *)(weight + place);
      odd += *(const f8 *)(samples + place + 8) * *(const f8 *)(weight + place + 8);
    }
    f8 sum = even + odd;
    *(f4 *)(target + x * 4) = __builtin_shufflevector(sum, sum, 0, 1, 2, 3)
                              + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
  }
}

LIS_WIDE
void lis_words_of_samples(uint32_t *words, const float *samples, size_t count) {
  const f8 none = {0};
  const f8 all = none + 255.0f;
  size_t place = 0;
  for (; place + 2 <= count; place += 2) {
    f8 pair = *(const f8 *)(samples + place * 4);
    f8 alpha = __builtin_shufflevector(pair, pair, 3, 3, 3, 3, 7, 7, 7, 7);
    alpha = __builtin_elementwise_min(__builtin_elementwise_max(alpha, none), all);
    f8 limited = __builtin_elementwise_min(__builtin_elementwise_max(pair, none), alpha);
    w8 rounded = (w8)(limited + LIS_ROUNDING);
    *(b8 *)(words + place) = __builtin_convertvector(rounded, b8);
  }
  if (place < count) {
    const float *last = samples + place * 4;
    float alpha = last[3] < 0 ? 0 : last[3] > 255 ? 255 : last[3];
    uint32_t word = 0;
    for (int channel = 0; channel < 4; channel++) {
      float value = last[channel] < 0 ? 0 : last[channel] > alpha ? alpha : last[channel];
      word |= (uint32_t)(value + 0.5f) << (channel * 8);
    }
    words[place] = word;
  }
}
