public import LugeCore
public import LugeEngine

/// Source of the current bitmaps of a list's row layers: one for all layers, with one clock.
@MainActor
public protocol RowLayerSource: AnyObject {
  /// Returns the bitmaps of the row layers in view. Called in every frame, and once more, with
  /// none, when the list is hidden. It must return at once.
  ///
  /// - Parameter time: time of the frame, seconds on the frame clock.
  /// - Returns: the bitmap of each layer (nil leaves the row's own drawing), and the time of the
  ///   next change; nil when there will be none unless ``ListSurface/requestFrame()`` is called.
  func show(_ layers: [FramePlan.Layer], at time: Double) -> RowLayerFrames
}

/// Bitmaps of row layers at a time.
public struct RowLayerFrames: Sendable {
  /// Bitmaps in the order of the layers.
  public var bitmaps: [Bitmap?]
  /// Time of the next change, seconds on the frame clock; nil for none.
  public var next: Double?

  public init(bitmaps: [Bitmap?] = [], next: Double? = nil) {
    self.bitmaps = bitmaps
    self.next = next
  }
}
