import LugeArchive
import LugeCore

/// One input, and the reader for it.
public struct ExportItem: Sendable {
  /// The file, or the zip and the member in it: for messages and for the archive's list of imports.
  public var path: String
  /// Short name for progress and reports.
  public var displayName: String
  /// Bytes; nil if unknown.
  public var size: Int64?
  public var reader: any ExportReader.Type

  let place: Place
  let context: SourceContext
  /// Whether the bytes are UTF-16, which the reader gets as UTF-8.
  var isUTF16 = false

  enum Place: Sendable {
    case file
    /// A single compressed file.
    case compressed
    case member(ZipMember, of: ZipTexts)
    /// Files of one export that are read together.
    indirect case together([ExportItem])
  }

  /// Its files, one by one.
  var parts: [ExportItem] { if case .together(let items) = place { items } else { [self] } }

  /// Folder that media paths are relative to; nil if the media are still inside a zip.
  public var mediaRoot: String? { context.mediaRoot }

  /// Opens the bytes at their beginning.
  public func source() throws(ArchiveError) -> any ByteSource {
    isUTF16 ? UTF16Source(try storedBytes()) : try storedBytes()
  }

  private func storedBytes() throws(ArchiveError) -> any ByteSource {
    switch place {
    case .file: try FileByteSource(path: path, context: context)
    case .compressed: GzipSource(path: path, context: context)
    case .member(let member, let zip):
      ZipMemberSource(zip: zip, member: member, context: context)
    case .together(let items):
      if let first = items.first { try first.source() } else { throw .empty(path: path) }
    }
  }

  /// Reads it into a sink.
  ///
  /// - Throws: errors of the reader, and of opening the bytes.
  public func read(into sink: any ImportSink) throws {
    guard let whole = reader as? any WholeExportReader.Type else {
      return try reader.read(source(), into: sink)
    }
    let items = parts
    let counting = items.count > 1 ? PartialProgressSink(sink) : nil
    let files = items.map { item in
      ExportFile(path: item.path, size: item.size) {
        counting?.next()
        return try item.source()
      }
    }
    try whole.read(files, into: counting ?? sink)
  }
}

/// An export found at a path.
public struct OpenedExport: Sendable {
  /// Items in the order to import them; never empty.
  public var items: [ExportItem]
  /// Files beside the items that are not imported although a user may expect it.
  public var passedOver: [PassedOverFile]
  /// Number of files beside the items that are not text, usually their media.
  public var otherFiles = 0
  /// Files that could not be read, with the reason; they may be chats.
  public var unreadable: [SkippedRecord]
  /// The zips that contain the items, with their media.
  var zips: [PackedMedia]

  /// A zip that contains chats.
  struct PackedMedia {
    var zip: ZipExport
    /// Members that are chats.
    var chats: Set<ZipMember>
    /// Folder of its media, below the folder for media; empty for that folder itself.
    var subfolder = ""
  }

  init(
    items: [ExportItem], zips: [PackedMedia] = [], passedOver: [PassedOverFile] = [],
    unreadable: [SkippedRecord] = []
  ) {
    self.items = items
    self.zips = zips
    self.passedOver = passedOver
    self.unreadable = unreadable
  }

  /// Unpacks the media of zips; does nothing for an export without any.
  ///
  /// - Parameter limit: limit of all zips together, see
  ///   ``ZipExport/extractMedia(to:except:limit:mostFiles:progress:)``.
  @discardableResult
  public func extractMedia(
    to folder: String, limit: Int64? = nil, progress: (Int64) throws -> Void = { _ in }
  ) throws -> ZipExport.Extraction {
    try extractMedia(to: folder, limit: limit, allowance: ZipExport.usualLimit, progress: progress)
  }

  /// - Parameter allowance: bytes for the media of these zips together, where no limit is given.
  func extractMedia(
    to folder: String, limit: Int64? = nil, allowance: (_ zips: [String]) -> Int64,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> ZipExport.Extraction {
    let limit = limit ?? allowance(zips.map(\.zip.path))
    var whole = ZipExport.Extraction()
    for packed in zips {
      let prefix = packed.subfolder.isEmpty ? "" : "\(packed.subfolder)/"
      guard !MediaMark.isLink(folder),
        !ZipExport.leadsThroughLink("\(folder)/\(packed.subfolder)", beneath: packed.subfolder)
      else {
        throw ArchiveError.notWritable(
          path: folder, reason: "a link is in the place of it or of a folder in it")
      }
      let before = whole.bytes
      // 0 would be no limit.
      let room = limit > 0 ? max(1, limit - before) : 0
      let part = try packed.zip.extractMedia(
        to: prefix.isEmpty ? folder : "\(folder)/\(packed.subfolder)", except: packed.chats,
        limit: room
      ) { try progress(before.addingClamped($0)) }
      whole.written += part.written.map { prefix + $0 }
      whole.kept += part.kept.map { prefix + $0 }
      whole.bytes = before.addingClamped(part.bytes)
      whole.leftOut += part.leftOut
    }
    return whole
  }
}
