#pragma once
#include <yajl/yajl_parse.h>
#include <yajl/yajl_gen.h>

/* yajl_config is variadic, which Swift cannot call. */
static inline int luge_yajl_enable(yajl_handle handle, yajl_option option) {
  return yajl_config(handle, option, 1);
}
