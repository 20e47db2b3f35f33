import CLazyVips
import LugeCore
import LugeImages

/// Animated PNG. Each frame is passed to libvips as a file of its own and drawn onto a canvas here:
/// one canvas, and a copy of it for frames that restore the pixels below them.
final class PNGAnimation: AnimationDecoder {
  let size: PixelSize
  let delays: [Int32]
  let loops: Int
  let heldBytes: Int

  private let file: FileCopy
  private let chunks: PNGChunks
  /// Pixels as red, green, blue and alpha, not premultiplied.
  private let canvas: UnsafeMutableBufferPointer<UInt8>
  /// Index of the frame that the canvas shows; nil before the first.
  private var shown: Int?
  /// Bytes below that frame, if they are to be restored.
  private var before: [UInt8]?
  private var scaler: RowScaler?

  /// Opens an animation.
  ///
  /// - Throws: ``ImageError/unsupportedFormat`` for a PNG that is not animated.
  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageError) {
    guard let known = try PNGChunks(bytes, limits: limits), known.frames.count > 1,
      VipsLibrary.isReady
    else { throw .unsupportedFormat }
    let whole = PixelSize(width: known.width, height: known.height)
    try PictureGoal.check(whole, limits)
    let area = known.width * known.height
    let needed = area * 12
    guard needed <= limits.decodedBytes else {
      throw .tooMuchMemory(needed, limit: limits.decodedBytes)
    }
    file = FileCopy(of: bytes)
    // Its ranges refer to the copy of the file.
    guard let chunks = try? PNGChunks(file.bytes, limits: limits) else {
      throw .unsupportedFormat
    }
    self.chunks = chunks
    size = whole
    delays = chunks.frames.map(\.milliseconds)
    loops = chunks.plays
    heldBytes = bytes.count + needed
    canvas = .allocate(capacity: area * 4)
    canvas.initialize(repeating: 0)
  }

  deinit { canvas.deallocate() }

  func frame(
    _ index: Int, size wanted: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard delays.indices.contains(index) else { throw .corrupt("no frame \(index)") }
    guard (1...32_767).contains(wanted.width), (1...32_767).contains(wanted.height) else {
      throw .invalidSize(wanted)
    }
    if let shown, index < shown { reset() }
    var next = shown.map { $0 + 1 } ?? 0
    while next <= index {
      try advance(to: next, limits, watch)
      next += 1
    }
    let goal = PictureGoal(wanted, of: size)
    try goal.check(holding: heldBytes, limits)
    let scaler = scaler?.targetSize == goal.drawn ? scaler : RowScaler(goal.drawn, of: size)
    self.scaler = scaler
    let bitmap = scaler?.scale(.rgba) { y in
      canvas.baseAddress.map { UnsafeRawPointer($0 + y * size.width * 4) }
    }
    guard let bitmap else { throw .corrupt("no pixels") }
    return goal.finished(bitmap)
  }

  private func reset() {
    shown = nil
    before = nil
    for index in canvas.indices { canvas[index] = 0 }
  }

  private func advance(
    to index: Int, _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) {
    if watch.shouldStop { throw VipsDecoder.failure(limits, watch) }
    if let shown { takeBack(chunks.frames[shown]) }
    let frame = chunks.frames[index]
    before = frame.dispose == .previous ? Array(canvas) : nil
    do throws(ImageError) {
      try draw(frame, limits, watch)
    } catch {
      // A failed frame leaves the canvas half drawn.
      reset()
      throw error
    }
    shown = index
  }

  private func takeBack(_ frame: PNGChunks.Frame) {
    switch frame.dispose {
    case .none: break
    case .background:
      for row in frame.top..<frame.top + frame.height {
        let start = (row * size.width + frame.left) * 4
        for place in start..<start + frame.width * 4 { canvas[place] = 0 }
      }
    case .previous:
      if let before { _ = canvas.update(fromContentsOf: before) }
    }
    before = nil
  }

  /// Decodes a frame, row by row, onto the canvas.
  private func draw(
    _ frame: PNGChunks.Frame, _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) {
    let bytes = chunks.file(of: frame)
    var ending = VipsDecoder.ending(of: watch)
    defer { withExtendedLifetime(watch) {} }
    let isWhole = bytes.withUnsafeBytes { buffer in
      guard let image = lvi_load_rgba(buffer.baseAddress, buffer.count, &ending) else {
        return false
      }
      defer { lvi_unref(image) }
      guard let rows = FrameRows(image), rows.format == .rgba,
        rows.size == PixelSize(width: frame.width, height: frame.height)
      else { return false }
      for row in 0..<frame.height {
        guard let line = rows.line(row, watch) else { return false }
        compose(line.assumingMemoryBound(to: UInt8.self), row, of: frame)
      }
      return true
    }
    guard isWhole else { throw VipsDecoder.failure(limits, watch) }
  }

  private func compose(_ pixels: UnsafePointer<UInt8>, _ row: Int, of frame: PNGChunks.Frame) {
    var source = 0
    var target = ((frame.top + row) * size.width + frame.left) * 4
    while source < frame.width * 4 {
      let alpha = Int(pixels[source + 3])
      if frame.blend == .source || alpha == 255 || canvas[target + 3] == 0 {
        for band in 0..<4 { canvas[target + band] = pixels[source + band] }
      } else if alpha > 0 {
        // Porter and Duff's "over", with alpha that is not premultiplied.
        let own = alpha * 255
        let other = (255 - alpha) * Int(canvas[target + 3])
        let sum = own + other
        for band in 0..<3 {
          let mixed = Int(pixels[source + band]) * own + Int(canvas[target + band]) * other
          canvas[target + band] = UInt8((mixed + sum / 2) / sum)
        }
        canvas[target + 3] = UInt8((sum + 127) / 255)
      }
      source += 4
      target += 4
    }
  }
}
