public import LugeCore

/// A block laid out at one width, in device pixels from its own top left.
public struct BlockLayout: Sendable {
  public var size: PixelSize
  public var drawList: DrawList
  public var hitRegions: [HitRegion]
  public var lines: [LineMark]
  /// What can be selected, with its links.
  public var texts: [RowText]
  public var liveLayers: [LiveLayer]
  /// Places for signs that change without the bubble.
  public var slots: [RowSlot] = []
  /// What a screen reader says of the block; empty for decoration.
  public var accessibleText: String
  /// What "Copy" takes from the block.
  public var copyText: String?
  /// Where the bubble may put its time.
  public var trailerSpace: TrailerSpace
  /// Content that stands without a bubble, as a sticker does. A bubble is drawn when any of the
  /// blocks wants one.
  public var isBare: Bool
  /// The same block at a larger width, of the same height: called when the bubble turned out wider
  /// than the block. It closes over what is measured already, so nothing is measured twice. Nil
  /// for blocks that keep their width.
  public var stretch: (@Sendable (_ width: Int) -> BlockLayout)?

  public init(
    size: PixelSize, drawList: DrawList = DrawList(), hitRegions: [HitRegion] = [],
    lines: [LineMark] = [], liveLayers: [LiveLayer] = [], accessibleText: String = "",
    copyText: String? = nil, texts: [RowText] = [],
    trailerSpace: TrailerSpace = .none, isBare: Bool = false,
    stretch: (@Sendable (_ width: Int) -> BlockLayout)? = nil
  ) {
    self.size = size
    self.drawList = drawList
    self.hitRegions = hitRegions
    self.lines = lines
    self.texts = texts
    self.liveLayers = liveLayers
    self.accessibleText = accessibleText
    self.copyText = copyText
    self.trailerSpace = trailerSpace
    self.isBare = isBare
    self.stretch = stretch
  }

  /// Where a bubble's time may go, if this block is the last.
  public enum TrailerSpace: Hashable, Sendable {
    case none
    /// Right of this x, at the block's bottom.
    case lastLine(endX: Int)
    /// Over the block itself, which is a picture.
    case overPicture
  }
}
