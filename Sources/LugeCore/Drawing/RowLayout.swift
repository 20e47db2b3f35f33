/// A region of a row that reacts to clicks.
public struct HitRegion: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case openLink(String)
    case openFile(String)
    /// Shows a picture larger.
    case openImage(ImageKey)
    /// Jumps to another item of the same list.
    case goTo(ItemID)
    /// Performs an action known only to the row's kind and the program.
    case custom(String)
    /// Performs an action that is a value of the kind's own type.
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
/// for both sizing and drawing (a rule of Chatto, Badoo's chat library), so that the two cannot
/// differ.
public struct RowLayout: Sendable {
  /// Size in device pixels: the list's width, and the row's own height.
  public var size: PixelSize
  public var drawList: DrawList
  public var hitRegions: [HitRegion]
  public var lines: [LineMark]
  /// Texts that can be selected, with their links, from top to bottom.
  public var texts: [RowText]
  /// Texts in which matches are marked, though they cannot be selected: a poll's question, a file's
  /// name.
  public var labels: [RowText] = []
  /// Parts that change by themselves.
  public var rowLayers: [RowLayer]
  /// Places for small marks that change without the row.
  public var slots: [RowSlot] = []
  /// Rectangles of short texts over pictures, such as a time. The floating heading vanishes where
  /// it would touch one, because two texts in one place cannot be read.
  public var plates: [Rect] = []
  /// Part that is highlighted after a jump to the row's item; nil: the whole row.
  public var body: RowBody?
  /// Text of the row for screen readers.
  public var accessibleText: String
  /// Text that "Copy" copies; nil for rows without text of their own.
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

  /// Adds what another layout shows, and what can be done with it, moved by so many device pixels.
  /// The size, the body and the texts for copying and reading aloud stay this layout's.
  public mutating func append(_ part: RowLayout, x: Int, y: Int) {
    let (dx, dy) = (Double(x), Double(y))
    drawList.append(part.drawList, at: Point(x: dx, y: dy))
    hitRegions += part.hitRegions.map { $0.offsetBy(x: dx, y: dy) }
    lines += part.lines.map { LineMark(top: $0.top + y, key: $0.key) }
    texts += part.texts.map { $0.offsetBy(x: dx, y: dy) }
    labels += part.labels.map { $0.offsetBy(x: dx, y: dy) }
    slots += part.slots.map { $0.offsetBy(x: dx, y: dy) }
    plates += part.plates.map { $0.offsetBy(x: dx, y: dy) }
    rowLayers += part.rowLayers.map { $0.offsetBy(x: dx, y: dy) }
  }

  /// Returns the row mirrored for right-to-left languages: everything has the distance from the
  /// right edge that it had from the left. Texts and pictures only change places; paths are
  /// mirrored, unless they have a fixed direction (``Path/keepsDirection``).
  public func mirrored() -> RowLayout {
    let width = Double(size.width)
    var result = self
    result.drawList = drawList.mirrored(in: width)
    for index in result.hitRegions.indices {
      result.hitRegions[index].rect = hitRegions[index].rect.mirrored(in: width)
    }
    result.texts = texts.map { $0.mirrored(in: width) }
    result.labels = labels.map { $0.mirrored(in: width) }
    for index in result.slots.indices {
      result.slots[index].rect = slots[index].rect.mirrored(in: width)
    }
    result.plates = plates.map { $0.mirrored(in: width) }
    for index in result.rowLayers.indices {
      let layer = rowLayers[index]
      result.rowLayers[index].rect = layer.rect.mirrored(in: width)
      result.rowLayers[index].radii = layer.radii.mirrored
    }
    if let body {
      result.body = RowBody(body.rect.mirrored(in: width), body.radii.mirrored)
    }
    return result
  }
}

extension DrawList {
  /// Returns the commands mirrored in a drawing of this width, as ``RowLayout/mirrored()`` does it.
  ///
  /// - Parameter turnsLines: whether polylines are mirrored as well, as those of charts are;
  ///   otherwise they keep their direction, as the waveform of a recording does.
  public func mirrored(in width: Double, turnsLines: Bool = false) -> DrawList {
    var result = self
    result.commands = commands.map { $0.mirrored(in: width, turnsLines: turnsLines) }
    return result
  }
}

extension DrawCommand {
  fileprivate func mirrored(in width: Double, turnsLines: Bool) -> DrawCommand {
    switch self {
    case .rectangle(let rect, let fill):
      .rectangle(rect.mirrored(in: width), fill: fill)
    case .roundedRectangle(let rect, let radii, let fill, let stroke):
      .roundedRectangle(rect.mirrored(in: width), radii.mirrored, fill: fill, stroke: stroke)
    case .path(let path, let fill, let stroke):
      .path(path.mirrored(in: width), fill: fill, stroke: stroke)
    case .shadow(let rect, let radii, let shadow):
      .shadow(rect.mirrored(in: width), radii.mirrored, shadow)
    case .polyline(let line, let fill, let stroke):
      .polyline(
        turnsLines ? line.turned(in: width) : line.moved(in: width), fill: fill, stroke: stroke)
    case .text(let layout, let at, let color, let linkColor):
      .text(
        layout, at: Point(x: width - at.x - Double(layout.size.width), y: at.y), color: color,
        linkColor: linkColor)
    case .image(let key, let rect, let radii, let placeholder):
      .image(key, rect.mirrored(in: width), radii.mirrored, placeholder: placeholder)
    }
  }
}

extension Rect {
  fileprivate func mirrored(in width: Double) -> Rect {
    Rect(x: width - x - self.width, y: y, width: self.width, height: height)
  }
}

extension RowText {
  fileprivate func mirrored(in width: Double) -> RowText {
    var result = self
    result.origin.x = width - origin.x - Double(layout.size.width)
    return result
  }
}

extension CornerRadii {
  fileprivate var mirrored: CornerRadii {
    CornerRadii(
      topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}

extension Polyline {
  fileprivate func turned(in width: Double) -> Polyline {
    var result = self
    result.points = points.map { Point(x: width - $0.x, y: $0.y) }
    result.clip = clip?.mirrored(in: width)
    return result
  }

  /// Returns the line moved to its mirrored place, with its direction unchanged.
  fileprivate func moved(in width: Double) -> Polyline {
    let xs = points.lazy.map(\.x).filter(\.isFinite)
    guard let left = clip?.x ?? xs.min(), let right = clip.map({ $0.x + $0.width }) ?? xs.max()
    else { return self }
    return offsetBy(Point(x: width - left - right, y: 0))
  }
}

extension Path {
  fileprivate func mirrored(in width: Double) -> Path {
    guard !keepsDirection else {
      let xs = elements.lazy.flatMap { element -> [Double] in
        switch element {
        case .move(let p), .line(let p): [p.x]
        case .curve(let a, let b, let p): [a.x, b.x, p.x]
        case .close: []
        }
      }
      guard let left = xs.min(), let right = xs.max() else { return self }
      return offsetBy(Point(x: width - left - right, y: 0))
    }
    func turned(_ p: Point) -> Point { Point(x: width - p.x, y: p.y) }
    return Path(
      elements.map { element in
        switch element {
        case .move(let p): .move(turned(p))
        case .line(let p): .line(turned(p))
        case .curve(let a, let b, let p): .curve(turned(a), turned(b), to: turned(p))
        case .close: .close
        }
      })
  }
}
