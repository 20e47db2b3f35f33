#ifndef LUGE_COUNTED_H
#define LUGE_COUNTED_H

/// Calls the body. A function of a module of its own, so that no compiler inlines it: callgrind is told
/// to count within it alone (--toggle-collect=luge_counted).
void luge_counted(void (*body)(void *), void *context);

#endif
