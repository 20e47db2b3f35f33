import Foundation

/// Facts about a file to attach, found without reading its content.
struct FileLook: Sendable {
  enum Kind: Hashable, Sendable {
    case file(size: Int64)
    case folder
    case unreadable
  }

  let path: String
  let name: String
  let kind: Kind
  var isTemporary = false

  /// - Complexity: may wait for the disk.
  init(path: String) {
    self.path = path
    name = URL(fileURLWithPath: path).lastPathComponent
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let isThere = files.fileExists(atPath: path, isDirectory: &isFolder)
    if isThere, isFolder.boolValue {
      kind = .folder
    } else if isThere, files.isReadableFile(atPath: path),
      // For a symbolic link the target's attributes are read. Pipes and devices have no size.
      let attributes = try? files.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber
    {
      kind = .file(size: size.int64Value)
    } else {
      kind = .unreadable
    }
  }
}
