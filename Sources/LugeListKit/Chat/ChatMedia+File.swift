import Foundation
public import LugeChat
import LugeCore
import LugeImages

extension ChatMedia {
  /// A file: a picture, an animation, or whatever it is called.
  ///
  /// A picture's room in the list is known from its header, so nothing moves when it is decoded.
  ///
  /// - Complexity: a few reads of the file's beginning; may wait for the disk.
  public init(file path: String) {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let key = Self.key(ofFile: path)
    guard let header = try? ImageProbe.header(of: key) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      self.init(kind: .file, path: path, fileName: name)
      isMissing = !isThere
      return
    }
    self.init(
      kind: header.mayMove ? .animation : .photo, imageKey: key, path: path,
      fileName: name, byteSize: Int64(header.byteCount), pixelSize: header.size)
  }

  /// Opened where it lies, and nowhere that a link in its place leads to.
  static func key(ofFile path: String) -> ImageKey {
    let file = URL(fileURLWithPath: path)
    return ImageKey(file.lastPathComponent, beneath: file.deletingLastPathComponent().path)
  }
}
