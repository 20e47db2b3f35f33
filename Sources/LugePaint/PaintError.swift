/// Errors of painting.
public enum PaintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A pixel buffer is smaller than its width, height and stride require; counts in pixels.
  case bufferTooSmall(needed: Int, given: Int)
  /// A width, height or stride is negative, zero where it must not be, or beyond Cairo's limit.
  case invalidSize(width: Int, height: Int, stride: Int)
  /// Cairo could not draw or encode; the text is Cairo's own.
  case cairo(String)
  /// A picture could not be written to a file; the reason is the system's text.
  case notWritten(path: String, reason: String)

  public var description: String {
    switch self {
    case .bufferTooSmall(let needed, let given):
      "A pixel buffer holds \(given) pixels, \(needed) are needed."
    case .invalidSize(let width, let height, let stride):
      "A picture cannot be \(width) × \(height) pixels with \(stride) pixels a row."
    case .cairo(let reason): "Drawing failed: \(reason)."
    case .notWritten(let path, let reason): "\(path): cannot be written: \(reason)"
    }
  }
}
