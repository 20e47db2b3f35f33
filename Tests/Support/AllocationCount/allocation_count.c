// Stands in front of glibc's allocator in the program of the tests and counts. The functions behind
// it are glibc's own names for itself; freeing is not counted and so not replaced.
#include "allocation_count.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Initial exec: reading it must not itself allocate, as the first look at a thread's late-loaded
// variables would.
static __thread __attribute__((tls_model("initial-exec"))) long count;

long allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *result = made;
  return 0;
}
