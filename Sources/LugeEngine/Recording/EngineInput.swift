public import LugeCore

/// An input to a list, in numbers only: positions, pixels, counts. It contains no texts or names,
/// so a recording can be shared.
public enum EngineInput: Hashable, Sendable {
  /// A frame was requested at this time in seconds, after the inputs before it.
  case frame(Double)
  /// The viewport was resized, in device pixels.
  case viewport(PixelSize)
  case scrolled(Int)
  case jumped(Int)
  case scrolledToEnd
  case changed([ListChange])
}
