#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

// Counts failures: if a rule cannot be made, a library misses a call, or worse.
static int pass(scmp_filter_ctx filter, int call) {
  int problem = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
  // -EDOM: this architecture does not have the call.
  return problem && problem != -EDOM;
}

static int pass_if(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition) {
  int problem = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &condition);
  return problem && problem != -EDOM;
}

static int pass_all(scmp_filter_ctx filter, const int *calls, size_t count) {
  int failures = 0;
  for (size_t index = 0; index < count; index++) failures += pass(filter, calls[index]);
  return failures;
}
#define PASS_ALL(filter, calls) pass_all(filter, calls, sizeof calls / sizeof *calls)

static int pass_common(scmp_filter_ctx filter) {
  static const int calls[] = {
      // Use of open descriptors: the two that a helper gets, and a program's output.
      SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(lseek),
      SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(recvfrom), SCMP_SYS(sendto),
      // Memory; a rule below forbids making it executable.
      SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
      // Threads.
      SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq),
      SCMP_SYS(set_tid_address), SCMP_SYS(membarrier), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
      SCMP_SYS(getcpu), SCMP_SYS(gettid), SCMP_SYS(getpid),
      // Receiving signals, not sending them.
      SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
      // Clocks, random numbers, and facts about the machine.
      SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
      SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(getrusage), SCMP_SYS(restart_syscall),
      SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(getuid), SCMP_SYS(geteuid),
      SCMP_SYS(getgid), SCMP_SYS(getegid),
      // Exiting.
      SCMP_SYS(exit), SCMP_SYS(exit_group),
  };
  int failures = PASS_ALL(filter, calls);
  // Threads, but neither processes nor namespaces. clone3 passes its flags in memory, where a
  // filter cannot read them, so it is denied; the C library then falls back to clone.
  const uint64_t apart = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
                         CLONE_NEWNET | CLONE_PTRACE | CLONE_UNTRACED;
  failures += pass_if(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | apart, CLONE_THREAD));
  failures += seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) != 0;
  // A signal to the process itself, as abort sends it.
  failures += pass_if(filter, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (uint32_t)getpid()));
  // Reading the process's own limits.
  struct scmp_arg_cmp own[] = {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)};
  failures += seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, own) != 0;
  // Names of threads and of memory.
  failures += pass_if(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
  failures += pass_if(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_VMA));
  return failures;
}

static lcf_result load(scmp_filter_ctx filter, int failures) {
  // Also applies to existing threads.
  failures += seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) != 0;
  failures += seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0;
  // Sorts the calls into a binary tree rather than a list; older libraries do not support it.
  (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (!failures) failures = seccomp_load(filter) != 0;
  seccomp_release(filter);
  return failures ? lcf_failed : lcf_done;
}

static scmp_filter_ctx new_filter(void) { return seccomp_init(SCMP_ACT_ERRNO(EPERM)); }

lcf_result lcf_seccomp_decoder(void) {
  scmp_filter_ctx filter = new_filter();
  if (!filter) return lcf_unsupported;
  int failures = pass_common(filter);
  failures += pass_if(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  failures += pass_if(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  return load(filter, failures);
}

lcf_result lcf_seccomp_program(void) {
  scmp_filter_ctx filter = new_filter();
  if (!filter) return lcf_unsupported;
  int failures = pass_common(filter);
  static const int calls[] = {
      // Start of the program and of its libraries.
      SCMP_SYS(execve), SCMP_SYS(arch_prctl), SCMP_SYS(mmap), SCMP_SYS(mprotect),
      // Metadata of files.
      SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(access), SCMP_SYS(faccessat),
      SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd), SCMP_SYS(getdents64),
      SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(fadvise64),
      // Communication between its threads.
      SCMP_SYS(pipe2), SCMP_SYS(eventfd2), SCMP_SYS(select), SCMP_SYS(pselect6),
  };
  failures += PASS_ALL(filter, calls);
  const uint64_t changes = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  failures += pass_if(filter, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, changes, O_RDONLY));
  failures += pass_if(filter, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, changes, O_RDONLY));
  // Whether a stream is a terminal, but no control of terminals.
  failures += pass_if(filter, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, TCGETS));
  static const int questions[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};
  for (size_t index = 0; index < sizeof questions / sizeof *questions; index++)
    failures += pass_if(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (uint64_t)questions[index]));
  return load(filter, failures);
}
