// The two entry points by which a foreign loop serves the main dispatch queue, and the kernel
// timer that paces frames. Both are missing from the platform's Swift overlays.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The eventfd that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs what the main queue holds; the argument is unused.
void _dispatch_main_queue_callback_4CF(void *message);

/// A timer descriptor on CLOCK_MONOTONIC, non-blocking and closed on exec; -1 with errno on failure.
int lq_timer_create(void);
/// Fires at `deadline` and then every `interval` nanoseconds, on that grid; a deadline of 0 disarms.
bool lq_timer_arm(int fd, int64_t deadline, int64_t interval);
/// The expirations since the last read; 0 when there were none.
uint64_t lq_timer_read(int fd);
/// CLOCK_MONOTONIC in nanoseconds.
int64_t lq_monotonic_now(void);

#ifdef __cplusplus
}
#endif
