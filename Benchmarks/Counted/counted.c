#include "counted.h"

void luge_counted(void (*body)(void *), void *context) { body(context); }
