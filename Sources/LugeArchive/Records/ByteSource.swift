import LugeCore

/// Bytes that are read once, from front to back: a file, or a member of a zip.
public protocol ByteSource: AnyObject {
  /// Name for messages.
  var name: String { get }
  /// Total bytes; nil if unknown.
  var size: Int64? { get }
  /// Facts known from the surrounding folder or zip.
  var context: SourceContext { get }
  /// Fills the buffer from its start; returns the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int
  /// Returns the same bytes from the beginning, for a reader that has to scan the whole input first
  /// (whether day or month comes first); nil if the bytes can only be read once.
  func reopened() throws(ArchiveError) -> (any ByteSource)?
  /// Returns another file of the same folder, for exports that consist of several; nil if it is
  /// missing or cannot be read.
  func sibling(_ name: String) -> (any ByteSource)?
}

extension ByteSource {
  public var context: SourceContext { SourceContext() }
  public func reopened() throws(ArchiveError) -> (any ByteSource)? { nil }
  public func sibling(_ name: String) -> (any ByteSource)? { nil }
}

/// Facts about a source known from the folder or zip around it.
public struct SourceContext: Sendable, Hashable {
  /// Name of the folder or zip around the file, for formats that have the conversation's name
  /// nowhere else: `_chat.txt` in `WhatsApp Chat - Family.zip`, `2007-01-12.log` in `#ubuntu/`.
  public var containerName: String?
  /// Folder that media paths are relative to; nil if the media are still inside a zip.
  public var mediaRoot: String?
  /// Folder that the user has given, or into which the zip is unpacked: readers may name other
  /// folders of media than ``mediaRoot``, but only in it. Nil if a file was given.
  public var exportFolder: String?

  public init(
    containerName: String? = nil, mediaRoot: String? = nil, exportFolder: String? = nil
  ) {
    self.containerName = containerName
    self.mediaRoot = mediaRoot
    self.exportFolder = exportFolder
  }
}

/// Reads one format from front to back into a sink.
public protocol ExportReader: SendableMetatype {
  /// Name for the user: "WhatsApp text".
  static var formatName: String { get }
  /// Description, for the user, of how the format is recognised: "lines that begin with a day, a
  /// time and a name".
  static var evidence: String { get }
  /// Returns how surely the first bytes (up to 64 KiB) and the file's name indicate this format: 0
  /// not at all, 100 certainly.
  static func confidence(prefix: [UInt8], fileName: String) -> Int
  /// Whether bytes that are not text may be of this format; only then is
  /// ``confidence(prefix:fileName:)`` called for them.
  static func isBinary(_ prefix: [UInt8]) -> Bool
  /// Whether a file without a chat belongs to exports of this format, by its name: a list of
  /// people, a style sheet.
  static func accompanies(fileName: String) -> Bool
  /// - Throws: ``ArchiveError`` if the input is not of this format, or truncated; what was read
  ///   before is kept.
  static func read(_ source: any ByteSource, into sink: any ImportSink) throws
}

extension ExportReader {
  public static var evidence: String { "a beginning as such files have it" }
  public static func isBinary(_ prefix: [UInt8]) -> Bool { false }
  public static func accompanies(fileName: String) -> Bool { false }
}

/// Reads an export whose files only make sense together: one names the people, others have a day of
/// a channel each.
public protocol WholeExportReader: ExportReader {
  /// - Parameter files: the files of the export that this reader knows, folder by folder.
  static func read(_ files: [ExportFile], into sink: any ImportSink) throws
}

extension WholeExportReader {
  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try read([ExportFile(path: source.name, size: source.size) { source }], into: sink)
  }
}

/// A file of an export, opened only when it is read, because there may be thousands.
public struct ExportFile {
  /// Path for messages, with the folders around the file.
  public var path: String
  /// Bytes; nil if unknown.
  public var size: Int64?
  /// Opens the file at its beginning.
  public var open: () throws -> any ByteSource

  public init(path: String, size: Int64? = nil, open: @escaping () throws -> any ByteSource) {
    self.path = path
    self.size = size
    self.open = open
  }

  /// The last part of the path.
  public var name: String { PathNames.name(of: path) }

  /// The path without its last part.
  public var folder: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// The last part of ``folder``.
  public var folderName: String { folder.pathParts.last.map(String.init) ?? "" }
}
