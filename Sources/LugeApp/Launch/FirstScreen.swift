import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugePaint

/// The pixels that a window's list begins with: kept from the last time, or drawn while the window
/// is made.
struct FirstScreen: Sendable {
  var view: KeptScreen.View
  var bitmap: Bitmap
}

extension OpeningScreen {
  /// Results without a frame that shows something, after which drawing ahead is given up.
  private static let frameLimit = 64

  /// Draws what the list shows first, and nothing else, on the calling thread and with its tools.
  ///
  /// The engine that does it lives in a time of its own, in which its lane is this thread: nothing
  /// is handed over, and nobody is waited for. Its first frame with rows is complete, as a jump
  /// lands with all that it shows; what the engine would do next is not begun.
  ///
  /// - Returns: nil when the source fails, or something in view moves or is heavy.
  func draw(_ view: KeptScreen.View, with tools: PaintTools) -> FirstScreen? {
    let time = VirtualTime()
    let lent = Handover(tools)
    let engine = ListEngine(
      provider: provider, configuration: ChatPresentation.engineConfiguration,
      tools: { lent.tools }, runtime: time.runtime { _ in })
    var hasFailed = false
    engine.onFailure = { _ in hasFailed = true }
    engine.setColorScheme(view.scheme)
    engine.setViewport(view.size, environment: view.environment)
    if let place, let position { engine.restore(place, at: position) }
    for number in 0..<Self.frameLimit where !hasFailed {
      var plan = engine.frame(at: time.now)
      if !plan.pieces.isEmpty {
        guard plan.blankPixels == 0, !plan.pieces.contains(where: \.isUnfinished),
          plan.views.isEmpty
        else { return nil }
        plan.layers.removeAll { $0.bitmap == nil }
        return plan.composed(size: view.size).map { FirstScreen(view: view, bitmap: $0) }
      }
      time.advance(to: Double(number + 1) / 60)
    }
    return nil
  }
}
