import LugeCore

extension ListEngine {
  /// Makes ready for another environment, with other fonts above all, before it is taken over.
  ///
  /// Another thread makes tools anew and has them lay out and draw what is in view. The first text in a font that
  /// nobody has used takes as long as a frame, and all rows in view need it at once: taken over without warning,
  /// a magnification showed a frame of outlines, 33 ms late.
  ///
  /// - Parameters:
  ///   - environment: that ``setViewport(_:environment:)`` will be given by `ready`.
  ///   - ready: called within a frame, before it is planned; at once where nothing is in view. Not called when
  ///     another environment was asked for in the meantime.
  /// - Complexity: O(rows in view), on another thread.
  public func warm(_ environment: LayoutEnvironment, ready: @escaping (ListEngine) -> Void) {
    var rows: [any RowModel] = []
    forEachVisibleRow { _, row, _ in rows.append(row.model) }
    warming += 1
    guard !rows.isEmpty else {
      whenWarm = nil
      return ready(self)
    }
    whenWarm = ready
    warmEnvironment = environment
    let (mailbox, number) = (mailbox, warming)
    let preparation = ToolsPreparation(
      factory: toolsFactory, environment: environment, scheme: scheme,
      background: configuration.background, examples: rows)
    runtime.later(0) { mailbox.post(.warmTools(preparation.run(), number)) }
  }

  /// - Parameter number: of the call that asked for them.
  func take(_ handover: Handover<any LaneTools>, warmedBy number: Int) {
    guard number == warming, let ready = whenWarm else { return }
    preparedSpotTools = handover.tools
    whenWarm = nil
    // After what was delivered and before the frame is planned.
    whenTrue({ true }, ready)
  }
}
