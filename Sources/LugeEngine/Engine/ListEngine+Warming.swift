import LugeCore

extension ListEngine {
  /// Makes ready for another environment, with other fonts above all, before it is taken over.
  ///
  /// Another thread makes tools anew and has them lay out and draw what is in view. The first text in a font
  /// that nobody has used takes as long as a frame, and all rows in view need it at once.
  ///
  /// - Parameters:
  ///   - environment: that ``setViewport(_:environment:)`` will be given by `ready`.
  ///   - ready: called within a frame, before it is planned; at once where nothing is in view. Not called when
  ///     another environment was asked for in the meantime.
  /// - Complexity: O(rows in view), on another thread.
  public func warm(_ environment: LayoutEnvironment, ready: @escaping (ListEngine) -> Void) {
    let mailbox = mailbox
    whenWarm = nil
    guard
      tools.warm(
        environment, scheme, examples: rowModelsInView(),
        deliver: { mailbox.post(.warmTools($0, $1)) })
    else { return ready(self) }
    whenWarm = ready
  }
}
