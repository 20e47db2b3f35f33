import CLazyVips
import LugeCore
import LugeImages

/// GIF or WebP animation that is decoded from its first frame to its last and then over again.
/// Frames build on each other, so going back means beginning again; the decoder never holds more
/// than one canvas of the file's size (and libvips' copy).
final class VipsAnimation: AnimationDecoder {
  let size: PixelSize
  let delays: [Int32]
  let loops: Int
  let heldBytes: Int

  private let file: FileCopy
  private let hasProfile: Bool
  /// Image of all frames below each other, as libvips loads them; nil until the next load.
  private var frameStrip: OpaquePointer?
  /// Reader of the rows of that image, in order.
  private var rows: FrameRows?
  private var next = 0
  private var scaler: RowScaler?

  init(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) {
    guard let format = ImageFormat(Array(bytes.prefix(ImageFormat.sniffedBytes))),
      format == .gif || format == .webp, VipsLibrary.isReady
    else { throw .unsupportedFormat }
    let header = try VipsDecoder.header(bytes, format, limits)
    guard header.frames > 1 else { throw .unsupportedFormat }
    file = FileCopy(of: bytes)
    hasProfile = header.hasProfile
    size = header.size
    heldBytes = bytes.count + header.size.width * header.size.height * 8
    guard let frameStrip = lvi_load_frames(file.bytes.baseAddress, file.count) else {
      throw VipsDecoder.failure(limits, watch)
    }
    var count: Int32 = 0
    let frames = max(0, Int(lvi_pages(frameStrip)))
    if let pointer = lvi_delays(frameStrip, &count) {
      let given = UnsafeBufferPointer(start: pointer, count: max(0, Int(count)))
      delays = (0..<frames).map { $0 < given.count ? given[$0] : 0 }
    } else {
      delays = Array(repeating: 0, count: frames)
    }
    loops = Int(lvi_loops(frameStrip))
    self.frameStrip = frameStrip
    rows = FrameRows(frameStrip)
  }

  deinit {
    rows = nil
    if let frameStrip { lvi_unref(frameStrip) }
  }

  func frame(
    _ index: Int, size: PixelSize, limits: DecodeLimits, watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    guard delays.indices.contains(index) else { throw .corrupt("no frame \(index)") }
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .invalidSize(size)
    }
    if frameStrip == nil || index < next {
      rows = nil
      if let frameStrip { lvi_unref(frameStrip) }
      frameStrip = lvi_load_frames(file.bytes.baseAddress, file.count)
      rows = frameStrip.flatMap(FrameRows.init)
      next = 0
    }
    guard let frameStrip else { throw VipsDecoder.failure(limits, watch) }
    // libvips decodes all skipped frames within one call, which cannot be ended.
    while next < index, let rows {
      guard rows.line(next * self.size.height, watch) != nil else {
        throw VipsDecoder.failure(limits, watch)
      }
      next += 1
    }
    // The loader cannot return earlier rows again, whether this frame succeeds or not.
    next = index + 1
    let goal = PictureGoal(size, of: self.size)
    try goal.check(holding: heldBytes, limits)
    if let rows, !hasProfile {
      let scaler = scaler?.targetSize == goal.drawn ? scaler : RowScaler(goal.drawn, of: self.size)
      self.scaler = scaler
      guard let scaler, let frame = rows.scaled(scaler, from: index * self.size.height, watch)
      else { throw VipsDecoder.failure(limits, watch) }
      return goal.finished(frame)
    }
    guard let frame = lvi_frame(frameStrip, Int32(index)) else {
      throw VipsDecoder.failure(limits, watch)
    }
    defer { lvi_unref(frame) }
    return try VipsDecoder.fill(frame, size, hasProfile: hasProfile, limits, watch)
  }
}
