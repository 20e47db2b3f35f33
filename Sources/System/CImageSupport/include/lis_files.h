#pragma once

// Files of an export, opened without leaving its folder: neither by "..", nor by an absolute path,
// nor by a symbolic link on the way or at the end. Whoever wrote the export chose the path.

typedef enum {
  /// To be read. Never waits: what is a pipe or a device is not opened at all.
  lis_open_to_read,
  /// Only to be looked at (fstat).
  lis_open_to_look
} lis_purpose;

/// Opens a regular file beneath a folder. The folder's own path may lead over links: the reader
/// chose it.
///
/// A descriptor that is closed on exec, or -1 with errno set: EXDEV or ELOOP for a path that leads
/// outside or over a link, ENOTSUP for what is no regular file, EINVAL for a path that is none.
int lis_open_beneath(const char *folder, const char *path, lis_purpose purpose);

/// The same, folder by folder: what lis_open_beneath does where the kernel has no openat2 (before
/// Linux 5.6, or where a filter forbids it).
int lis_walk_beneath(const char *folder, const char *path, lis_purpose purpose);
