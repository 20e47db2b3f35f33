import LugeCore
import LugeImages

/// Animated GIF. A frame is drawn over those before it, so frames are decoded in their order, and
/// going back begins again with the first.
package final class GIFAnimation: AnimationDecoder {
  package let size: PixelSize
  package let delays: [Int32]
  let loops: Int
  let heldBytes: Int

  private let file: FileCopy
  private let canvas: GIFCanvas
  private var reader: GIFReader?
  /// Index of the frame that the reader reads next.
  private var next = 0
  private var scaler: RowScaler?

  /// Opens an animation.
  ///
  /// - Returns: nil if giflib cannot read the whole file, or when decoding is cancelled.
  /// - Throws: ``ImageError/unsupportedFormat`` for a single frame,
  ///   ``ImageError/tooManyPixels(_:limit:)``, ``ImageError/tooMuchMemory(_:limit:)``,
  ///   ``ImageError/tooManyFrames(_:limit:)``.
  package init?(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) {
    guard let scout = GIFReader(bytes) else { return nil }
    size = scout.size
    guard size.width > 0, size.height > 0 else { return nil }
    try PictureGoal.check(size, limits)
    var delays: [Int32] = []
    var isTakenBack = false
    frames: while true {
      switch scout.next() {
      case .broken: return nil
      case .end: break frames
      case .frame(let frame):
        guard delays.count < limits.frames else {
          throw .tooManyFrames(delays.count + 1, limit: limits.frames)
        }
        guard !watch.shouldStop, scout.skip() else { return nil }
        delays.append(Int32(clamping: frame.delay * 10))
        isTakenBack = isTakenBack || frame.disposal == .previous
      }
    }
    guard let last = delays.indices.last else { return nil }
    guard last > 0 else { throw .unsupportedFormat }
    self.delays = delays
    loops = scout.loops
    heldBytes = bytes.count + GIFCanvas.byteCount(size, remembers: isTakenBack)
    guard heldBytes <= limits.decodedBytes else {
      throw .tooMuchMemory(heldBytes, limit: limits.decodedBytes)
    }
    file = FileCopy(of: bytes)
    canvas = GIFCanvas(size: size)
  }

  // Release the reader first, because it points into the file's bytes.
  deinit { reader = nil }

  /// Returns the first frame of a GIF, animated or not, with the same pixels as in the animation,
  /// so that nothing changes when that begins.
  ///
  /// - Returns: nil if giflib cannot read it, or when decoding is cancelled.
  static func still(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap? {
    guard let reader = GIFReader(bytes), reader.size.width > 0, reader.size.height > 0 else {
      return nil
    }
    try PictureGoal.check(reader.size, limits)
    let goal = PictureGoal(size, of: reader.size)
    try goal.check(holding: GIFCanvas.byteCount(reader.size, remembers: false), limits)
    guard case .frame(var frame) = reader.next() else { return nil }
    // No frame follows, so the pixels below this one need not be stored.
    frame.disposal = .keep
    let canvas = GIFCanvas(size: reader.size)
    guard canvas.show(frame, of: reader, { watch.shouldStop }) else { return nil }
    guard let bitmap = RowScaler(goal.drawn, of: reader.size).scale(pixels: canvas.pixels) else {
      return nil
    }
    return goal.finished(bitmap)
  }

  package func frame(
    _ index: Int, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard delays.indices.contains(index) else { throw .corrupt("no frame \(index)") }
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .invalidSize(size)
    }
    if reader == nil || index < next - 1 { begin() }
    while next <= index { try advance(limits, watch) }
    let goal = PictureGoal(size, of: self.size)
    try goal.check(holding: heldBytes, limits)
    let scaler = scaler?.targetSize == goal.drawn ? scaler : RowScaler(goal.drawn, of: self.size)
    self.scaler = scaler
    guard let bitmap = scaler?.scale(pixels: canvas.pixels) else { throw .corrupt("no pixels") }
    return goal.finished(bitmap)
  }

  private func begin() {
    reader = GIFReader(file.bytes)
    canvas.clear()
    next = 0
  }

  private func advance(_ limits: DecodeLimits, _ watch: DecodeWatch) throws(ImageError) {
    guard let reader, case .frame(let frame) = reader.next(),
      canvas.show(frame, of: reader, { watch.shouldStop })
    else {
      // A failed frame leaves the canvas half drawn.
      self.reader = nil
      throw watch.failure(limits, "frame \(next) ends too early")
    }
    next += 1
  }
}
