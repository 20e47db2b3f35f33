import GRDB
import LugeArchive
import LugeCore

/// Addresses of the pictures of people and rooms.
///
/// A person may have another picture in each room, as the room's members are told. Where nothing
/// was told, the picture that the person shows everywhere counts.
extension LiveStore {
  /// Key prefix in `live_account`, followed by a room's number for its own picture, by a person for
  /// the one shown everywhere, or by both. The value is an address; empty for no picture.
  static let pictureKey = "picture:"

  static func pictureKey(of person: String, in room: Int64) -> String {
    "\(pictureKey)\(room) \(person)"
  }

  /// Returns SQL for the picture of a person in a room.
  ///
  /// - Parameters:
  ///   - person: SQL for the person.
  ///   - room: SQL for the room's number.
  static func picture(of person: String, in room: String) -> String {
    """
    coalesce((SELECT value FROM live_account
        WHERE key = '\(pictureKey)' || \(room) || ' ' || \(person)),
      (SELECT value FROM live_account WHERE key = '\(pictureKey)' || \(person)))
    """
  }

  /// SQL for something of the other person in a conversation of two, the room `r`: whoever else
  /// wrote or came last.
  ///
  /// - Parameter value: SQL for it, from the person `o.sender`.
  static func ofOtherPerson(_ value: String) -> String {
    """
    iif(r.is_direct, (SELECT \(value) FROM live_events o
      WHERE o.room = r.id AND o.place IS NOT NULL
        AND o.sender <> (SELECT value FROM live_account WHERE key = 'user')
      ORDER BY o.place DESC LIMIT 1), NULL)
    """
  }

  /// SQL for the picture of a room `r`: its own, or that of the other person in a conversation of
  /// two.
  static let pictureOfRoom = """
    coalesce(nullif((SELECT value FROM live_account WHERE key = '\(pictureKey)' || r.id), ''),
      \(ofOtherPerson(picture(of: "o.sender", in: "r.id"))))
    """

  /// SQL for the author of the other person in a conversation of two, the room `r`.
  static let authorOfOtherPerson = ofOtherPerson(
    "(SELECT p.id FROM authors p WHERE p.source = 'live' AND p.key = o.sender)")

  /// Returns the address of a person's picture in a room; empty for none, nil if it is not known.
  package func picture(
    of person: String, in conversation: ConversationID
  ) throws(ArchiveError) -> String? {
    try archive.read { db in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT \(Self.picture(of: "?1", in: "?2"))"),
        arguments: [person, conversation.rawValue])
    }
  }

  /// Returns the addresses of the pictures of those who have sent receipts.
  package func picturesOfReaders(
    in conversation: ConversationID
  ) throws(ArchiveError) -> [AuthorID: String] {
    try archive.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT a.id, \(Self.picture(of: "r.user", in: "r.room")) FROM live_receipts r
              JOIN authors a ON a.source = 'live' AND a.key = r.user WHERE r.room = ?
            """), arguments: [conversation.rawValue])
      var pictures: [AuthorID: String] = [:]
      for row in rows {
        guard let author = row.integer(0) else { continue }
        pictures[AuthorID(rawValue: author)] = row.string(1)
      }
      return pictures
    }
  }

  /// Maximum number of people who are suggested.
  private static let mostKnownPeople = 2000

  /// Returns the names of other people whom rooms of the account have told, the newest first.
  package func knownPeople() throws(ArchiveError) -> [LiveMember] {
    try archive.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT key, name FROM authors WHERE source = 'live' AND key <> ?
            ORDER BY id DESC LIMIT ?
            """), arguments: [user, Self.mostKnownPeople])
      return rows.compactMap { row in
        row.string(0).map { LiveMember(id: $0, name: row.string(1) ?? $0) }
      }
    }
  }

  /// Stores the picture that a person shows everywhere.
  package func note(picture: String, of person: String) throws(ArchiveError) {
    try archive.write { try AccountValues($0).set(picture, of: "\(Self.pictureKey)\(person)") }
  }

  /// Stores the names and pictures of a room's people.
  package func note(
    _ details: LiveRoomDetails, of conversation: ConversationID
  ) throws(ArchiveError) {
    let members = details.people.map {
      LiveMember(id: $0.id, name: $0.name, picture: $0.picture)
    }
    try archive.write { db in
      let tables = LiveTables(db, user: user)
      try tables.rename(members, replaces: true)
      try tables.notePictures(members, of: conversation.rawValue, replaces: true)
    }
  }
}
