#pragma once
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <hb-aat.h>
#include <hb-ot.h>
