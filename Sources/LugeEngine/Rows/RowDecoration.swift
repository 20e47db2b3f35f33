public import LugeCore

/// Drawing in a ``LugeCore/RowSlot``. Equal decorations look equal: one drawing is shared by all
/// slots of the same size.
public protocol RowDecoration: Hashable, Sendable {
  /// Returns the drawing for a place of this size in device pixels. Called on a lane.
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList
}

/// Provider of the decorations of the slots of a list's rows. An engine calls it within a frame,
/// only for slots in view; it must return at once.
public protocol RowDecorator: AnyObject {
  /// Returns the decoration of a slot; nil for none.
  func decoration(in slot: SlotKey) -> (any RowDecoration)?

  /// Returns text that a screen reader adds to an item's own; nil for none.
  ///
  /// - Parameter slots: the slots of the item's rows.
  func accessibleText(of item: ItemID, in slots: [SlotKey]) -> String?
}

extension RowDecorator {
  public func accessibleText(of item: ItemID, in slots: [SlotKey]) -> String? { nil }
}

/// Several decorators as one: the first that has a decoration for a slot is used.
public final class RowDecorators: RowDecorator {
  private let all: [any RowDecorator]

  public init(_ all: any RowDecorator...) { self.all = all }

  public func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    for decorator in all {
      if let decoration = decorator.decoration(in: slot) { return decoration }
    }
    return nil
  }

  public func accessibleText(of item: ItemID, in slots: [SlotKey]) -> String? {
    let texts = all.compactMap { $0.accessibleText(of: item, in: slots) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

/// Heading that floats at the upper edge of a list while its rows scroll below it, such as the day
/// of the messages in view. When the row that is itself this heading reaches the edge, it takes its
/// place; the next heading pushes it out.
public struct PinnedHeading {
  /// Distance from the list's edge and from the next heading, points.
  static let margin = 6.0

  public var decoration: any RowDecoration
  /// Size of the heading, points; it is centred in the list.
  public var width: Double
  public var height: Double
  /// Whether the row is itself the heading, drawn at its ``LugeCore/RowLayout/body``.
  public var isOwn: Bool

  public init(
    _ decoration: any RowDecoration, width: Double, height: Double, isOwn: Bool = false
  ) {
    self.decoration = decoration
    self.width = width
    self.height = height
    self.isOwn = isOwn
  }
}

/// Decoration over the list that does not scroll with it: who is typing.
public struct FloatingDecoration {
  public var decoration: any RowDecoration
  /// Rectangle in the viewport, whole device pixels.
  public var rect: Rect
  /// Opacity, 0 to 1.
  public var opacity: Double

  public init(_ decoration: any RowDecoration, in rect: Rect, opacity: Double = 1) {
    self.decoration = decoration
    self.rect = rect
    self.opacity = opacity
  }
}
