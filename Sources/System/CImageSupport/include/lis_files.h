#pragma once

// Opens files of an export without leaving its folder: neither by "..", nor by an absolute path,
// nor by a symbolic link in the path or at its end, because the author of the export chose the
// path.

typedef enum {
  /// Opens the file for reading. Never blocks: a pipe or a device is not opened at all.
  lis_open_to_read,
  /// Opens the file only for its metadata (fstat).
  lis_open_to_look
} lis_purpose;

/// Opens a regular file beneath a folder. The folder's own path may contain links, because the user
/// chose it.
///
/// Returns a descriptor that is closed on exec, or -1 with errno set: EXDEV or ELOOP for a path
/// that leads outside or over a link, ENOTSUP if the file is not a regular one, EINVAL for an
/// invalid path.
int lis_open_beneath(const char *folder, const char *path, lis_purpose purpose);

/// Does the same, folder by folder. lis_open_beneath uses it where the kernel has no openat2
/// (before Linux 5.6, or where a filter forbids it).
int lis_walk_beneath(const char *folder, const char *path, lis_purpose purpose);
