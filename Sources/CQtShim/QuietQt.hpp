// Included before any Qt header: Qt 6.4 spells literal operators in a way that newer compilers warn
// about in every file.
#pragma once

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wdeprecated-literal-operator"
#endif
