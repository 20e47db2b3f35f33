public import LugeCore

/// What stands in a ``LugeCore/RowSlot``. Equal decorations look equal: each is drawn once for all
/// the slots of one size that it stands in.
public protocol RowDecoration: Hashable, Sendable {
  /// What it draws in a place of so many device pixels, from its upper left. Called on a lane.
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList
}

/// Says what stands in the slots of a list's rows. An engine asks it within a frame, and only for
/// slots in view; it has to answer at once.
public protocol RowDecorator: AnyObject {
  /// What stands in a slot; nil for nothing.
  func decoration(in slot: SlotKey) -> (any RowDecoration)?

  /// What a screen reader adds to what an item's rows say; nil for nothing.
  func accessibleText(of item: ItemID) -> String?
}

extension RowDecorator {
  public func accessibleText(of item: ItemID) -> String? { nil }
}

/// Several decorators as one: of those that have something for a slot, the first.
public final class RowDecorators: RowDecorator {
  private let all: [any RowDecorator]

  public init(_ all: any RowDecorator...) { self.all = all }

  public func decoration(in slot: SlotKey) -> (any RowDecoration)? {
    for decorator in all {
      if let decoration = decorator.decoration(in: slot) { return decoration }
    }
    return nil
  }

  public func accessibleText(of item: ItemID) -> String? {
    let texts = all.compactMap { $0.accessibleText(of: item) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

/// What stays at the upper edge of a list while the rows that it is about pass below it: the day of
/// the messages in view. A row that is one itself takes its place as it gets there, and the next
/// one pushes it out.
public struct PinnedHeading {
  /// Points between it and the list's edge, and the heading that follows.
  static let margin = 6.0

  public var decoration: any RowDecoration
  /// Of the place that it is drawn in, points; it stands in the middle of the list.
  public var width: Double
  public var height: Double
  /// Whether the row is the heading itself, at its ``LugeCore/RowLayout/body``.
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

/// Something that stands over the list and does not move with it: who is typing.
public struct FloatingDecoration {
  public var decoration: any RowDecoration
  /// In the viewport, whole device pixels.
  public var rect: Rect
  /// 0 to 1.
  public var opacity: Double

  public init(_ decoration: any RowDecoration, in rect: Rect, opacity: Double = 1) {
    self.decoration = decoration
    self.rect = rect
    self.opacity = opacity
  }
}
