#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "lis_process.h"

#if defined(__x86_64__)
#define LIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LIS_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LIS_REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define LIS_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
// Refuses one call and goes on behind the refusal otherwise.
#define LIS_NO(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), LIS_REFUSE

int lis_forbid(void) {
#ifdef LIS_ARCHITECTURE
  // A list of what is refused rather than of what is allowed: libraries below libvips differ from
  // system to system, and one that finds a harmless call missing would fail on good pictures.
  struct sock_filter filter[] = {
      LIS_LOAD(arch),
      // Numbers of another architecture would mean other calls.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LIS_ARCHITECTURE, 1, 0),
      LIS_REFUSE,
      LIS_LOAD(nr),
      // Starting programs, and reaching into other processes.
      LIS_NO(execve), LIS_NO(execveat), LIS_NO(ptrace), LIS_NO(process_vm_readv),
      LIS_NO(process_vm_writev), LIS_NO(kill), LIS_NO(tkill), LIS_NO(pidfd_open),
      // The network, other programs' sockets.
      LIS_NO(socket), LIS_NO(socketpair), LIS_NO(connect), LIS_NO(bind), LIS_NO(listen),
      // Changing files and folders.
      LIS_NO(unlinkat), LIS_NO(renameat2), LIS_NO(mkdirat), LIS_NO(linkat), LIS_NO(symlinkat),
      LIS_NO(fchmod), LIS_NO(fchmodat), LIS_NO(fchownat), LIS_NO(truncate), LIS_NO(mknodat),
      LIS_NO(utimensat), LIS_NO(setxattr), LIS_NO(mount), LIS_NO(chroot), LIS_NO(openat2),
      LIS_NO(io_uring_setup), LIS_NO(bpf), LIS_NO(keyctl),
#ifdef __x86_64__
      LIS_NO(unlink), LIS_NO(rename), LIS_NO(renameat), LIS_NO(mkdir), LIS_NO(rmdir), LIS_NO(link),
      LIS_NO(symlink), LIS_NO(chmod), LIS_NO(chown), LIS_NO(lchown), LIS_NO(creat), LIS_NO(mknod),
      LIS_NO(fork), LIS_NO(vfork), LIS_NO(utime), LIS_NO(utimes),
      // open(path, flags): as openat, one argument earlier.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_open, 0, 4), LIS_LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
      LIS_REFUSE, LIS_ALLOW,
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3), LIS_LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
      LIS_REFUSE,
      LIS_ALLOW,
  };
  struct sock_fprog program = {
      .len = sizeof filter / sizeof *filter,
      .filter = filter,
  };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#else
  errno = ENOSYS;
  return -1;
#endif
}
