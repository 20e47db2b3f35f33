// Counts the calls by which a program changes files below a folder, and kills the program before one
// of them. Controlled by the environment:
//
//   LUGE_STEP_FOLDER  only what lies below it counts
//   LUGE_STEP_COUNT   a file that gets the number of calls (eight bytes), for a run to its end
//   LUGE_STEP_KILL    the call, counted from 1, before which the process is killed
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *folder;
static size_t folder_length;
static uint64_t fatal;
static _Atomic uint64_t local_count;
static _Atomic uint64_t *count = &local_count;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("LUGE_STEP_FOLDER");
  folder_length = folder ? strlen(folder) : 0;
  const char *number = getenv("LUGE_STEP_KILL");
  fatal = number ? strtoull(number, NULL, 10) : 0;
  const char *file = getenv("LUGE_STEP_COUNT");
  if (!file) return;
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0 || syscall(SYS_ftruncate, descriptor, 8) != 0) return;
  void *shared = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (shared != MAP_FAILED) count = shared;
}

static void step(void) {
  if (atomic_fetch_add(count, 1) + 1 == fatal) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
  }
}

static void path_step(const char *path) {
  if (folder && path && strncmp(path, folder, folder_length) == 0) step();
}

static void file_step(int descriptor) {
  if (!folder) return;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  path_step(path);
}

#define REAL(type, name, ...)                                  \
  static type (*real)(__VA_ARGS__);                            \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define OPEN(name)                                             \
  int name(const char *path, int flags, ...) {                 \
    REAL(int, name, const char *, int, ...);                   \
    va_list list;                                              \
    va_start(list, flags);                                     \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list);                                              \
    if (flags & (O_CREAT | O_TRUNC)) path_step(path);          \
    return real(path, flags, mode);                            \
  }
OPEN(open)
OPEN(open64)

#define FILE_CALL(type, name, parameters, arguments, ...)      \
  type name parameters {                                       \
    REAL(type, name, __VA_ARGS__);                             \
    file_step(file);                                           \
    return real arguments;                                     \
  }
FILE_CALL(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), int,
          const void *, size_t)
FILE_CALL(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at),
          (file, bytes, size, at), int, const void *, size_t, off_t)
FILE_CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at),
          (file, bytes, size, at), int, const void *, size_t, off64_t)
FILE_CALL(int, ftruncate, (int file, off_t size), (file, size), int, off_t)
FILE_CALL(int, ftruncate64, (int file, off64_t size), (file, size), int, off64_t)
FILE_CALL(int, fsync, (int file), (file), int)
FILE_CALL(int, fdatasync, (int file), (file), int)
FILE_CALL(int, flock, (int file, int operation), (file, operation), int, int)

#define PATH_CALL(name, parameters, arguments, path, ...)      \
  int name parameters {                                        \
    REAL(int, name, __VA_ARGS__);                              \
    path_step(path);                                           \
    return real arguments;                                     \
  }
PATH_CALL(unlink, (const char *path), (path), path, const char *)
PATH_CALL(rmdir, (const char *path), (path), path, const char *)
PATH_CALL(mkdir, (const char *path, mode_t mode), (path, mode), path, const char *, mode_t)
PATH_CALL(rename, (const char *from, const char *to), (from, to), from, const char *, const char *)
PATH_CALL(link, (const char *from, const char *to), (from, to), from, const char *, const char *)
