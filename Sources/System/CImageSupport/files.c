#define _GNU_SOURCE
#include "lis_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define READING (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define LOOKING (O_PATH | O_CLOEXEC)

static int fail(int code) {
  errno = code;
  return -1;
}

static int close_and_fail(int descriptor, int code) {
  if (descriptor >= 0) close(descriptor);
  return fail(code);
}

// Whether a path is relative and consists of names only: "..", "." and empty names are not names.
static int is_plain(const char *path) {
  for (const char *name = path;;) {
    const char *end = strchrnul(name, '/');
    size_t length = (size_t)(end - name);
    if (length == 0 || length > NAME_MAX || (length == 1 && name[0] == '.') ||
        (length == 2 && name[0] == '.' && name[1] == '.'))
      return 0;
    if (!*end) return 1;
    name = end + 1;
  }
}

// Returns the descriptor of a regular file; closes any other and returns -1.
static int if_regular(int descriptor) {
  struct stat status;
  if (descriptor < 0) return -1;
  if (fstat(descriptor, &status)) return close_and_fail(descriptor, errno);
  if (!S_ISREG(status.st_mode)) return close_and_fail(descriptor, ENOTSUP);
  return descriptor;
}

static int open_in_kernel(int folder, const char *path, int flags) {
  struct open_how how = {
      .flags = (uint64_t)flags,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static int open_by_walk(int folder, const char *path, int flags) {
  int own = -1;  // the folder that was reached, when it is not the first
  for (;;) {
    const char *end = strchrnul(path, '/');
    int reached = own >= 0 ? own : folder;
    if (!*end) {
      int file = openat(reached, path, flags | O_NOFOLLOW);
      int code = errno;
      if (own >= 0) close(own);
      if (file >= 0 && flags & O_PATH) {
        // With O_PATH, a link itself is opened.
        struct stat status;
        if (!fstat(file, &status) && S_ISLNK(status.st_mode)) return close_and_fail(file, ELOOP);
      }
      errno = code;
      return file;
    }
    char name[NAME_MAX + 1];
    memcpy(name, path, (size_t)(end - path));
    name[end - path] = 0;
    int next = openat(reached, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int code = errno;
    if (next < 0 && code == ENOTDIR) {
      struct stat status;
      if (!fstatat(reached, name, &status, AT_SYMLINK_NOFOLLOW) && S_ISLNK(status.st_mode))
        code = ELOOP;
    }
    if (own >= 0) close(own);
    if (next < 0) return fail(code);
    own = next;
    path = end + 1;
  }
}

static int open_beneath(const char *folder, const char *path, lis_purpose purpose,
                        int (*open_in)(int, const char *, int)) {
  if (!is_plain(path)) return fail(EXDEV);
  int root = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return -1;
  // Opening a device can have effects, so the type of the file is checked first.
  int file = if_regular(open_in(root, path, LOOKING));
  if (file >= 0 && purpose == lis_open_to_read) {
    close(file);
    file = if_regular(open_in(root, path, READING));
  }
  int code = errno;
  close(root);
  errno = code;
  return file;
}

int lis_walk_beneath(const char *folder, const char *path, lis_purpose purpose) {
  return open_beneath(folder, path, purpose, open_by_walk);
}

int lis_open_beneath(const char *folder, const char *path, lis_purpose purpose) {
  int file = open_beneath(folder, path, purpose, open_in_kernel);
  // EPERM is returned by filters of system calls; E2BIG and EINVAL by an older kernel.
  if (file >= 0 || (errno != ENOSYS && errno != EPERM && errno != E2BIG && errno != EINVAL))
    return file;
  return lis_walk_beneath(folder, path, purpose);
}
