public import LugeCore
import LugeEngine

/// Facts about a message that follow from its neighbours and its conversation.
///
/// Kinds never see the neighbours themselves. Everything outside of its message that a row depends
/// on is in this value, which is part of the row's revision, so a row is never outdated.
public struct NeighbourContext: Hashable, Sendable {
  /// Whether it is the first message of its day.
  public var startsDay: Bool
  /// Whether it is the first of consecutive messages by one author, and shows the name.
  public var opensGroup: Bool
  /// Whether it is the last of consecutive messages by one author, and has the tail.
  public var closesGroup: Bool
  /// Whether more than two people take part.
  public var isGroupChat: Bool
  /// Local time to show, seconds since 1970.
  public var localSeconds: Int64

  public init(
    startsDay: Bool = true, opensGroup: Bool = true, closesGroup: Bool = true,
    isGroupChat: Bool = true, localSeconds: Int64 = 0
  ) {
    self.startsDay = startsDay
    self.opensGroup = opensGroup
    self.closesGroup = closesGroup
    self.isGroupChat = isGroupChat
    self.localSeconds = localSeconds
  }

  /// Finds the facts about a message between its neighbours.
  ///
  /// - Complexity: O(log offsets of the zone).
  public init(
    for message: ChatMessage, previous: ChatMessage?, next: ChatMessage?, isGroupChat: Bool,
    rule: ChatStyle.GroupingRule, zone: ZoneOffsets
  ) {
    let local = zone.localSeconds(of: message)
    let day = CivilDate.day(ofLocalSeconds: local)
    func isSameDay(_ other: ChatMessage) -> Bool {
      CivilDate.day(ofLocalSeconds: zone.localSeconds(of: other)) == day
    }
    func join(_ first: ChatMessage, _ second: ChatMessage) -> Bool {
      guard !first.isService, !second.isService, !second.isFirstUnread,
        first.author.id == second.author.id, first.isOutgoing == second.isOutgoing
      else { return false }
      let distance = second.time.subtractingClamped(first.time)
      return distance.magnitude <= UInt64(max(0, rule.maxSeconds))
    }
    let sameDayAsPrevious = previous.map(isSameDay) ?? false
    startsDay = !sameDayAsPrevious
    opensGroup = !sameDayAsPrevious || !(previous.map { join($0, message) } ?? false)
    closesGroup = !(next.map { isSameDay($0) && join(message, $0) } ?? false)
    self.isGroupChat = isGroupChat
    localSeconds = local
  }
}

/// Values that a ``RowKind`` makes rows from besides the message.
public struct RowContext: Sendable {
  public let facts: NeighbourContext
  public let appearance: ChatAppearance
  public let kinds: ChatKinds
  let styleRevision: UInt64

  public init(
    facts: NeighbourContext, appearance: ChatAppearance, kinds: ChatKinds, styleRevision: UInt64 = 0
  ) {
    self.facts = facts
    self.appearance = appearance
    self.kinds = kinds
    self.styleRevision = styleRevision
  }

  /// Returns a revision of the given values and the style. It is stable over launches, so that
  /// heights can be stored.
  public func revision(_ values: UInt64...) -> Revision {
    var mix = RevisionMix(styleRevision)
    for value in values { mix.add(value) }
    return mix.revision
  }
}
