/// Bytes that are read once, from front to back: a file, a member of a zip.
public protocol ByteSource: AnyObject {
  /// The name to show in messages.
  var name: String { get }
  /// Total bytes, when known.
  var size: Int64? { get }
  /// Fills the buffer from its start; returns the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int
}

/// Reads one format from front to back into a sink.
public protocol ExportReader {
  /// Name for people: "Telegram Desktop JSON".
  static var formatName: String { get }
  /// How sure the first bytes (up to 64 KiB) and the file's name make it that this is the format:
  /// 0 not at all, 100 certain.
  static func confidence(prefix: [UInt8], fileName: String) -> Int
  /// - Throws: ``ArchiveError`` for input that is not of the format at all or is cut off; what
  ///   was read before stays read.
  static func read(_ source: any ByteSource, into sink: any ImportSink) throws
}
