public import LugeCore

/// An input to a list, in numbers only: positions, pixels, counts. It contains no texts or names,
/// so a recording can be shared.
public enum EngineInput: Hashable, Sendable {
  /// A frame was requested at this time in seconds, after the inputs before it.
  case frame(Double)
  /// The viewport was resized, in device pixels.
  case viewport(PixelSize)
  /// Rows stayed where they are on the screen while the viewport's upper edge moved down by these
  /// device pixels; negative: up. Follows the ``viewport(_:)`` that it belongs to.
  case movedDown(Int)
  case scrolled(Int)
  case jumped(Int)
  case scrolledToEnd
  case changed([ListChange])
}
