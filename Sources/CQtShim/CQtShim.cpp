#include "CQtShim.h"
