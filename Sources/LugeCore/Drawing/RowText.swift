/// A text of a row that can be selected and searched, and what in it reacts to a click.
///
/// Where its characters stand is not worked out with the row's layout, for most rows are only
/// measured: the engine has a lane do it for the rows on screen.
public struct RowText: Sendable {
  /// A stretch that reacts to a click.
  public struct Link: Sendable, Hashable {
    /// UTF-8 offsets in the layout's text.
    public var range: Range<Int>
    public var action: HitRegion.Action

    public init(_ range: Range<Int>, _ action: HitRegion.Action) {
      self.range = range
      self.action = action
    }
  }

  public var layout: TextLayout
  /// Of the layout's top left, device pixels from the row's.
  public var origin: Point
  /// UTF-8 offset of the layout's text in what its item says as a whole. It grows from text to text
  /// and row to row of an item, so that places of a selection are in order.
  public var offset: Int
  public var links: [Link]

  public init(_ layout: TextLayout, origin: Point = .zero, offset: Int = 0, links: [Link] = []) {
    self.layout = layout
    self.origin = origin
    self.offset = offset
    self.links = links
  }

  /// The text's range in what its item says.
  public var range: Range<Int> { offset..<offset + layout.request.text.string.utf8.count }
}
