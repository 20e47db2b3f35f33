import LugeCore

/// Bytes that are read once, from front to back: a file, a member of a zip.
public protocol ByteSource: AnyObject {
  /// The name to show in messages.
  var name: String { get }
  /// Total bytes, when known.
  var size: Int64? { get }
  /// Facts about the bytes known from their surroundings.
  var context: SourceContext { get }
  /// Fills the buffer from its start; returns the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int
  /// The same bytes from the front again, for a reader that has to look ahead over the whole
  /// input (which of day and month comes first); nil where bytes can be had only once.
  func reopened() throws(ArchiveError) -> (any ByteSource)?
  /// Another file of the same folder, for exports that are spread over several; nil when there is
  /// none, or it cannot be read.
  func sibling(_ name: String) -> (any ByteSource)?
}

extension ByteSource {
  public var context: SourceContext { SourceContext() }
  public func reopened() throws(ArchiveError) -> (any ByteSource)? { nil }
  public func sibling(_ name: String) -> (any ByteSource)? { nil }
}

/// Facts about a source known from the folder or zip around it.
public struct SourceContext: Sendable, Hashable {
  /// Name of the folder or zip around the file, for formats that name the conversation nowhere
  /// else: `_chat.txt` in `WhatsApp Chat - Family.zip`, `2007-01-12.log` in `#ubuntu/`.
  public var containerName: String?
  /// Folder that media paths are relative to; nil when the media are still inside a zip.
  public var mediaRoot: String?

  public init(containerName: String? = nil, mediaRoot: String? = nil) {
    self.containerName = containerName
    self.mediaRoot = mediaRoot
  }
}

/// Reads one format from front to back into a sink.
public protocol ExportReader: SendableMetatype {
  /// For people: "WhatsApp text".
  static var formatName: String { get }
  /// Description, for people, of the beginning of a file by which the format is recognized: "lines
  /// that begin with a day, a time and a name".
  static var evidence: String { get }
  /// How sure the first bytes (up to 64 KiB) and the file's name make it that this is the format:
  /// 0 not at all, 100 certain.
  static func confidence(prefix: [UInt8], fileName: String) -> Int
  /// Whether bytes that are no text are this format's all the same;
  /// ``confidence(prefix:fileName:)`` is asked about those alone.
  static func isBinary(_ prefix: [UInt8]) -> Bool
  /// Whether a file that is no chat belongs to exports of this format, by its name: a list of
  /// people, a style sheet.
  static func accompanies(fileName: String) -> Bool
  /// - Throws: ``ArchiveError`` for input that is not of the format at all or is cut off; what
  ///   was read before stays read.
  static func read(_ source: any ByteSource, into sink: any ImportSink) throws
}

extension ExportReader {
  public static var evidence: String { "a beginning as such files have it" }
  public static func isBinary(_ prefix: [UInt8]) -> Bool { false }
  public static func accompanies(fileName: String) -> Bool { false }
}

/// Reads an export that is spread over files which only make sense together: one names the people,
/// others have a day of a channel each.
public protocol WholeExportReader: ExportReader {
  /// - Parameter files: Those of the export that this reader knows, folder by folder.
  static func read(_ files: [ExportFile], into sink: any ImportSink) throws
}

extension WholeExportReader {
  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try read([ExportFile(path: source.name, size: source.size) { source }], into: sink)
  }
}

/// A file of an export; opened when it is its turn, since there may be thousands.
public struct ExportFile {
  /// As it is named in messages: with the folders it lies in.
  public var path: String
  /// Bytes, when known.
  public var size: Int64?
  /// The bytes, from their beginning.
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
