#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock, after the kernel's Documentation/userspace-api/landlock.rst. The installed header may
// be older than the kernel, so the constants used are defined here.

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

enum { version_flag = 1, rule_path_beneath = 1 };

static const uint64_t execute = 1 << 0, read_file = 1 << 2, read_folder = 1 << 3;

struct ruleset {
  uint64_t files, network, scopes;
};

struct __attribute__((packed)) path_rule {
  uint64_t allowed;
  int32_t parent;
};

// Makes a ruleset of everything that this kernel can deny.
static int new_ruleset(void) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, version_flag);
  if (version < 1) return -1;
  // 13 kinds of access to files; later versions add moving (2), truncating (3) and controlling
  // devices (5); TCP (4); abstract sockets and signals (6).
  struct ruleset all = {.files = (1 << 13) - 1};
  size_t size = sizeof all.files;
  if (version >= 2) all.files |= 1 << 13;
  if (version >= 3) all.files |= 1 << 14;
  if (version >= 5) all.files |= 1 << 15;
  if (version >= 4) {
    all.network = 3;
    size = 2 * sizeof(uint64_t);
  }
  if (version >= 6) {
    all.scopes = 3;
    size = sizeof all;
  }
  return (int)syscall(__NR_landlock_create_ruleset, &all, size, 0);
}

static int allow(int ruleset, int file, uint64_t access) {
  struct path_rule rule = {.allowed = access, .parent = file};
  return (int)syscall(__NR_landlock_add_rule, ruleset, rule_path_beneath, &rule, 0);
}

// Ignores paths that do not exist.
static void allow_path(int ruleset, const char *path, uint64_t access) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  allow(ruleset, file, access);
  close(file);
}

static lcf_result restrict_to(int ruleset) {
  int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
               syscall(__NR_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return failed ? lcf_failed : lcf_done;
}

lcf_result lcf_landlock_decoder(void) {
  int ruleset = new_ruleset();
  return ruleset < 0 ? lcf_unsupported : restrict_to(ruleset);
}

lcf_result lcf_landlock_program(const char *program, int file) {
  int ruleset = new_ruleset();
  if (ruleset < 0) return lcf_unsupported;
  // Folders of libraries, and of files that these read when they start.
  static const char *const folders[] = {"/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share", "/lib", "/lib64",
                                        "/opt", "/nix/store", "/gnu/store"};
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++)
    allow_path(ruleset, folders[index], read_file | read_folder);
  static const char *const files[] = {"/etc/ld.so.cache", "/dev/null", "/dev/urandom"};
  for (size_t index = 0; index < sizeof files / sizeof *files; index++)
    allow_path(ruleset, files[index], read_file);
  // The kernel executes the dynamic loader before the program.
  static const char *const loaders[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"};
  for (size_t index = 0; index < sizeof loaders / sizeof *loaders; index++)
    allow_path(ruleset, loaders[index], execute | read_file);
  allow_path(ruleset, program, execute | read_file);
  if (file >= 0) allow(ruleset, file, read_file);
  return restrict_to(ruleset);
}
