#define _GNU_SOURCE
#include "lis_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

// Moves a descriptor away from the numbers that a helper gets.
static int lifted(int descriptor) {
  if (descriptor < 0) return -1;
  int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  int problem = errno;
  close(descriptor);
  errno = problem;
  return higher;
}

int lis_shared_create(size_t bytes) {
  int descriptor = lifted(memfd_create("luge-pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)bytes) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return descriptor;
  int problem = errno;
  close(descriptor);
  errno = problem;
  return -1;
}

void lis_shared_release(int descriptor, size_t offset, size_t bytes) {
  // The call is only advice: if it fails, the pages stay until the descriptor is closed.
  (void)fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset,
                  (off_t)bytes);
}

void lis_flag_set(void *word, uint32_t value) {
  __atomic_store_n((uint32_t *)word, value, __ATOMIC_RELEASE);
}

uint32_t lis_flag_get(const void *word) {
  return __atomic_load_n((const uint32_t *)word, __ATOMIC_ACQUIRE);
}

int lis_socket_pair(int ends[2]) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return -1;
  ends[0] = lifted(pair[0]);
  ends[1] = lifted(pair[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  return -1;
}

// Both kinds of programs get default signal handlers, and a process group of their own, so that the
// terminal's keys interrupt only the program that started them.
static int spawn(const char *path, char *const arguments[], posix_spawn_file_actions_t *actions,
                 pid_t *process) {
  posix_spawnattr_t attributes;
  int problem = posix_spawnattr_init(&attributes);
  if (problem) return problem;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  problem = posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (!problem) problem = posix_spawnattr_setpgroup(&attributes, 0);
  if (!problem) problem = posix_spawnattr_setsigmask(&attributes, &none);
  if (!problem) problem = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!problem) problem = posix_spawn(process, path, actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  return problem;
}

// A helper must not use the terminal that its program was started from.
static int add_silence(posix_spawn_file_actions_t *actions) {
  int problem = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!problem) problem = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
  if (!problem) problem = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
  return problem;
}

int lis_spawn(const char *path, const char *mode, int shared, int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem) return problem;
  problem = add_silence(&actions);
  if (!problem) problem = posix_spawn_file_actions_adddup2(&actions, shared, lis_helper_shared);
  if (!problem) problem = posix_spawn_file_actions_adddup2(&actions, socket, lis_helper_socket);
  if (!problem)
    problem = posix_spawn_file_actions_addclosefrom_np(&actions, lis_helper_socket + 1);
  char *arguments[] = {"luge-decode", (char *)mode, NULL};
  if (!problem) problem = spawn(path, arguments, &actions, process);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

int lis_spawn_piped(const char *path, char *const arguments[], int input, int *output, pid_t *process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return errno;
  // Move them away from the numbers that the program gets.
  int reading = lifted(ends[0]), writing = lifted(ends[1]), file = fcntl(input, F_DUPFD_CLOEXEC, 10);
  posix_spawn_file_actions_t actions;
  int problem = reading < 0 || writing < 0 || file < 0 ? EMFILE : posix_spawn_file_actions_init(&actions);
  if (!problem) {
    problem = add_silence(&actions);
    if (!problem) problem = posix_spawn_file_actions_adddup2(&actions, writing, 1);
    if (!problem) problem = posix_spawn_file_actions_adddup2(&actions, file, lis_piped_input);
    if (!problem) problem = posix_spawn_file_actions_addclosefrom_np(&actions, lis_piped_input + 1);
    if (!problem) problem = spawn(path, arguments, &actions, process);
    posix_spawn_file_actions_destroy(&actions);
  }
  if (file >= 0) close(file);
  if (writing >= 0) close(writing);
  if (problem && reading >= 0) close(reading);
  if (!problem) *output = reading;
  return problem;
}
