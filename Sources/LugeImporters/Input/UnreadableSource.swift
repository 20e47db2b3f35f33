import LugeArchive

/// A file that is there, but cannot be read: whoever reads it gets the reason.
final class UnreadableSource: ByteSource {
  let name: String
  var size: Int64? { 0 }
  private let error: ArchiveError

  init(name: String, error: ArchiveError) {
    self.name = name
    self.error = error
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int { throw error }
}
