#include "lq_main_queue.h"

#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

namespace {
constexpr int64_t nanosecondsPerSecond = 1000000000;

timespec split(int64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / nanosecondsPerSecond),
          static_cast<long>(nanoseconds % nanosecondsPerSecond)};
}
}  // namespace

int lq_timer_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

bool lq_timer_arm(int fd, int64_t deadline, int64_t interval) {
  const itimerspec spec = {split(deadline == 0 ? 0 : interval), split(deadline)};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, nullptr) == 0;
}

uint64_t lq_timer_read(int fd) {
  uint64_t expirations = 0;
  return read(fd, &expirations, sizeof expirations) == sizeof expirations ? expirations : 0;
}

int64_t lq_monotonic_now(void) {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * nanosecondsPerSecond + now.tv_nsec;
}
