#pragma once
#include <stddef.h>
#include <stdint.h>

// Inner loops of shrinking pictures. They are in C, because the C compiler makes two versions of
// each, for processors with wide registers and for all others, and the program chooses one at run
// time.

/// Converts bytes to numbers of the same value.
void lis_floats_of_bytes(float *target, const uint8_t *bytes, size_t count);

/// Computes a weighted sum of rows in a ring buffer.
///
/// `count` and `stride` are multiples of 16; `first` is the index in the ring of the row that the
/// first weight belongs to.
void lis_sum_rows(float *target, const float *ring, size_t stride, size_t ring_rows, size_t first,
                  const float *weights, size_t taps, size_t count);

/// Computes weighted sums of the samples of a row, four numbers per sample. The result `x` begins
/// with the sample `first[x]`. Its weights, each written four times, are from `start[x]` to
/// `start[x + 1]`, a multiple of 16 apart; padding weights are zeros, and the row has numbers at
/// their positions.
void lis_sum_columns(float *target, const float *row, const int32_t *first, const int32_t *start,
                     const float *weights, size_t width);

/// Converts samples of blue, green, red (premultiplied) and alpha, 0 to 255, to words of a bitmap.
/// A kernel overshoots at edges, so values are clamped, and no colour exceeds its alpha.
void lis_words_of_samples(uint32_t *words, const float *samples, size_t count);
