// Has to be included before any Qt header. Newer compilers warn in every file about how Qt 6.4
// declares literal operators.
#pragma once

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wdeprecated-literal-operator"
#endif
