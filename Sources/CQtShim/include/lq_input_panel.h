#pragma once
#include <stdbool.h>

// On-screen keyboard, if the system has one: windows keep the area that it covers free.

#ifdef __cplusplus
extern "C" {
#endif

/// Returns whether the keyboard is shown.
bool lq_input_panel_is_open(void);
/// Closes the keyboard; the field keeps the focus.
void lq_input_panel_close(void);
/// Simulates, for tests, a keyboard that covers this many points of each window's lower edge, until
/// it is closed.
void lq_input_panel_pretend(double height);

#ifdef __cplusplus
}
#endif
