/// A text of a row that can be selected and searched, with its clickable ranges.
///
/// The positions of its characters are not computed with the row's layout, because most rows are
/// only measured: the engine has a lane compute them for the rows on screen.
public struct RowText: Sendable {
  /// A range that can be clicked.
  public struct Link: Sendable, Hashable {
    /// Range of UTF-8 offsets in the layout's text.
    public var range: Range<Int>
    public var action: HitRegion.Action

    public init(_ range: Range<Int>, _ action: HitRegion.Action) {
      self.range = range
      self.action = action
    }
  }

  public var layout: TextLayout
  /// Upper left of the layout in device pixels, from the row's upper left.
  public var origin: Point
  /// UTF-8 offset of this text in its item's whole text. It grows from text to text and from row to
  /// row of an item, so that the positions of a selection are in order.
  public var offset: Int
  public var links: [Link]

  public init(_ layout: TextLayout, origin: Point = .zero, offset: Int = 0, links: [Link] = []) {
    self.layout = layout
    self.origin = origin
    self.offset = offset
    self.links = links
  }

  public func offsetBy(x: Double, y: Double) -> RowText {
    var result = self
    result.origin = Point(x: origin.x + x, y: origin.y + y)
    return result
  }

  /// Range of this text in its item's whole text.
  public var range: Range<Int> { offset..<offset + layout.request.text.string.utf8.count }
}
