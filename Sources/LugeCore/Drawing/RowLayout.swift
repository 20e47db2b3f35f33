/// A place in a row that reacts to the pointer.
public struct HitRegion: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case openLink(String)
    case openFile(String)
    /// Show a picture larger.
    case openImage(ImageKey)
    /// Go to another item of the same list.
    case goTo(ItemID)
    /// An action that only the row's own kind and the program know.
    case custom(String)
    /// The same as a value of a type that its kind has made for it.
    case typed(AnyRowAction)
  }

  public var rect: Rect
  public var action: Action
  /// What it is called where there is no picture of it: by a screen reader.
  public var label: String
  /// Of what is drawn over it while it is held down, device pixels; 0 for what is usual.
  public var cornerRadius: Double

  public init(_ rect: Rect, _ action: Action, label: String = "", cornerRadius: Double = 0) {
    self.rect = rect
    self.action = action
    self.label = label
    self.cornerRadius = cornerRadius
  }

  /// Of an action of a kind's own type.
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

/// A line of a row that can be found again after the row was laid out at another width: where it
/// is, and a key (for text, the offset of its first byte) that grows from line to line.
public struct LineMark: Hashable, Sendable {
  public var top: Int
  public var key: Int

  public init(top: Int, key: Int) {
    self.top = top
    self.key = key
  }
}

/// Everything about a row at one width, scale and style: computed once, off the main thread, and
/// used for both sizing and drawing (Chatto's rule).
public struct RowLayout: Sendable {
  /// Width is that of the list; height is what the row takes.
  public var size: PixelSize
  public var drawList: DrawList
  public var hitRegions: [HitRegion]
  public var lines: [LineMark]
  /// What can be selected, with its links, from top to bottom.
  public var texts: [RowText]
  /// Parts that change by themselves.
  public var liveLayers: [LiveLayer]
  /// Places for signs that change without the row.
  public var slots: [RowSlot] = []
  /// What stands out after a jump to the row's item; nil for the whole row.
  public var body: RowBody?
  /// The row as a screen reader says it.
  public var accessibleText: String
  /// What "Copy" puts on the clipboard; nil for rows without text of their own.
  public var copyText: String?

  public init(
    size: PixelSize, drawList: DrawList = DrawList(), hitRegions: [HitRegion] = [],
    lines: [LineMark] = [], liveLayers: [LiveLayer] = [], accessibleText: String = "",
    copyText: String? = nil, texts: [RowText] = []
  ) {
    self.size = size
    self.drawList = drawList
    self.hitRegions = hitRegions
    self.lines = lines
    self.texts = texts
    self.liveLayers = liveLayers
    self.accessibleText = accessibleText
    self.copyText = copyText
  }
}
