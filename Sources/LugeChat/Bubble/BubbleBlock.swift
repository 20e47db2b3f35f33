/// One piece of a bubble's content: a text, a grid of pictures, a poll. A plain value, made off the
/// main thread.
///
/// As with rows, the layout function is static and pure. Blocks know nothing of each other; the
/// bubble stacks them.
public protocol BubbleBlock: Sendable {
  /// The block in at most ``BlockContext/maxWidth`` pixels. Equal inputs give equal layouts.
  static func layout(_ block: Self, in context: BlockContext) -> BlockLayout

  /// How far the block stays away from the bubble's sides. The default is ``BlockMargin/text``.
  var margin: BlockMargin { get }
  /// Where in the bubble it goes. The default is ``BlockRole/stacked``.
  var role: BlockRole { get }
  /// The block cut into pieces that rows may separate; a piece begins a row of its own, except the
  /// first. The default is the block itself, uncut.
  func pieces() -> [any BubbleBlock]
}

extension BubbleBlock {
  public var margin: BlockMargin { .text }
  public var role: BlockRole { .stacked }
  public func pieces() -> [any BubbleBlock] { [self] }

  /// Lays out a block whose kind is not known statically.
  public func layout(in context: BlockContext) -> BlockLayout { Self.layout(self, in: context) }
}

/// How far a block stays away from the sides of the bubble.
public enum BlockMargin: Hashable, Sendable {
  /// As far as text.
  case text
  /// A narrow rim, for pictures.
  case picture
  /// Not at all, for content without a bubble.
  case none
}

/// Where a block goes.
public enum BlockRole: Hashable, Sendable {
  /// Below the block before it.
  case stacked
  /// At the bottom trailing corner: behind the last line when there is room, over a picture, or
  /// on a line of its own. A bubble has one; of several, the later ones are stacked.
  case trailer
}
