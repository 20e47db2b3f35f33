import CLazyVips
import LugeCore
import LugeImages

/// A GIF that moves, decoded from its first frame to its last and then over again.
final class GIFAnimation: OpenAnimation {
  let size: PixelSize
  let delays: [Int32]
  let loops: Int
  let heldBytes: Int

  private let file: FileCopy
  private let canvas: GIFCanvas
  private var reader: GIFReader?
  /// The frame that the reader comes to next.
  private var next = 0
  private var shrinker: FrameShrinker?

  /// - Returns: nil for what giflib does not read to its end.
  /// - Throws: ``ImageError/unsupportedFormat`` for what does not move, ``ImageError/tooManyPixels(_:limit:)``, ``ImageError/tooMuchMemory(_:limit:)``,
  ///   ``ImageError/tooManyFrames(_:limit:)``.
  init?(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) {
    guard let scout = GIFReader(bytes) else { return nil }
    size = scout.size
    let canvasBytes = try Self.heldBytes(size, limits)
    guard size.width > 0, size.height > 0 else { return nil }
    var delays: [Int32] = []
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
      }
    }
    guard let last = delays.indices.last else { return nil }
    guard last > 0 else { throw .unsupportedFormat }
    self.delays = delays
    loops = scout.loops
    heldBytes = bytes.count + scout.longestCodes + canvasBytes
    file = FileCopy(of: bytes)
    canvas = GIFCanvas(size: size)
  }

  // It reads the file.
  deinit { reader = nil }

  /// Of the canvas, and what stood under a frame.
  private static func heldBytes(
    _ size: PixelSize, _ limits: DecodeLimits
  ) throws(ImageError) -> Int {
    let pixels = size.width * size.height
    guard pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    let held = pixels * ImageFormat.gif.heldBytesPerPixel(isInterlaced: false, pixelBytes: 4)
    guard held <= limits.decodedBytes else {
      throw .tooMuchMemory(held, limit: limits.decodedBytes)
    }
    return held
  }

  /// The first frame of a GIF, whether it moves or not, so that nothing changes when that begins.
  ///
  /// - Returns: nil for what giflib does not read, and when it is to stop.
  static func still(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap? {
    guard let reader = GIFReader(bytes), reader.size.width > 0, reader.size.height > 0 else {
      return nil
    }
    _ = try heldBytes(reader.size, limits)
    guard case .frame(let frame) = reader.next() else { return nil }
    let canvas = GIFCanvas(size: reader.size)
    guard canvas.show(frame, of: reader, { watch.shouldStop }) else { return nil }
    return try canvas.picture(size, FrameShrinker(size, of: reader.size), limits, watch)
  }

  func frame(
    _ index: Int, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard delays.indices.contains(index) else { throw .corrupt("no frame \(index)") }
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .invalidSize(size)
    }
    if reader == nil || index < next - 1 { begin() }
    while next <= index { try advance(limits, watch) }
    if shrinker?.size != size { shrinker = FrameShrinker(size, of: self.size) }
    return try canvas.picture(size, shrinker, limits, watch)
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
      // What the canvas shows is half a frame.
      self.reader = nil
      throw VipsDecoder.failure(limits, watch, "frame \(next) ends too early")
    }
    next += 1
  }
}

extension GIFCanvas {
  /// - Parameter shrinker: nil when the picture is not shrunk.
  fileprivate func picture(
    _ goal: PixelSize, _ shrinker: FrameShrinker?, _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    if goal == size {
      let bitmap = Bitmap(size: size)
      bitmap.withMutablePixels { _ = $0.update(fromContentsOf: pixels) }
      return bitmap
    }
    if let shrunk = shrinker?.shrink(words: pixels) { return shrunk }
    // Enlarging is libvips' work.
    guard VipsLibrary.isReady else { throw .unsupportedFormat }
    // Red, green, blue and alpha, byte by byte.
    let bytes = pixels.map { word in
      (word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16).littleEndian
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ImageError) in
        guard
          let image = lvi_from_pixels(
            bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), 4)
        else { throw .unsupportedFormat }
        defer { lvi_unref(image) }
        return try VipsDecoder.fill(image, goal, hasProfile: false, limits, watch)
      }
    }
    return try result.get()
  }
}
