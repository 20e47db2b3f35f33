#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

// Names of glibc's own functions beneath those that are replaced here.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t count;

static inline void *counted(void *memory) {
  if (memory) atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return memory;
}

uint64_t luge_allocations(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *old, size_t size) { return counted(__libc_realloc(old, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *made = counted(__libc_memalign(alignment, size));
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}
