public import LugeCore

/// Layout of a block at one width, in device pixels from its upper left.
public struct BlockLayout: Sendable {
  public var size: PixelSize
  public var drawList: DrawList
  public var hitRegions: [HitRegion]
  public var lines: [LineMark]
  /// Texts that can be selected, with their links.
  public var texts: [RowText]
  /// Texts in which matches are marked, though they cannot be selected.
  public var labels: [RowText] = []
  public var rowLayers: [RowLayer]
  /// Places for marks that change while the bubble's layout stays.
  public var slots: [RowSlot] = []
  /// Text for screen readers; empty for decoration.
  public var accessibleText: String
  /// Text that "Copy" takes from the block.
  public var copyText: String?
  /// Space in which the bubble may put its time.
  public var trailerSpace: TrailerSpace
  /// Whether the block has no bubble, as a sticker. A bubble is drawn if any of the blocks wants
  /// one.
  public var isBare: Bool
  /// Closure that returns the block at a larger width and the same height; called when the bubble
  /// is wider than the block. It captures what was measured, so that nothing is measured twice. Nil
  /// for blocks that keep their width.
  public var stretch: Stretch?

  public init(
    size: PixelSize, drawList: DrawList = DrawList(), hitRegions: [HitRegion] = [],
    lines: [LineMark] = [], rowLayers: [RowLayer] = [], accessibleText: String = "",
    copyText: String? = nil, texts: [RowText] = [],
    trailerSpace: TrailerSpace = .none, isBare: Bool = false,
    stretch: Stretch? = nil
  ) {
    self.size = size
    self.drawList = drawList
    self.hitRegions = hitRegions
    self.lines = lines
    self.texts = texts
    self.rowLayers = rowLayers
    self.accessibleText = accessibleText
    self.copyText = copyText
    self.trailerSpace = trailerSpace
    self.isBare = isBare
    self.stretch = stretch
  }

  public typealias Stretch = @Sendable (_ width: Int, _ context: BlockContext) -> BlockLayout

  /// Space for a bubble's time, if the block is the last one.
  public enum TrailerSpace: Hashable, Sendable {
    case none
    /// Right of this x, at the block's bottom.
    case lastLine(endX: Int)
    /// Left of a right-aligned last line of this length: where the time is in a mirrored row. In
    /// other rows, a block of one line has the time at its right.
    case rightToLeftLine(length: Int)
    /// Right of the whole block.
    case beside
    /// Over the block, which is a picture.
    case overPicture
  }
}
