// Plain C interface of the Qt 6 window: no Qt type crosses it, strings are UTF-8, and every call
// except lq_app_post must come from the thread that created the application.
//
// Objects belong to the caller that created them until the matching destroy call; objects that a
// window made (areas, surfaces) live as long as the window. Callbacks run on the application's
// thread, inside lq_app_exec, with the `context` they were registered with.
#pragma once

#include "lq_application.h"
#include "lq_bars.h"
#include "lq_composer.h"
#include "lq_dialogs.h"
#include "lq_find_bar.h"
#include "lq_handover.h"
#include "lq_input_panel.h"
#include "lq_list_area.h"
#include "lq_main_queue.h"
#include "lq_menu.h"
#include "lq_picker.h"
#include "lq_surface.h"
#include "lq_window.h"
