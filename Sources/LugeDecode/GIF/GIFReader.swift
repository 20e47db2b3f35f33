import CGif
import LugeCore

/// Reader of a GIF from its first block to its last, with giflib. GIFs are common in chats and
/// giflib is small, so libvips and its libraries are not loaded for them.
///
/// Follows the GIF89a specification (CompuServe, 1990). Anything unusual is an error; the file is
/// then left to libvips, which decides what is damaged.
final class GIFReader {
  enum Disposal {
    case keep, clear, previous
  }

  /// Frame's header, which precedes its pixels.
  struct Frame {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var isInterlaced = false
    /// Delay in hundredths of a second.
    var delay = 0
    var disposal = Disposal.keep
    /// Index of the transparent colour; nil if all are opaque.
    var transparent: Int?
  }

  enum Step {
    /// A frame, whose pixels have to be read or skipped before the next step.
    case frame(Frame)
    case end
    case broken
  }

  /// Size of the canvas.
  let size: PixelSize
  /// Number of times to play; 0 for ever. Known after the last frame.
  private(set) var loops = 1

  /// Maximum pixels of a frame that may be larger than the canvas.
  private static let smallFrame = 1 << 16

  /// Number of rows between two checks whether to stop.
  private static let stretch = 16

  /// Colour indices of the row that is being read.
  private var colours: [UInt8] = []

  private struct Source {
    let bytes: UnsafeRawBufferPointer
    var position = 0
  }

  private let file: UnsafeMutablePointer<GifFileType>
  private let source: UnsafeMutablePointer<Source>

  /// Opens a GIF.
  ///
  /// - Parameter bytes: outlive the reader.
  init?(_ bytes: UnsafeRawBufferPointer) {
    source = .allocate(capacity: 1)
    source.initialize(to: Source(bytes: bytes))
    let read: InputFunc = { file, target, count in
      guard let target, count > 0,
        let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self)
      else { return 0 }
      let place = source.pointee.position
      let given = min(Int(count), source.pointee.bytes.count - place)
      guard given > 0, let start = source.pointee.bytes.baseAddress else { return 0 }
      UnsafeMutableRawPointer(target).copyMemory(from: start + place, byteCount: given)
      source.pointee.position += given
      return Int32(given)
    }
    var problem: Int32 = 0
    guard let file = DGifOpen(source, read, &problem) else {
      source.deallocate()
      return nil
    }
    self.file = file
    size = PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
  }

  deinit {
    _ = DGifCloseFile(file, nil)
    source.deallocate()
  }

  private var isAtEnd: Bool { source.pointee.position >= source.pointee.bytes.count }

  /// Moves to the next frame.
  ///
  /// - Complexity: O(bytes skipped).
  func next() -> Step {
    var frame = Frame()
    while true {
      // Many files lack the block that ends them.
      if isAtEnd { return .end }
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else { return .broken }
      switch kind {
      case TERMINATE_RECORD_TYPE: return .end
      case EXTENSION_RECORD_TYPE:
        guard readExtension(&frame) else { return .broken }
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageHeader(file) == GIF_OK else { return .broken }
        let image = file.pointee.Image
        (frame.left, frame.top) = (Int(image.Left), Int(image.Top))
        (frame.width, frame.height) = (Int(image.Width), Int(image.Height))
        frame.isInterlaced = image.Interlace
        guard frame.width > 0, frame.height > 0,
          frame.width * frame.height <= max(size.width * size.height, Self.smallFrame)
        else { return .broken }
        return .frame(frame)
      default: return .broken
      }
    }
  }

  private func readExtension(_ frame: inout Frame) -> Bool {
    var kind: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &kind, &block) == GIF_OK else { return false }
    // A block's first byte is its length.
    var isLooping = false
    while let found = block {
      let bytes = UnsafeBufferPointer(start: found + 1, count: Int(found[0]))
      if kind == GRAPHICS_EXT_FUNC_CODE, bytes.count >= 4 {
        note(bytes, &frame)
      } else if kind == APPLICATION_EXT_FUNC_CODE {
        if isLooping, bytes.count >= 3, bytes[0] == 1 {
          // The number of repetitions, which does not count the first time.
          let times = Int(bytes[1]) | Int(bytes[2]) << 8
          loops = times == 0 ? 0 : times + 1
        }
        let name = bytes.prefix(11)
        isLooping =
          isLooping || name.elementsEqual("NETSCAPE2.0".utf8)
          || name.elementsEqual("ANIMEXTS1.0".utf8)
      }
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { return false }
    }
    return true
  }

  private func note(_ bytes: UnsafeBufferPointer<UInt8>, _ frame: inout Frame) {
    frame.delay = Int(bytes[1]) | Int(bytes[2]) << 8
    frame.transparent = bytes[0] & 1 != 0 ? Int(bytes[3]) : nil
    frame.disposal =
      switch bytes[0] >> 2 & 7 {
      case 2: .clear
      // Some programs write 4 instead of 3.
      case 3, 4: .previous
      default: .keep
      }
  }

  /// Skips a frame's pixels; returns false when the file ends before them.
  func skip() -> Bool {
    var bits: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetCode(file, &bits, &block) == GIF_OK else { return false }
    while block != nil {
      guard DGifGetCodeNext(file, &block) == GIF_OK else { return false }
    }
    return true
  }

  /// Reads a frame's pixels.
  ///
  /// - Parameters:
  ///   - shouldStop: called every few rows.
  ///   - row: called with each row in the order of the file, with its number in the frame.
  /// - Returns: false when the file ends before them, or reading was to stop.
  func read(
    _ frame: Frame, _ shouldStop: () -> Bool,
    row: (_ y: Int, _ colours: UnsafePointer<UInt8>) -> Void
  ) -> Bool {
    if colours.count < frame.width { colours = [UInt8](repeating: 0, count: frame.width) }
    return colours.withUnsafeMutableBufferPointer { colours in
      guard let line = colours.baseAddress else { return false }
      var done = 0
      for pass in frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)] {
        for y in stride(from: pass.0, to: frame.height, by: pass.1) {
          if done % Self.stretch == 0, shouldStop() { return false }
          done += 1
          guard DGifGetLine(file, line, Int32(frame.width)) == GIF_OK else { return false }
          row(y, line)
        }
      }
      return true
    }
  }

  /// Returns the colours of a frame as words of a bitmap; missing ones are black.
  func palette(of frame: Frame) -> [UInt32]? {
    guard let map = file.pointee.Image.ColorMap ?? file.pointee.SColorMap,
      let colours = map.pointee.Colors
    else { return nil }
    var words = [UInt32](repeating: 0xFF00_0000, count: 256)
    for index in 0..<max(0, min(256, Int(map.pointee.ColorCount))) {
      let colour = colours[index]
      words[index] =
        0xFF00_0000 | UInt32(colour.Red) << 16 | UInt32(colour.Green) << 8 | UInt32(colour.Blue)
    }
    return words
  }
}
