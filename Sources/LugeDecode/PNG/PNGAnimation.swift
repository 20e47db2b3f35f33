import CLazyVips
import LugeCore
import LugeImages

/// An animated PNG. Each frame is handed to libvips as a file of its own and put onto a canvas here:
/// one canvas, and a copy of it for frames that are taken back.
final class PNGAnimation: OpenAnimation {
  let size: PixelSize
  let delays: [Int32]
  let loops: Int
  let heldBytes: Int

  private let file: FileCopy
  private let chunks: PNGChunks
  /// Red, green, blue and alpha, which is not multiplied in.
  private let canvas: UnsafeMutableBufferPointer<UInt8>
  /// The frame that the canvas shows; nil before the first.
  private var shown: Int?
  /// What stood there before that frame, if it is to be taken back.
  private var before: [UInt8]?

  /// - Throws: ``ImageError/unsupportedFormat`` for a PNG that does not move.
  init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageError) {
    guard let known = try PNGChunks(bytes, limits: limits), known.frames.count > 1,
      VipsLibrary.isReady
    else { throw .unsupportedFormat }
    let area = known.width.multipliedReportingOverflow(by: known.height)
    let whole = PixelSize(width: known.width, height: known.height)
    guard !area.overflow, area.partialValue <= limits.pixels else {
      throw .tooManyPixels(whole, limit: limits.pixels)
    }
    let needed = area.partialValue * 12
    guard needed <= limits.decodedBytes else {
      throw .tooMuchMemory(needed, limit: limits.decodedBytes)
    }
    file = FileCopy(of: bytes)
    // Its ranges are those of the copy.
    guard let chunks = try? PNGChunks(file.bytes, limits: limits) else {
      throw .unsupportedFormat
    }
    self.chunks = chunks
    size = whole
    delays = chunks.frames.map(\.milliseconds)
    loops = chunks.plays
    heldBytes = bytes.count + needed
    canvas = .allocate(capacity: area.partialValue * 4)
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
    // The image refers to the canvas, which stands still until its pixels have been read.
    guard
      let image = lvi_from_pixels(
        canvas.baseAddress, canvas.count, Int32(size.width), Int32(size.height), 4)
    else { throw VipsDecoder.failure(limits, watch) }
    defer { lvi_unref(image) }
    return try VipsDecoder.fill(image, wanted, hasProfile: false, limits, watch)
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
    let pixels = try decode(frame, limits, watch)
    before = frame.dispose == .previous ? Array(canvas) : nil
    compose(pixels, frame)
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

  /// Red, green, blue and alpha of a frame alone.
  private func decode(
    _ frame: PNGChunks.Frame, _ limits: DecodeLimits, _ watch: DecodeWatch
  ) throws(ImageError) -> [UInt8] {
    let bytes = chunks.file(of: frame)
    var result: [UInt8]?
    var ending = VipsDecoder.ending(of: watch)
    bytes.withUnsafeBytes { buffer in
      guard let image = lvi_load_rgba(buffer.baseAddress, buffer.count) else { return }
      defer { lvi_unref(image) }
      guard Int(lvi_width(image)) == frame.width,
        Int(lvi_height(image)) == frame.height, lvi_bands(image) == 4
      else { return }
      var count = 0
      guard let pixels = lvi_pixels(image, &ending, &count) else { return }
      defer { lvi_free(pixels) }
      guard count >= frame.width * frame.height * 4 else { return }
      result = Array(
        UnsafeRawBufferPointer(start: pixels, count: frame.width * frame.height * 4))
    }
    guard let result else { throw VipsDecoder.failure(limits, watch) }
    return result
  }

  private func compose(_ pixels: [UInt8], _ frame: PNGChunks.Frame) {
    for row in 0..<frame.height {
      var source = row * frame.width * 4
      var target = ((frame.top + row) * size.width + frame.left) * 4
      let end = source + frame.width * 4
      while source < end {
        let alpha = Int(pixels[source + 3])
        if frame.blend == .source || alpha == 255 || canvas[target + 3] == 0 {
          for band in 0..<4 { canvas[target + band] = pixels[source + band] }
        } else if alpha > 0 {
          // Porter and Duff's "over", with alpha that is not multiplied in.
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
}
