public import LugeArchive
public import LugeCore

/// Pictures of people and rooms, and who is in a room.
extension LiveAccount {
  /// Returns the address of a person's picture in a room; empty for none, nil if it is not known.
  public nonisolated func picture(
    of person: String, in conversation: ConversationID
  ) throws -> String? { try store.picture(of: person, in: conversation) }

  /// Returns the addresses of the pictures of those who have sent receipts in a room.
  public nonisolated func picturesOfReaders(
    in conversation: ConversationID
  ) throws -> [AuthorID: String] { try store.picturesOfReaders(in: conversation) }

  /// Requests the picture of a person of whom the room's members say nothing, and stores its
  /// address.
  ///
  /// - Returns: the address; empty for none, nil if the protocol has no such pictures.
  public func bringPicture(of person: String) async throws -> String? {
    guard let picture = try await service.picture(of: person) else { return nil }
    try store.note(picture: picture, of: person)
    return picture
  }

  /// Returns false if the server says that there is no such person. True where it does not tell, or
  /// cannot be asked.
  public nonisolated func mayExist(_ person: String) async -> Bool {
    await service.mayExist(person)
  }

  /// Maximum bytes of the picture of a person or a room.
  private static let mostPictureBytes = 8 << 20

  /// Returns the bytes of the picture of a person or a room by its address.
  public nonisolated func thumbnail(
    _ address: String, side: Int, limit: Int
  ) async throws(LiveFailure) -> [UInt8] {
    try await service.thumbnail(
      address, side: side, limit: min(limit, Self.mostPictureBytes))
  }

  /// Returns other people whom the user has met in rooms, those who became known last first.
  public nonisolated func knownPeople() throws -> [LiveMember] { try store.knownPeople() }

  /// Requests a room's topic and people.
  ///
  /// - Returns: nil if the protocol does not tell.
  public func details(of conversation: ConversationID) async throws -> LiveRoomDetails? {
    guard let room = try store.room(conversation),
      var details = try await service.details(of: room)
    else { return nil }
    try store.note(details, of: conversation)
    let numbers = try store.numbers(of: details.people.map(\.id))
    for index in details.people.indices {
      details.people[index].number =
        numbers[details.people[index].id] ?? details.people[index].number
    }
    return details
  }
}
