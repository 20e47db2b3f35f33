/// Costs of work in a replay's virtual time, seconds.
///
/// The defaults are what the frame log shows on a slow two-core machine with Pango's own text path;
/// a replay is about the order of things, not about a processor.
public struct ReplayCosts: Sendable, Hashable {
  /// Reading one item of the source.
  public var fetchItem = 12e-6
  /// Laying out a text, and each byte of it.
  public var layoutText = 12e-6
  public var layoutByte = 0.9e-6
  /// Drawing a bitmap, and each pixel of it.
  public var drawBitmap = 60e-6
  public var drawPixel = 3e-9
  /// Taking in one result.
  public var drainResult = 2e-6
  public var applyChange = 4e-6
  /// Placing and copying a piece.
  public var placePiece = 8e-6
  /// Whatever a frame costs that shows nothing.
  public var frame = 200e-6
  /// Asking for what comes next, and putting a frame on the screen: in the others, where neither
  /// was measured.
  public var ask = 0.0
  public var paint = 0.0

  public init() {}
}
