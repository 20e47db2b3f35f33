// Whether the window system has taken the pixels that it was given.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Asks the window system to report when it has processed all earlier requests, and calls back from
/// the loop when it does; painting will not have to wait then. Returns false, without a call, where
/// it cannot be asked (not X11); paint without asking there.
bool lq_handover_ask(void (*done)(void *context), void *context);

#ifdef __cplusplus
}
#endif
