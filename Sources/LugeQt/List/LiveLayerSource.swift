public import LugeCore
public import LugeEngine

/// Gives a list's live layers what they show: one for all layers, with one clock.
@MainActor
public protocol LiveLayerSource: AnyObject {
  /// Called with the layers in view, with every frame and once more, with none, when the list is
  /// hidden. Has to return at once.
  ///
  /// - Parameter time: of the frame, seconds on the frame clock.
  /// - Returns: what each layer shows (nil leaves the row's own drawing), and the time of the next
  ///   change; nil when there will be none unless ``ListSurface/requestFrame()`` is called.
  func show(_ layers: [FramePlan.Layer], at time: Double) -> LiveLayerFrames
}

/// What live layers show at a time.
public struct LiveLayerFrames: Sendable {
  /// In the order of the layers.
  public var bitmaps: [Bitmap?]
  /// Seconds on the frame clock.
  public var next: Double?

  public init(bitmaps: [Bitmap?] = [], next: Double? = nil) {
    self.bitmaps = bitmaps
    self.next = next
  }
}
