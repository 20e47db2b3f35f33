import Foundation

/// Folders for what nobody but the user may read: their chats, drafts and settings.
package enum PrivateFolder {
  /// Makes a folder and those above it, closed to others; those that are there stay as they are.
  package static func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Closes a folder that is there to others. Another user's stays as it is.
  package static func close(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_mode & 0o077 != 0
    else { return }
    chmod(path, 0o700)
  }
}
