public import LugeEngine

/// Something a conversation can show, in a file of its own. Kinds know nothing of each other:
/// adding one touches none of the rest.
///
/// A kind is either a ``RowKind`` (rows beside the bubble: a date, a service line) or a
/// ``BubbleBlockKind`` (a block inside it: a text, a picture, a poll).
public protocol MessageKind: Sendable {
  /// Unique in a registry; says where others are inserted.
  static var name: KindName { get }
}

/// A kind that gives rows of its own, above or below the bubble.
public protocol RowKind: MessageKind {
  /// The message's rows of this kind, none when it has nothing to show.
  ///
  /// Every row's revision has to change with whatever the row shows:
  /// ``RowContext/revision(_:)`` mixes it.
  func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel]
}

/// A kind that gives blocks, which the bubble stacks in the order of the registry.
public protocol BubbleBlockKind: MessageKind {
  /// The message's blocks of this kind, none when it has nothing to show.
  ///
  /// May depend on the message and the facts alone: both are in the revision of the bubble's rows,
  /// so a bubble that shows something else is laid out anew.
  func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock]
}

/// The name of a kind: `"text"`, `"example.poll"`.
public struct KindName: Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(stringLiteral value: String) { rawValue = value }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
