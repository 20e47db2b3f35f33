public import LugeCore
public import LugeEngine

/// Provides the current bitmaps of a list's row layers: one source for all layers, with one clock.
@MainActor
public protocol RowLayerSource: AnyObject {
  /// Called with the row layers in view in every frame, and once more, with none, when the list is
  /// hidden. It must return at once.
  ///
  /// - Parameter time: of the frame, seconds on the frame clock.
  /// - Returns: the bitmap of each layer (nil leaves the row's own drawing), and the time of the
  ///   next change; nil when there will be none unless ``ListSurface/requestFrame()`` is called.
  func show(_ layers: [FramePlan.Layer], at time: Double) -> RowLayerFrames
}

/// The bitmaps of row layers at a time.
public struct RowLayerFrames: Sendable {
  /// In the order of the layers.
  public var bitmaps: [Bitmap?]
  /// Time of the next change, seconds on the frame clock; nil for none.
  public var next: Double?

  public init(bitmaps: [Bitmap?] = [], next: Double? = nil) {
    self.bitmaps = bitmaps
    self.next = next
  }
}
