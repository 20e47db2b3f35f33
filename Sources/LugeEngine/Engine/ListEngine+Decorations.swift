extension ListEngine {
  /// Opacity of the floating heading (``RowModel/pinnedHeading``) at the list's upper edge, 0 to 1.
  /// Starts at 0; a window shows it while the list moves.
  public var headingOpacity: Double {
    get { decorations.headingOpacity }
    set {
      guard newValue != decorations.headingOpacity else { return }
      decorations.headingOpacity = newValue
      clock.isDue = true
    }
  }

  /// Decorations that float over the list.
  public var floating: [FloatingDecoration] {
    get { decorations.floating }
    set {
      guard !newValue.isEmpty || !decorations.floating.isEmpty else { return }
      decorations.floating = newValue
      clock.isDue = true
    }
  }

  /// Provider of the decorations of row slots (``LugeCore/RowLayout/slots``); nil for no
  /// decorations.
  public var decorator: (any RowDecorator)? {
    get { decorations.decorator }
    set {
      decorations.decorator = newValue
      clock.isDue = true
    }
  }

  /// Reports that the answers of ``decorator`` have changed: the next frame asks again. Only
  /// decorations are drawn; no row is laid out, moved or drawn.
  public func decorationsChanged() {
    guard decorations.decorator != nil else { return }
    decorations.changed()
    clock.isDue = true
  }

  /// Closure that does the same as ``decorationsChanged()``, from any thread; wakes the list.
  public var decorationsNotifier: @Sendable () -> Void {
    let mailbox = mailbox
    return { mailbox.post(.decorationsChanged) }
  }
}
