#define _GNU_SOURCE
#include "CConfinement.h"

#include <malloc.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void lower(__rlimit_resource_t resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

void lcf_set_rlimits(size_t private_bytes, int niceness) {
  // Stacks count as private memory, and some decoders start a thread for each processor: with 8 MiB
  // each they would use up the limit on a machine of 28 processors. The same is true for malloc's
  // arenas.
  pthread_attr_t attributes;
  if (!pthread_attr_init(&attributes)) {
    if (!pthread_attr_setstacksize(&attributes, 2 << 20)) pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  mallopt(M_ARENA_MAX, 2);
  // Consecutive pictures need buffers of similar size. By default malloc would map each of them
  // again, and the kernel would clear the pages each time.
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
  lower(RLIMIT_DATA, private_bytes);
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_FSIZE, 0);
  lower(RLIMIT_NOFILE, 32);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  setpriority(PRIO_PROCESS, 0, niceness);
}
