public import LugeArchive

/// Facts of a room and its people, from the server.
public struct LiveRoomDetails: Sendable, Hashable {
  /// Person in the room.
  public struct Person: Sendable, Hashable {
    /// The person's id in the protocol.
    public var id: String
    public var name: String
    /// Address of the picture; empty for none.
    public var picture: String
    /// Level of the person's rights: 0 for most people, 50 for moderators, 100 for administrators.
    public var power: Int
    /// Whether the person was invited, and has not come yet.
    public var isInvited: Bool
    /// The person in the account's archive; 0 while it does not know them.
    public var number = AuthorID(rawValue: 0)

    public init(
      id: String, name: String, picture: String = "", power: Int = 0, isInvited: Bool = false
    ) {
      self.id = id
      self.name = name
      self.picture = picture
      self.power = power
      self.isInvited = isInvited
    }
  }

  /// Actions that the user may perform in the room.
  public struct Rights: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let write = Rights(rawValue: 1)
    public static let invite = Rights(rawValue: 2)
    public static let remove = Rights(rawValue: 4)
    /// Delete messages of others.
    public static let delete = Rights(rawValue: 8)
  }

  public var topic: String?
  /// People with more rights first, then by name.
  public var people: [Person]
  public var rights: Rights

  public init(topic: String? = nil, people: [Person], rights: Rights = []) {
    self.topic = topic
    self.people = people.sorted {
      ($1.power, $0.name.lowercased(), $0.id) < ($0.power, $1.name.lowercased(), $1.id)
    }
    self.rights = rights
  }
}
