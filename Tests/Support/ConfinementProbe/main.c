// luge-confinement-probe decoder|program|x32|free: confines itself as luge-decode does, then tries what it must not
// be able to do. Each line names a call and the error that came of it, 0 for none.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CConfinement.h"

static void say(const char *name, long result) {
  char line[128];
  int length = snprintf(line, sizeof line, "%s %d\n", name, result < 0 ? errno : 0);
  (void)!write(1, line, (size_t)length);
}

#define TRY(name, ...) say(#name, syscall(__NR_##name, ##__VA_ARGS__))
#define TRY_AS(words, name, ...) say(words, syscall(__NR_##name, ##__VA_ARGS__))

static char page[16384] __attribute__((aligned(4096)));
static const char path[] = "/etc/passwd", made[] = "/tmp/luge-confinement-probe";

static void *work(void *word) {
  *(int *)word = 7;
  return NULL;
}

static void try_what_is_needed(void) {
  void *memory = malloc(8 << 20);
  if (memory) memset(memory, 1, 8 << 20);
  say("+memory", memory ? 0 : -1);
  free(memory);
  pthread_t thread;
  int word = 0;
  errno = pthread_create(&thread, NULL, work, &word);
  if (!errno) pthread_join(thread, NULL);
  say("+thread", word == 7 ? 0 : -1);
  struct timespec now;
  say("+clock", clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now));
}

static void try_to_change_files(void) {
  TRY_AS("openat-write", openat, AT_FDCWD, made, O_WRONLY | O_CREAT, 0600);
  TRY_AS("openat-append", openat, AT_FDCWD, path, O_RDONLY | O_APPEND);
  TRY(openat2, AT_FDCWD, path, page, 24);
  TRY(unlinkat, AT_FDCWD, made, 0);
  TRY(renameat2, AT_FDCWD, made, AT_FDCWD, made, 0);
  TRY(mkdirat, AT_FDCWD, made, 0700);
  TRY(linkat, AT_FDCWD, made, AT_FDCWD, made, 0);
  TRY(symlinkat, made, AT_FDCWD, made);
  TRY(mknodat, AT_FDCWD, made, 0600, 0);
  TRY(truncate, made, 0L);
  TRY(ftruncate, 1, 0L);
  TRY(fallocate, 1, 0, 0L, 1L);
  TRY(fchmod, 1, 0600);
  TRY(fchmodat, AT_FDCWD, made, 0600);
  say("fchmodat2", syscall(452, AT_FDCWD, made, 0600, 0));
  TRY(fchown, 1, 0, 0);
  TRY(fchownat, AT_FDCWD, made, 0, 0, 0);
  TRY(setxattr, made, "user.a", "b", 1L, 0);
  TRY(fsetxattr, 1, "user.a", "b", 1L, 0);
  TRY(removexattr, made, "user.a");
  TRY(getxattr, path, "user.a", page, 9L);
  TRY(listxattr, path, page, 9L);
  TRY(utimensat, AT_FDCWD, made, NULL, 0);
#ifdef __x86_64__
  TRY(unlink, made);
  TRY(rename, made, made);
  TRY(mkdir, made, 0700);
  TRY(rmdir, made);
  TRY(creat, made, 0600);
  TRY(chmod, made, 0600);
  TRY(chown, made, 0, 0);
  TRY(utime, made, NULL);
  TRY(utimes, made, NULL);
#endif
  TRY(mount, NULL, NULL, NULL, 0L, NULL);
  TRY(chroot, "/");
  TRY(chdir, "/");
}

static void try_other_processes(void) {
  pid_t parent = getppid();
  TRY(kill, parent, 0);
  TRY(tkill, parent, 0);
  TRY(tgkill, parent, parent, 0);
  TRY(rt_sigqueueinfo, parent, 0, page);
  TRY(pidfd_open, parent, 0);
  TRY(pidfd_send_signal, 0, 0, NULL, 0);
  TRY(ptrace, 0x4206L, parent, 0L, 0L);
  TRY(process_vm_readv, parent, page, 0L, page, 0L, 0L);
  TRY(process_vm_writev, parent, page, 0L, page, 0L, 0L);
  TRY_AS("prlimit64-other", prlimit64, parent, 7, NULL, page);
  TRY_AS("prlimit64-change", prlimit64, 0, 7, page, NULL);
  TRY(setrlimit, 7, page);
  TRY(setpriority, 0, parent, 0);
  TRY(ioprio_set, 1, parent, 0);
  TRY(sched_setaffinity, parent, 8L, page);
  TRY(sched_setscheduler, parent, 0, page);
  TRY(setpgid, 0, 0);
  TRY(setsid);
#ifdef __x86_64__
  TRY(fork);
  TRY(vfork);
#endif
  TRY_AS("clone-process", clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
  TRY_AS("clone-user", clone, (long)(CLONE_NEWUSER | SIGCHLD), 0L, 0L, 0L, 0L);
  TRY(clone3, page, 88L);
  TRY_AS("unshare-user", unshare, CLONE_NEWUSER);
  TRY(setns, 0, 0);
  TRY(execveat, AT_FDCWD, "/bin/true", NULL, NULL, 0);
}

static void try_the_rest(void) {
  TRY(socket, 2, 1, 0);
  TRY(socketpair, 1, 1, 0, page);
  TRY(connect, 1, page, 16);
  TRY(bind, 1, page, 16);
  TRY(listen, 1, 1);
  TRY(sendmsg, 1, page, 0);
  TRY(io_uring_setup, 1, page);
  TRY(bpf, 0, page, 8);
  TRY(keyctl, 0, 0, 0);
  TRY(add_key, "user", "a", "b", 1L, -3);
  TRY(userfaultfd, 1);
  TRY(perf_event_open, page, 0, -1, -1, 0L);
  TRY(memfd_create, "a", 0);
  TRY(shmget, 0, 4096L, 01600);
  TRY(msgget, 0, 01600);
  TRY(inotify_init1, 0);
  TRY(fanotify_init, 0, 0);
  TRY(personality, 0x0400000L);
  TRY_AS("ioctl-input", ioctl, 0, 0x5412L, "x");
  TRY_AS("fcntl-owner", fcntl, 0, F_SETOWN, getppid());
  TRY_AS("prctl-dumpable", prctl, 4L, 1L, 0L, 0L, 0L);
  TRY_AS("prctl-speculation", prctl, 53L, 0L, 0L, 0L, 0L);
  TRY_AS("landlock", landlock_create_ruleset, NULL, 0L, 1);
  TRY(seccomp, 0, 0, NULL);
  TRY(pkey_alloc, 0L, 0L);
}

static void try_to_read_files(void) {
  TRY(openat, AT_FDCWD, path, O_RDONLY);
  TRY_AS("openat-itself", openat, AT_FDCWD, "/proc/self/maps", O_RDONLY);
#ifdef __x86_64__
  TRY(open, path, O_RDONLY);
#endif
}

static void try_to_look_or_run(void) {
#ifdef __x86_64__
  TRY(stat, path, page);
  TRY(access, path, 4);
  TRY(readlink, "/proc/self/exe", page, 100L);
#endif
  TRY(newfstatat, AT_FDCWD, path, page, 0);
  TRY(statx, AT_FDCWD, path, 0, 0xfff, page);
  TRY(faccessat, AT_FDCWD, path, 4);
  TRY(readlinkat, AT_FDCWD, "/proc/self/exe", page, 100L);
  TRY(getdents64, 0, page, 100L);
  TRY(execve, "/bin/true", NULL, NULL);
  TRY(dup, 0);
  TRY(pipe2, page, 0);
  TRY_AS("mmap-run", mmap, NULL, 4096L, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  TRY_AS("mprotect-run", mprotect, page, 4096L, PROT_READ | PROT_EXEC);
  TRY(pkey_mprotect, page, 4096L, PROT_READ | PROT_EXEC, -1L);
}

int main(int count, char **arguments) {
  const char *mode = count > 1 ? arguments[1] : "";
  if (!strcmp(mode, "free")) {
    try_to_read_files();
    return 0;
  }
  int is_program = !strcmp(mode, "program");
  lcf_set_rlimits(320 << 20, 15);
  lcf_result files = is_program ? lcf_landlock_program("/bin/true", -1) : lcf_landlock_decoder();
  lcf_result filter = is_program ? lcf_seccomp_program() : lcf_seccomp_decoder();
  // What follows would be done.
  if (files == lcf_failed || filter != lcf_done) return 71;
#ifdef __x86_64__
  if (!strcmp(mode, "x32")) return (int)syscall(0x40000000 | __NR_getpid);
#endif
  char line[64];
  int length = snprintf(line, sizeof line, "landlock %s\n", files == lcf_done ? "yes" : "no");
  (void)!write(1, line, (size_t)length);
  try_what_is_needed();
  try_to_change_files();
  try_other_processes();
  try_the_rest();
  try_to_read_files();
  if (!is_program) try_to_look_or_run();
  return 0;
}
