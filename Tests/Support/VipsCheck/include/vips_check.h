#pragma once

/// Functions of libvips that CLazyVips describes as its headers do.
int vips_check_count(void);
