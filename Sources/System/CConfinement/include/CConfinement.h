#pragma once
#include <stddef.h>

// Sandbox for a process that parses untrusted input: resource limits, Landlock and a seccomp
// filter. None of them can be lifted again; child processes inherit all.

/// Result of a sandboxing step.
typedef enum {
  lcf_done = 0,
  /// Not supported by this kernel.
  lcf_unsupported = 1,
  lcf_failed = 2,
} lcf_result;

/// Sets resource limits: this many bytes of private memory, no core files, no growing files, few
/// descriptors, no new privileges, and a priority below all other processes.
void lcf_set_rlimits(size_t private_bytes, int niceness);

/// Uses Landlock, as far as the kernel supports it, to deny opening files, changing the file
/// system, connecting to TCP ports, and sending signals to other processes. Open descriptors stay
/// usable.
///
/// Applies to the calling thread and those that it starts, so call it before there are others.
lcf_result lcf_landlock_decoder(void);

/// Does the same as `lcf_landlock_decoder`, but allows reading libraries and one open file by its
/// name, and executing one program.
lcf_result lcf_landlock_program(const char *program, int file);

/// Installs a seccomp allowlist for a decoder whose libraries are loaded: reading and writing open
/// descriptors, memory that is not executable, threads of its own, clocks, and exiting. All other
/// calls fail with EPERM; calls of another architecture, x32 among them, kill the process.
lcf_result lcf_seccomp_decoder(void);

/// Does the same for a program that is executed afterwards: it may also execute and read files as
/// far as Landlock allows.
lcf_result lcf_seccomp_program(void);
