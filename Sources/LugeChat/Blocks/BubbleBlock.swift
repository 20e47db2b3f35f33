/// Part of a bubble's content: a text, a grid of pictures, a poll. A value, made off the main
/// thread.
///
/// As with rows, the layout function is static and pure. Blocks are independent; the bubble stacks
/// them.
public protocol BubbleBlock: Sendable {
  /// Lays out the block in at most ``BlockContext/maxWidth`` pixels. Equal inputs must give equal
  /// layouts.
  static func layout(_ block: Self, in context: BlockContext) -> BlockLayout

  /// Distance from the bubble's sides. The default is ``BlockMargin/text``.
  var margin: BlockMargin { get }
  /// Place in the bubble. The default is ``BlockRole/stacked``.
  var role: BlockRole { get }
  /// Whether it keeps, below a picture, the distance that it has from the bubble's edge. The
  /// default is false, for captions, which have space above their letters.
  var keepsDistance: Bool { get }
  /// Returns the parts into which the block is cut; each part except the first begins a new row.
  /// The default is the whole block.
  func parts() -> [any BubbleBlock]
}

extension BubbleBlock {
  public var margin: BlockMargin { .text }
  public var role: BlockRole { .stacked }
  public var keepsDistance: Bool { false }
  public func parts() -> [any BubbleBlock] { [self] }

  /// Lays out a block of any kind.
  public func layout(in context: BlockContext) -> BlockLayout { Self.layout(self, in: context) }
}

/// Distance of a block from the sides of the bubble.
public enum BlockMargin: Hashable, Sendable {
  /// The same distance as text.
  case text
  /// A narrow rim, for pictures.
  case picture
  /// No distance, for content without a bubble.
  case none
}

/// Place of a block in its bubble.
public enum BlockRole: Hashable, Sendable {
  /// Below the previous block.
  case stacked
  /// At the bottom trailing corner: after the last line if there is space, over a picture, or on a
  /// line of its own. A bubble has one trailer; further ones are stacked.
  case trailer
}
