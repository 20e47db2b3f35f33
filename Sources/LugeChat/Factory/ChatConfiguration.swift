public import LugeCore

/// Options of a conversation: its kinds, its look, its time zone.
public struct ChatConfiguration: Sendable {
  public var kinds: ChatKinds
  public var appearance: ChatAppearance
  /// Whether more than two people take part: then authors are named.
  public var isGroup: Bool
  public var zone: ZoneOffsets
  /// Raise it with every change of the other properties. It is part of the revision of each row,
  /// also of stored heights.
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
}
