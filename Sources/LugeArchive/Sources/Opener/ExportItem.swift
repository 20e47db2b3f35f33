/// One input and the reader for it.
public struct ExportItem {
  public var source: any ByteSource
  public var reader: any ExportReader.Type
  /// Short name for progress and reports.
  public var displayName: String

  /// Folder that media paths are relative to; nil when the media are still inside a zip.
  public var mediaRoot: String? { source.context.mediaRoot }

  public init(source: any ByteSource, reader: any ExportReader.Type, displayName: String) {
    self.source = source
    self.reader = reader
    self.displayName = displayName
  }
}

/// What was found at a path.
public struct OpenedExport {
  /// In the order to import them; never empty.
  public var items: [ExportItem]
  /// The zip they are in, for its media.
  public var zip: ZipExport?
  /// The zip's members that are chats.
  public var chats: Set<ZipMember>
  /// Text files beside the items that are of no known format.
  public var passedOver: [String]

  init(
    items: [ExportItem], zip: ZipExport? = nil, chats: Set<ZipMember> = [],
    passedOver: [String] = []
  ) {
    self.items = items
    self.zip = zip
    self.chats = chats
    self.passedOver = passedOver
  }

  /// Unpacks the media of a zip; does nothing for an export that is no zip.
  @discardableResult
  public func extractMedia(
    to folder: String, limit: Int64 = .max, progress: (Int64) throws -> Void = { _ in }
  ) throws -> ZipExport.Extraction {
    try zip?.extractMedia(to: folder, except: chats, limit: limit, progress: progress)
      ?? ZipExport.Extraction()
  }
}
