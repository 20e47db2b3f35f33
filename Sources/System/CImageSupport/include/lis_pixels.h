#pragma once
#include <stddef.h>
#include <stdint.h>

// The inner loops of shrinking pictures. C, because a compiler of C makes each of them twice, for processors
// with wide registers and for all others, and the program takes whichever it finds itself on.

/// Bytes as numbers of the same value.
void lis_floats_of_bytes(float *target, const uint8_t *bytes, size_t count);

/// A weighted sum of rows that stand in a ring.
///
/// `count` and `stride` are multiples of 16; `first` is the place in the ring of the row that the first
/// weight belongs to.
void lis_sum_rows(float *target, const float *ring, size_t stride, size_t ring_rows, size_t first,
                  const float *weights, size_t taps, size_t count);

/// Weighted sums of the samples of a row, four numbers a sample: the result `x` begins with the sample
/// `first[x]`, and its weights, each written four times, stand from `start[x]` to `start[x + 1]`, a multiple
/// of 16 apart; those that are added up to it are zeros, and the row has numbers there.
void lis_sum_columns(float *target, const float *row, const int32_t *first, const int32_t *start,
                     const float *weights, size_t width);

/// Blue, green, red with alpha multiplied in, and alpha, 0 to 255, to words of a bitmap. A kernel swings over
/// at edges: each is brought into its limits, and no colour is more than its alpha.
void lis_words_of_samples(uint32_t *words, const float *samples, size_t count);
