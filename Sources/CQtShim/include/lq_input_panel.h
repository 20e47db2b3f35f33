#pragma once
#include <stdbool.h>

// The keyboard on the screen, where there is one: what it covers of a window stays free.

#ifdef __cplusplus
extern "C" {
#endif

/// Whether it is shown.
bool lq_input_panel_is_open(void);
/// Puts it away; the field keeps the keys.
void lq_input_panel_close(void);
/// For tests: from now on one that covers so many points of each window's lower edge, until it is closed.
void lq_input_panel_pretend(double height);

#ifdef __cplusplus
}
#endif
