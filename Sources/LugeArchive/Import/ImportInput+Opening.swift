import Foundation

extension ImportInput {
  /// The export at a path.
  ///
  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/unknownFormat(path:hint:)``,
  ///   ``ArchiveError/empty(path:)``, ``ArchiveError/notReadable(path:reason:)``.
  public init(opening path: String) throws(ArchiveError) {
    let source = try DescriptorSource(path: path)
    self.init(
      path: path, size: source.size,
      mediaRoot: URL(fileURLWithPath: path).deletingLastPathComponent().path
    ) { sink in
      try TelegramReader.read(DescriptorSource(path: path), into: sink)
    }
  }
}

final class DescriptorSource: ByteSource {
  let name: String
  let size: Int64?
  private let handle: FileHandle

  init(path: String) throws(ArchiveError) {
    name = path
    guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw .notReadable(path: path, reason: "permission denied")
    }
    self.handle = handle
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    size = (attributes?[.size] as? NSNumber)?.int64Value
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
    guard count >= 0 else {
      throw .notReadable(path: name, reason: String(cString: strerror(errno)))
    }
    return count
  }
}
