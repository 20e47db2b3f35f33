import LugeCore
import LugeImages
import LugeQt

/// Plays the animated picture that the viewer shows.
@MainActor
final class ViewerAnimation {
  private let player: AnimationPlayer
  private var request: ImageRequest?

  /// - Parameter onArrival: called when frames were decoded while nothing was waiting for them.
  init(onArrival: @escaping @MainActor () -> Void) {
    let waker = FrameWaker()
    waker.onWake = onArrival
    player = AnimationPlayer { waker.wake() }
  }

  /// Frame to draw now; nil if the picture is not animated, or not decoded yet.
  var frame: Bitmap? { request.flatMap { player.frame(of: $0)?.bitmap } }

  /// - Parameter request: the picture; nil stops.
  /// - Returns: time at which the next frame is due; nil if there is none.
  @discardableResult
  func show(_ request: ImageRequest?, at time: Double) -> Double? {
    self.request = request
    player.show(request.map { [$0] } ?? [], at: time)
    player.advance(to: time)
    return player.nextChange
  }
}
