// Whether the window system has taken the pixels that it was given.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Asks the window system to say when it has done all that it was told so far, and calls back from the loop when it
/// does: then painting waits for nobody. False, and no call, where it cannot be asked (not X11); then one paints
/// without asking.
bool lq_handover_ask(void (*done)(void *context), void *context);

#ifdef __cplusplus
}
#endif
