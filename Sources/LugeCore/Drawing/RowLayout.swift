/// A region of a row that reacts to clicks.
public struct HitRegion: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case openLink(String)
    case openFile(String)
    /// Show a picture larger.
    case openImage(ImageKey)
    /// Jump to another item of the same list.
    case goTo(ItemID)
    /// An action known only to the row's kind and the program.
    case custom(String)
    /// An action as a value of the kind's own type.
    case typed(AnyRowAction)
  }

  public var rect: Rect
  public var action: Action
  /// Name for screen readers.
  public var label: String
  /// Corner radius of the highlight while it is pressed, device pixels; 0: the usual one.
  public var cornerRadius: Double

  public init(_ rect: Rect, _ action: Action, label: String = "", cornerRadius: Double = 0) {
    self.rect = rect
    self.action = action
    self.label = label
    self.cornerRadius = cornerRadius
  }

  /// Makes a region with an action of the kind's own type.
  public init(_ rect: Rect, _ action: some RowAction, label: String, cornerRadius: Double = 0) {
    self.init(
      rect, .typed(AnyRowAction(action)), label: label, cornerRadius: cornerRadius)
  }

  public func offsetBy(x: Double, y: Double) -> HitRegion {
    var moved = self
    moved.rect = rect.offsetBy(x: x, y: y)
    return moved
  }
}

/// A line of a row that can be found again after the row was laid out at another width: its place,
/// and a key (for text, the offset of its first byte) that grows from line to line.
public struct LineMark: Hashable, Sendable {
  public var top: Int
  public var key: Int

  public init(top: Int, key: Int) {
    self.top = top
    self.key = key
  }
}

/// The layout of a row at one width, scale and style: computed once, off the main thread, and used
/// for both sizing and drawing (Chatto's rule).
public struct RowLayout: Sendable {
  /// The width is the list's, the height is the row's own.
  public var size: PixelSize
  public var drawList: DrawList
  public var hitRegions: [HitRegion]
  public var lines: [LineMark]
  /// The texts that can be selected, with their links, from top to bottom.
  public var texts: [RowText]
  /// Texts in which matches are marked, though they cannot be selected: a poll's question, a file's
  /// name.
  public var labels: [RowText] = []
  /// Parts that change by themselves.
  public var rowLayers: [RowLayer]
  /// Places for small marks that change without the row.
  public var slots: [RowSlot] = []
  /// The part that is highlighted after a jump to the row's item; nil: the whole row.
  public var body: RowBody?
  /// Text of the row for screen readers.
  public var accessibleText: String
  /// The text that "Copy" copies; nil for rows without text of their own.
  public var copyText: String?

  public init(
    size: PixelSize, drawList: DrawList = DrawList(), hitRegions: [HitRegion] = [],
    lines: [LineMark] = [], rowLayers: [RowLayer] = [], accessibleText: String = "",
    copyText: String? = nil, texts: [RowText] = []
  ) {
    self.size = size
    self.drawList = drawList
    self.hitRegions = hitRegions
    self.lines = lines
    self.texts = texts
    self.rowLayers = rowLayers
    self.accessibleText = accessibleText
    self.copyText = copyText
  }
}
