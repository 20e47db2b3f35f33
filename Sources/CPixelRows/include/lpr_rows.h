#pragma once

#include <stdint.h>

/// Writes rows of pixels past the processor's caches, which Swift has no word for.
///
/// An ordinary store to memory that is in no cache first reads it. Of a window's pixels, which are written
/// whole and read by another program, that is as much traffic again for nothing.
///
/// Each row of the target becomes `count` pixels of the source's row from column `left` on, and
/// `background` elsewhere. `left + count <= width`; the source's columns are already clipped.
/// Follow with `lpr_finish` before anybody else reads the target.
void lpr_stream_rows(
    uint32_t *_Nonnull target, long target_stride, long width, const uint32_t *_Nonnull source,
    long source_stride, long left, long count, long rows, uint32_t background);

/// What was streamed is seen by everybody from here on.
void lpr_finish(void);
