extension ImportInput {
  /// The export at a path: a file, a zip, or a folder with one or many files.
  ///
  /// - Parameter mediaFolder: where pictures and other files of a zip are put when the import runs;
  ///   nil leaves them in the zip.
  /// - Throws: ``ArchiveError/notFound(path:)``, ``ArchiveError/unknownFormat(path:hint:)``,
  ///   ``ArchiveError/empty(path:)``, ``ArchiveError/notReadable(path:reason:)``,
  ///   ``ArchiveError/unsafePath(path:member:)``.
  public init(opening path: String, mediaFolder: String? = nil) throws(ArchiveError) {
    let export = try ExportOpener().open(path: path, mediaFolder: mediaFolder)
    let sizes = export.items.map { $0.size }
    let total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    self.init(path: path, size: total, mediaRoot: export.items.first?.mediaRoot) { sink in
      // Opened anew: sources are read once, and belong to the thread that reads.
      let export = try ExportOpener().open(path: path, mediaFolder: mediaFolder)
      if let mediaFolder { try export.extractMedia(to: mediaFolder) }
      let joined = JoinedSink(sink)
      for item in export.items {
        try item.read(into: joined)
        joined.finishItem(item.size)
      }
    }
  }
}

/// Counts progress over several files as if they were one.
private final class JoinedSink: ImportSink {
  private let sink: any ImportSink
  private var before: Int64 = 0
  private var latest: Int64 = 0

  init(_ sink: any ImportSink) { self.sink = sink }

  func begin(_ conversation: ConversationRecord) throws { try sink.begin(conversation) }
  func amend(_ conversation: ConversationRecord) throws { try sink.amend(conversation) }
  func add(_ message: MessageRecord) throws { try sink.add(message) }
  func skip(_ record: SkippedRecord) throws { try sink.skip(record) }
  func note(_ record: SkippedRecord) throws { try sink.note(record) }

  func progress(bytes: Int64) throws {
    latest = bytes
    try sink.progress(bytes: before + bytes)
  }

  func finishItem(_ size: Int64?) {
    before += size ?? latest
    latest = 0
  }
}
