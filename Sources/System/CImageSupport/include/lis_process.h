#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Memory that two processes share: zeroed, takes pages only where it is written, and sealed, so
/// that neither side can cut it off under the other's feet.
///
/// A descriptor of 10 or more, closed on exec; -1 on failure, with errno set.
int lis_shared_create(size_t bytes);

/// Gives the pages of a part back to the system; they read as zeros after.
void lis_shared_release(int descriptor, size_t offset, size_t bytes);

/// A word that both sides may read and write at any time.
void lis_flag_set(void *word, uint32_t value);
uint32_t lis_flag_get(const void *word);

/// The descriptors under which a helper finds its two ends.
enum { lis_helper_shared = 3, lis_helper_socket = 4 };

/// Starts a program, with one argument, that inherits the shared memory, the socket and no other descriptor; its
/// standard streams lead nowhere. 0, or the number of an error.
int lis_spawn(const char *path, const char *mode, int shared, int socket, pid_t *process);

/// The descriptor under which such a program finds the file that it is to read.
enum { lis_piped_input = 3 };

/// Starts a program whose standard output can be read from `output`; it reads the open file `input`,
/// says nothing else, and inherits no other descriptor. 0, or the number of an error.
int lis_spawn_piped(const char *path, char *const arguments[], int input, int *output, pid_t *process);

/// A pair of connected sockets that keep messages apart; both closed on exec and of 10 or more. 0,
/// or -1 with errno set.
int lis_socket_pair(int ends[2]);
