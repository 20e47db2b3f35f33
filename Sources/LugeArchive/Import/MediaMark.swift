import Foundation

/// A file that marks a folder whose media have not all been unpacked yet: an import may end at any
/// moment.
package struct MediaMark {
  private let folder: String
  private var file: String { "\(folder)/.incomplete" }

  package init(folder: String) { self.folder = folder }

  /// Whether the folder is a symbolic link, which could lead anywhere: nothing is unpacked into it.
  package static func isLink(_ folder: String) -> Bool {
    var info = stat()
    return lstat(folder, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  package var isSet: Bool { access(file, F_OK) == 0 }

  /// Creates the folder and the mark. If that fails, unpacking reports the error.
  func set() {
    guard !Self.isLink(folder) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Removes the mark, and the folder if it is empty.
  func clear() {
    guard !Self.isLink(folder) else { return }
    unlink(file)
    rmdir(folder)
  }
}
