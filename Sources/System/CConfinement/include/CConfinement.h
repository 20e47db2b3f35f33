#pragma once
#include <stddef.h>

// What holds a process that reads what strangers wrote: limits, Landlock and a filter of system calls. Each is
// for good, and what the process starts inherits it.

/// What a step of confining came to.
typedef enum {
  lcf_done = 0,
  /// This system has no such thing.
  lcf_missing = 1,
  lcf_failed = 2,
} lcf_result;

/// At most so many bytes of private memory, no core files, no files that grow, few descriptors, no new
/// privileges, and a priority below everything else's.
void lcf_limit(size_t private_bytes, int niceness);

/// No file can be opened any more, nothing in the file system can be changed, no TCP port can be reached, and no
/// signal reaches a process outside (as far as the system's Landlock goes).
///
/// For the calling thread and those it starts: to be called before there are others.
lcf_result lcf_close_files(void);

/// The same, but for reading libraries, for reading one open file by its name, and for running one program.
lcf_result lcf_close_files_but(const char *program, int file);

/// Lets pass what a decoder needs that has all its libraries, and nothing else: reading and writing descriptors
/// that are open, memory that cannot be run, threads of its own, clocks and the end. All other calls fail with
/// EPERM; calls of another architecture, x32 among them, end the process.
lcf_result lcf_filter_decoder(void);

/// The same for a program that is started afterwards: it may also run and read files as far as Landlock lets it.
lcf_result lcf_filter_program(void);
