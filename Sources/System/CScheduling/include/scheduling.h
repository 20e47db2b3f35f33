#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Asks the system to run the calling thread in turns of this length, 0.1 to 100 ms, where it takes turns
/// with others. Its share stays what its niceness says; but who wakes up and runs in shorter turns need not
/// wait for the end of its turn (Linux 6.12: EEVDF's request size).
///
/// Returns false where the system does not know this.
bool lsc_set_turn(uint64_t nanoseconds);

/// The length that lsc_set_turn asked for, or the system's; 0 where that is not known.
uint64_t lsc_turn(void);

/// Gives memory back to the system that was freed and is kept for more, of all threads (malloc_trim(3));
/// nothing where the C library has no such call.
void lsc_return_freed_memory(void);

/// Lets the threads that begin from now on share this many arenas of malloc(3), instead of up to eight for each
/// processor: each keeps to itself what was freed in it. For programs, before their first thread; nothing
/// where the C library has no such thing.
void lsc_share_arenas(int count);

#ifdef __cplusplus
}
#endif
