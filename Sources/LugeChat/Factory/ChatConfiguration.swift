public import LugeCore

/// Options of a conversation: its kinds, its look, its time zone.
public struct ChatConfiguration: Sendable {
  public var kinds: ChatKinds
  public var appearance: ChatAppearance
  /// Whether more than two people take part, so that authors are named.
  public var isGroup: Bool
  public var zone: ZoneOffsets
  /// Number that must grow with every change of the other properties. It is part of the revision of
  /// each row, also of stored heights.
  public var styleRevision: UInt64

  public init(
    kinds: ChatKinds = .standard, appearance: ChatAppearance = ChatAppearance(),
    isGroup: Bool, zone: ZoneOffsets = .utc, styleRevision: UInt64 = 0
  ) {
    self.kinds = kinds
    self.appearance = appearance
    self.isGroup = isGroup
    self.zone = zone
    self.styleRevision = styleRevision
  }

  /// Returns the key of a message for a list's updates. It changes with the message's revision, and
  /// with the heading of its day (``ChatAppearance/currentDay``): after midnight, setting the same
  /// messages again makes the rows of the affected days again.
  public func key(of message: ChatMessage) -> ItemKey {
    guard appearance.currentDay != nil else {
      return ItemKey(id: message.id, revision: message.revision)
    }
    let day = CivilDate.day(ofLocalSeconds: zone.localSeconds(of: message))
    var mix = RevisionMix(message.revision.rawValue)
    mix.add(appearance.closeness(ofDay: day).rawValue)
    return ItemKey(id: message.id, revision: mix.revision)
  }
}
