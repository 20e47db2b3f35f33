import LugeCore
public import LugeEngine
public import LugeImages
public import LugeQt

/// Plays the animated pictures in view of a list. The list's clock asks for the time of the next
/// change; there is no timer.
@MainActor
public final class ListAnimations: RowLayerSource {
  private let player: AnimationPlayer
  private let waker = FrameWaker()
  private var isPermitted = true

  /// Called when frames were decoded after the clock had stopped: request a frame of the list.
  public var onArrival: (@MainActor () -> Void)? {
    get { waker.onWake }
    set { waker.onWake = newValue }
  }

  public init() {
    let waker = waker
    player = AnimationPlayer(loader: ListPictures.files) { waker.wake() }
  }

  /// Allows animations, or stops all: by the user's setting or the system's.
  public func setPermitted(_ isPermitted: Bool) {
    guard isPermitted != self.isPermitted else { return }
    self.isPermitted = isPermitted
    player.setPermitted(isPermitted, at: FrameClock.now)
    onArrival?()
  }

  public func show(_ layers: [FramePlan.Layer], at time: Double) -> RowLayerFrames {
    let requests = layers.map { ImageRequest($0.key, size: $0.size) }
    player.show(Set(requests), at: time)
    player.advance(to: time)
    return RowLayerFrames(
      bitmaps: requests.map { player.frame(of: $0)?.bitmap }, next: player.nextChange)
  }
}
