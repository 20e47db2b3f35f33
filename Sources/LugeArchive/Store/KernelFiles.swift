import Foundation

/// Files that the kernel makes up when they are read, in `/proc` and `/sys`. They claim to be
/// regular files, but have no size, or cannot be read.
package enum KernelFiles {
  /// Reason why one of them is not read or written.
  package static let reason = "it is a file of the kernel, in /proc or /sys, and not on a disk"

  /// Whether a path leads to one. `/dev/stdin` and the like are links to the file that they stand
  /// for.
  package static func contains(_ path: String) -> Bool {
    guard let pointer = realpath(path, nil) else { return false }
    defer { free(pointer) }
    let name = String(cString: pointer)
    return ["/proc/", "/sys/"].contains(where: name.hasPrefix)
  }
}
