// The workloads of `luge drive` that scroll, as a function of time: a slow program takes larger steps,
// it does not take longer. Shared by the peers in C and C++.
#pragma once
#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
  int kind;        // 1 to 4, for W1 to W4
  double start;    // seconds
  double last;
  int step;        // animations or directions so far
  int segment;     // number of the present segment
  bool in_segment; // whether a frame painted now counts
  double begun;    // when the present animation began
  double distance; // of the present animation, or travelled in the present direction
  double done;
} Script;

static inline int script_kind(const char *name) {
  return strlen(name) == 2 && name[0] == 'W' && name[1] >= '1' && name[1] <= '4' ? name[1] - '0' : 0;
}

static inline Script script_make(int kind, double now) {
  Script s;
  memset(&s, 0, sizeof s);
  s.kind = kind;
  s.start = s.last = s.begun = now;
  s.segment = kind == 1 ? -1 : 0;
  s.in_segment = kind != 1;
  return s;
}

// Pixels to move at `now`; `goes_on` becomes false when the workload is over. `rest` is how far the list
// could still be moved down.
static inline double script_step(Script *s, double now, double rest, bool *goes_on) {
  double dt = fmax(0, now - s->last);
  s->last = now;
  switch (s->kind) {
  case 1: {
    if (!s->in_segment) {
      if (now < s->begun) return 0;
      s->distance = 100 + 30.0 * s->step++;
      s->done = 0;
      s->begun = now;
      s->segment++;
      s->in_segment = true;
      return 0;
    }
    double part = fmin(1, (now - s->begun) / 0.3);
    double eased = part < 0.5 ? 4 * part * part * part : 1 - pow(2 - 2 * part, 3) / 2;
    double move = eased * s->distance - s->done;
    s->done += move;
    if (part >= 1) {
      s->in_segment = false;
      s->begun += 0.4;
      *goes_on = rest - move > 2 && now - s->start <= 60;
    }
    return move;
  }
  case 4: {
    double move = fmin(3000 * dt, 3000 - s->done);
    double direction = s->step % 2 == 0 ? 1 : -1;
    s->done += move;
    if (s->done >= 3000 - 1e-6) {
      s->done = 0;
      s->step++;
    }
    *goes_on = s->step < 10;
    return direction * move;
  }
  default:
    *goes_on = now - s->start < (s->kind == 2 ? 10 : 5);
    return (s->kind == 2 ? 2000 : 20000) * dt;
  }
}
