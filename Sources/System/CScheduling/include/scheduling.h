#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Asks the system to run the calling thread in time slices of this length, 0.1 to 100 ms, when it
/// competes with others. Its share of the processor still depends on its niceness, but a thread
/// that wakes up and has shorter slices need not wait for the end of its slice (Linux 6.12: EEVDF's
/// request size).
///
/// Returns false if the system does not support this.
bool lsc_set_turn(uint64_t nanoseconds);

/// Returns the length that lsc_set_turn requested, or the system's; 0 if it is unknown.
uint64_t lsc_turn(void);

/// Returns freed memory of all threads, which malloc keeps, to the system (malloc_trim(3)); does
/// nothing where the C library has no such call.
void lsc_return_freed_memory(void);

/// Makes threads that start from now on share this many arenas of malloc(3), instead of up to eight
/// per processor, because each arena keeps its freed memory. For programs, before their first
/// thread; does nothing where the C library has no such option.
void lsc_share_arenas(int count);

#ifdef __cplusplus
}
#endif
