import LugeCore
import LugeImages
import LugeQt

/// Plays the one animated picture that the viewer shows.
@MainActor
final class ViewerAnimation {
  private let player: AnimationPlayer
  private var request: ImageRequest?

  /// - Parameter onArrival: frames came that nobody could wait for.
  init(onArrival: @escaping @MainActor () -> Void) {
    let waker = FrameWaker()
    waker.onWake = onArrival
    player = AnimationPlayer { waker.wake() }
  }

  /// Frame to be drawn now; nil for a picture that is not animated, or not yet decoded.
  var frame: Bitmap? { request.flatMap { player.frame(of: $0)?.bitmap } }

  /// - Parameter request: nil for none.
  /// - Returns: when the next frame is due; nil when none is.
  @discardableResult
  func show(_ request: ImageRequest?, at time: Double) -> Double? {
    self.request = request
    player.show(request.map { [$0] } ?? [], at: time)
    player.advance(to: time)
    return player.nextChange
  }
}
