#define _GNU_SOURCE
#include "scheduling.h"

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

// Structure as in sched_setattr(2); glibc has neither it nor the calls before 2.41.
struct turn_attributes {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

static bool read_own(struct turn_attributes *attributes) {
  return syscall(SYS_sched_getattr, 0, attributes, sizeof *attributes, 0) == 0;
}

bool lsc_set_turn(uint64_t nanoseconds) {
  struct turn_attributes own = {.size = sizeof own};
  if (!read_own(&own)) return false;
  // Keep flags that other system calls have set.
  own.size = sizeof own;
  own.runtime = nanoseconds;
  return syscall(SYS_sched_setattr, 0, &own, 0) == 0;
}

uint64_t lsc_turn(void) {
  struct turn_attributes own = {.size = sizeof own};
  return read_own(&own) ? own.runtime : 0;
}
#else
bool lsc_set_turn(uint64_t nanoseconds) {
  (void)nanoseconds;
  return false;
}

uint64_t lsc_turn(void) { return 0; }
#endif

#ifdef __GLIBC__
#include <malloc.h>

void lsc_return_freed_memory(void) { malloc_trim(0); }
void lsc_share_arenas(int count) { mallopt(M_ARENA_MAX, count); }
#else
void lsc_share_arenas(int count) { (void)count; }
void lsc_return_freed_memory(void) {}
#endif
