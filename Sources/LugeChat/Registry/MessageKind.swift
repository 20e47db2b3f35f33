public import LugeEngine

/// A kind of content that a conversation can show. Kinds are independent: adding one needs no
/// change of others.
///
/// A kind is either a ``RowKind`` (rows beside the bubble: a date, a service line) or a
/// ``BubbleBlockKind`` (a block inside it: a text, a picture, a poll).
///
/// Content of your own is a ``ChatAttachment`` and a kind that shows it. Content that exports have,
/// such as a poll or a location, is a case of ``ChatMedia/Kind-swift.enum`` instead, which
/// ``MediaKind`` shows.
public protocol MessageKind: Sendable {
  /// Name, unique in a registry; other kinds are inserted before or after it.
  static var name: KindName { get }
}

/// Kind that makes rows of its own, above or below the bubble.
public protocol RowKind: MessageKind {
  /// Returns the message's rows of this kind; none if it has nothing to show.
  ///
  /// Every row's revision must change with everything that the row shows; make it with
  /// ``RowContext/revision(_:)``.
  func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel]
}

/// Kind that makes blocks; the bubble stacks them in the order of the registry.
public protocol BubbleBlockKind: MessageKind {
  /// Returns the message's blocks of this kind; none if it has nothing to show.
  ///
  /// They may depend only on the message and the facts. Both are in the revision of the bubble's
  /// rows, so a changed bubble is laid out again.
  func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock]
}

/// Name of a kind: `"text"`, `"example.poll"`.
public struct KindName: Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(stringLiteral value: String) { rawValue = value }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
