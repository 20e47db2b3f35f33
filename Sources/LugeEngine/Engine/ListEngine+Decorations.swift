extension ListEngine {
  /// How much of the heading of the rows in view (``RowModel/pinnedHeading``) is seen at the list's
  /// upper edge, 0 to 1. 0 from the start: a window shows it while the list moves.
  public var headingOpacity: Double {
    get { decorations.headingOpacity }
    set {
      guard newValue != decorations.headingOpacity else { return }
      decorations.headingOpacity = newValue
      clock.isDue = true
    }
  }

  /// What stands over the list.
  public var floating: [FloatingDecoration] {
    get { decorations.floating }
    set {
      guard !newValue.isEmpty || !decorations.floating.isEmpty else { return }
      decorations.floating = newValue
      clock.isDue = true
    }
  }

  /// Says what stands in the slots of rows (``LugeCore/RowLayout/slots``).
  public var decorator: (any RowDecorator)? {
    get { decorations.decorator }
    set {
      decorations.decorator = newValue
      clock.isDue = true
    }
  }

  /// To be called after what ``decorator`` answers has changed: the next frame asks again, and
  /// nothing is laid out, moved or drawn anew but the decorations.
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
