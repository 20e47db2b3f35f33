#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Makes memory that two processes share: zeroed, takes pages only where it is written, and sealed,
/// so that neither side can truncate it while the other uses it.
///
/// Returns a descriptor of 10 or more, closed on exec; -1 on failure, with errno set.
int lis_shared_create(size_t bytes);

/// Returns the pages of a range to the system; they read as zeros afterwards.
void lis_shared_release(int descriptor, size_t offset, size_t bytes);

/// Write and read a word that both sides may access at any time.
void lis_flag_set(void *word, uint32_t value);
uint32_t lis_flag_get(const void *word);

/// Descriptors that a helper gets for the shared memory and the socket.
enum { lis_helper_shared = 3, lis_helper_socket = 4 };

/// Starts a program, with one argument, that inherits the shared memory, the socket and no other
/// descriptor; its standard streams lead to /dev/null. Returns 0, or an error number.
int lis_spawn(const char *path, const char *mode, int shared, int socket, pid_t *process);

/// Descriptor of the file that such a program has to read.
enum { lis_piped_input = 3 };

/// Starts a program whose standard output can be read from `output`. It reads the open file
/// `input`, its other streams lead to /dev/null, and it inherits no other descriptor. Returns 0, or
/// an error number.
int lis_spawn_piped(const char *path, char *const arguments[], int input, int *output, pid_t *process);

/// Makes a pair of connected sockets that preserve message boundaries; both are closed on exec and
/// 10 or more. Returns 0, or -1 with errno set.
int lis_socket_pair(int ends[2]);
