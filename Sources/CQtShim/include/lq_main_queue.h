// The two functions by which a foreign loop runs the main dispatch queue, and the kernel timer for
// frames. Both are missing from the platform's Swift overlays.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the eventfd that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs the jobs of the main queue; the argument is unused.
void _dispatch_main_queue_callback_4CF(void *message);

/// Returns a timer descriptor on CLOCK_MONOTONIC, non-blocking and closed on exec; -1 with errno on
/// failure.
int lq_timer_create(void);
/// Arms the timer to fire at `deadline` and then every `interval` nanoseconds; a deadline of 0
/// disarms it.
bool lq_timer_arm(int fd, int64_t deadline, int64_t interval);
/// Returns the number of expirations since the last read.
uint64_t lq_timer_read(int fd);
/// Returns CLOCK_MONOTONIC in nanoseconds.
int64_t lq_monotonic_now(void);

#ifdef __cplusplus
}
#endif
