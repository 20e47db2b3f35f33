import CGif
import LugeCore

/// Reads a GIF from its first block to its last with giflib. Chats are full of GIFs, and giflib is
/// small: for them, libvips and the libraries that it needs are not loaded.
///
/// After the GIF89a specification (CompuServe, 1990). Whatever is unusual is an error, and the file
/// is left to libvips, which has the last word on what is broken.
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
    /// Hundredths of a second.
    var delay = 0
    var disposal = Disposal.keep
    /// The number of the colour that stands for no colour; nil where all are seen.
    var transparent: Int?
  }

  enum Step {
    /// Its pixels have to be read or passed over before the next step.
    case frame(Frame)
    case end
    case broken
  }

  /// Size of the canvas.
  let size: PixelSize
  /// How often to play it; 0 for ever. Known when the frames have been passed.
  private(set) var loops = 1

  /// Pixels of a frame that may be larger than the canvas.
  private static let smallFrame = 1 << 16

  /// Rows between two looks at whether to stop.
  private static let stretch = 16

  /// Colour indices of the row that is being read.
  private var colours: [UInt8] = []

  private struct Source {
    let bytes: UnsafeRawBufferPointer
    var position = 0
  }

  private let file: UnsafeMutablePointer<GifFileType>
  private let source: UnsafeMutablePointer<Source>

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

  /// Goes on to the next frame.
  ///
  /// - Complexity: O(bytes passed over).
  func next() -> Step {
    var frame = Frame()
    while true {
      // Many files leave out the block that ends them.
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
          // How often to repeat: the first time is not counted.
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
      // Some programs write 4 where they mean 3.
      case 3, 4: .previous
      default: .keep
      }
  }

  /// Passes over a frame's pixels; false when they end too early.
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
  ///   - shouldStop: asked every few rows.
  ///   - row: is handed each row, from whichever place the file has it, with its number in the
  ///     frame.
  /// - Returns: false when they end too early, or it was to stop.
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

  /// The colours of the frame that is read, as words of a bitmap. All that are missing are black.
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
