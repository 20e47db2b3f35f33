import CImageSupport
import Foundation
import LugeArchive
import LugeCore

/// The files of a conversation's media, of which only those beneath its folders are opened.
struct ExportedFiles {
  var folders = MediaFolders(root: nil)
  /// Folders with their symbolic links resolved: the user chose these.
  private var realFolders: [String: String] = [:]

  private mutating func realFolder(_ folder: String) -> String? {
    if let known = realFolders[folder] { return known }
    guard let pointer = realpath(folder, nil) else { return nil }
    defer { free(pointer) }
    realFolders[folder] = String(cString: pointer)
    return realFolders[folder]
  }

  /// Opens a regular file. Nothing outside of the conversation's folders is opened, however the
  /// path is written and wherever links lead; pipes do not block.
  ///
  /// - Parameter purpose: to read it, or only to know that it is there.
  mutating func open(_ path: String, _ purpose: lis_purpose) -> FileHandle? {
    guard !path.utf8.contains(0), let place = folders.place(of: path),
      let folder = realFolder(place.folder)
    else { return nil }
    let inside = place.path.utf8.starts(with: "\(folder)/".utf8)
    let inner =
      inside ? Substring(place.path.utf8.dropFirst(folder.utf8.count + 1)) : place.path[...]
    // An absolute path outside of the folder is not read.
    guard inside || !inner.utf8.starts(with: "/".utf8) else { return nil }
    let names = inner.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    let file = lis_open_beneath(
      folder, names.filter { $0 != "." }.joined(separator: "/"), purpose)
    return file < 0 ? nil : FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// Whether there is a file that ``open(_:_:)`` opens.
  mutating func contains(_ path: String) -> Bool {
    guard let file = open(path, lis_open_to_look) else { return false }
    try? file.close()
    return true
  }
}
