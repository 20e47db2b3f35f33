#pragma once
#include <stddef.h>

// Sandbox for a process that parses untrusted input: resource limits, Landlock and a seccomp filter. None can be
// lifted again; child processes inherit all.

/// Result of a sandboxing step.
typedef enum {
  lcf_done = 0,
  /// Not supported by this kernel.
  lcf_unsupported = 1,
  lcf_failed = 2,
} lcf_result;

/// Sets resource limits: at most so many bytes of private memory, no core files, no growing files, few descriptors,
/// no new privileges, and a priority below everything else's.
void lcf_set_rlimits(size_t private_bytes, int niceness);

/// Denies with Landlock, as far as the kernel supports it: opening files, changing the file system, connecting to TCP
/// ports, and signals to processes outside. Open descriptors stay usable.
///
/// Applies to the calling thread and those it starts: call it before there are others.
lcf_result lcf_landlock_decoder(void);

/// Like `lcf_landlock_decoder`, but allows reading libraries and one open file by its name, and executing one
/// program.
lcf_result lcf_landlock_program(const char *program, int file);

/// Seccomp allowlist for a decoder whose libraries are loaded: reading and writing open descriptors, memory that
/// is not executable, threads of its own, clocks, and ending. All other calls fail with
/// EPERM; calls of another architecture, x32 among them, end the process.
lcf_result lcf_seccomp_decoder(void);

/// The same for a program that is executed afterwards: it may also execute and read files as far as Landlock allows.
lcf_result lcf_seccomp_program(void);
