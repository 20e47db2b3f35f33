public import LugeCore

/// How a conversation is shown: which kinds, how they look, what the clock on the wall says.
public struct ChatConfiguration: Sendable {
  public var kinds: ChatKinds
  public var appearance: ChatAppearance
  /// More than two people: authors are named.
  public var isGroup: Bool
  public var zone: ZoneOffsets
  /// Raised by the program with every change of the other properties; it is part of the revision of
  /// each row, also of heights kept on disk.
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
