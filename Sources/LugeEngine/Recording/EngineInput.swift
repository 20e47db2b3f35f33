public import LugeCore

/// Something that was done to a list from outside, in numbers: positions, pixels, counts. Neither
/// texts nor names, so that a recording can be given away.
public enum EngineInput: Hashable, Sendable {
  /// Whatever was done before belongs to this frame; its time in seconds.
  case frame(Double)
  /// Device pixels.
  case viewport(PixelSize)
  case scrolled(Int)
  case jumped(Int)
  case scrolledToEnd
  case changed([ListChange])
}
