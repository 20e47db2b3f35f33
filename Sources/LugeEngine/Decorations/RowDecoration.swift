public import LugeCore

/// What stands in a ``LugeCore/RowSlot``. Equal decorations look equal: each is drawn once for all the
/// slots of one size that it stands in.
public protocol RowDecoration: Hashable, Sendable {
  /// What it draws in a place of so many device pixels, from its upper left. Called on a lane.
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList
}

/// Says what stands in the slots of a list's rows. An engine asks it within a frame, and only for slots
/// in view; it has to answer at once.
public protocol RowDecorator: AnyObject {
  /// What stands in a slot; nil for nothing.
  func decoration(in slot: SlotKey) -> (any RowDecoration)?

  /// What a screen reader adds to what an item's rows say; nil for nothing.
  func accessibleText(of item: ItemID) -> String?
}

extension RowDecorator {
  public func accessibleText(of item: ItemID) -> String? { nil }
}

extension ListEngine {
  /// Says what stands in the slots of rows (``LugeCore/RowLayout/slots``).
  public var decorator: (any RowDecorator)? {
    get { decorations.decorator }
    set {
      decorations.decorator = newValue
      clock.isDue = true
    }
  }

  /// To be called after what ``decorator`` answers has changed: the next frame asks again, and nothing is
  /// laid out, moved or drawn anew but the decorations.
  public func decorationsChanged() {
    guard decorations.decorator != nil else { return }
    decorations.changed()
    clock.isDue = true
  }

  /// The same as ``decorationsChanged()``, from any thread; wakes the list.
  public var decorationsNotifier: @Sendable () -> Void {
    let mailbox = mailbox
    return { mailbox.post(.decorationsChanged) }
  }
}
