import GRDB

/// Facts about a picture that its export does not contain.
public struct PictureFacts: Sendable, Hashable {
  /// Upright size, pixels.
  public var width: Int?
  public var height: Int?
  /// Blurred preview, see blurha.sh.
  public var blurHash: String?
  /// Duration of a video, seconds. Not stored, because reading it from the file is as fast.
  public var duration: Double?

  public init(
    width: Int? = nil, height: Int? = nil, blurHash: String? = nil, duration: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.blurHash = blurHash
    self.duration = duration
  }

  /// Returns these facts, with those of the other where these are nil.
  public func merged(with other: PictureFacts) -> PictureFacts {
    PictureFacts(
      width: width ?? other.width, height: height ?? other.height,
      blurHash: blurHash ?? other.blurHash, duration: duration ?? other.duration)
  }
}

/// Position of a picture in a conversation.
public struct PicturePlace: Sendable, Hashable {
  /// Position of the message in its conversation.
  public var position: Int
  public var message: Int64
  /// Index among the message's media.
  public var index: Int
  public var medium: MediaRecord
}

extension Archive {
  /// Returns the known facts about pictures, by their paths in the media of messages.
  ///
  /// - Complexity: O(k log n) for k paths.
  public func pictureFacts(
    of paths: some Sequence<String>, in conversation: ConversationID
  ) throws(ArchiveError) -> [String: PictureFacts] {
    try read { db in
      // An archive of an earlier version that is opened for reading only has no such table.
      guard try db.tableExists("pictures") else { return [:] }
      let statement = try db.cachedStatement(
        sql: """
          SELECT width, height, blur_hash FROM pictures WHERE conversation = ? AND path = ?
          """)
      var result: [String: PictureFacts] = [:]
      for path in paths where result[path] == nil {
        guard let row = try Row.fetchOne(statement, arguments: [conversation.rawValue, path])
        else { continue }
        result[path] = PictureFacts(
          width: row.integer(0).map { Int(clamping: $0) },
          height: row.integer(1).map { Int(clamping: $0) }, blurHash: row.string(2))
      }
      return result
    }
  }

  /// Returns the media of some kinds in a conversation, in its order.
  ///
  /// - Complexity: O(messages of the conversation). Call it on a background thread.
  public func pictures(
    in conversation: ConversationID, kinds: Set<MediaRecord.Kind>
  ) throws(ArchiveError) -> [PicturePlace] {
    guard !kinds.isEmpty else { return [] }
    return try read { db in
      // A filter on the media's JSON, so that most messages need not be decoded; matches are
      // checked.
      let sign = kinds.map { "m.media LIKE '%\"\($0.rawValue)\"%'" }.joined(separator: " OR ")
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT p.position, m.id, m.media FROM positions p
          CROSS JOIN messages m ON m.id = p.message
          WHERE p.conversation = ? AND m.media IS NOT NULL AND (\(sign)) ORDER BY p.position
          """, arguments: [conversation.rawValue])
      var places: [PicturePlace] = []
      while let row = try rows.next() {
        let media = RecordCoding.decode(row.string(2), as: MediaRecord.self)
        for (index, medium) in media.enumerated() where kinds.contains(medium.kind) {
          places.append(
            PicturePlace(
              position: row.count(0), message: row.integer(1) ?? 0, index: index, medium: medium))
        }
      }
      return places
    }
  }
}
