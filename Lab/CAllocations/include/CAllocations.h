#ifndef LUGE_ALLOCATIONS_H
#define LUGE_ALLOCATIONS_H

#include <stdint.h>

/// Allocations of this process so far: calls of malloc, calloc, realloc, aligned_alloc,
/// posix_memalign and memalign that gave memory. Nothing links this: a lab has the loader put the
/// library before the C library (LD_PRELOAD) in the process that it measures.
uint64_t luge_allocations(void);

#endif
