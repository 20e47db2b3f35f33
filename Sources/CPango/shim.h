#pragma once
#include <pango/pangocairo.h>
#include <hb-aat.h>
#include <hb-ot.h>
