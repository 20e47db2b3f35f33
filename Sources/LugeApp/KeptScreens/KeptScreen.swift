import LugeCore
import LugeEngine

/// What a conversation's list will show first when it is opened again at the same place: made when
/// the window closes, shown until the list has laid out and drawn the same.
///
/// Opening then costs reading a file. All that decides how the screen looks is in its ``key``;
/// where anything differs there is no screen.
struct KeptScreen: Sendable {
  /// The list's viewport.
  struct View: Hashable, Sendable {
    /// Device pixels.
    var size: PixelSize
    var scale: Double
    var zoom: Double
    var scheme: ColorScheme

    /// The font is a constant of the program, so it is not kept.
    var environment: LayoutEnvironment {
      LayoutEnvironment(
        width: size.width, scale: scale, zoom: zoom, fontFamily: ListFont.family)
    }
  }

  var view: View
  /// Of the messages that are seen.
  var positions: Range<Int>
  /// See ``OpeningScreen/key(_:_:)``.
  var key: UInt64
  var bitmap: Bitmap

  // MARK: File

  /// Changes with the format; read the other way round it says that another machine wrote it.
  private static let magic: UInt32 = 0x4C75_5301
  private static let headWords = 14
  /// Bytes of a file.
  static let byteLimit = 4 << 20
  static let pixelLimit = 1 << 24

  /// Nil for a screen that would take more than ``byteLimit``.
  func encoded() -> [UInt32]? {
    guard bitmap.size == view.size else { return nil }
    var words: [UInt32] = [Self.magic, UInt32(view.size.width), UInt32(view.size.height)]
    words.append(view.scheme == .dark ? 1 : 0)
    for value in [
      view.scale.bitPattern, view.zoom.bitPattern, UInt64(positions.lowerBound),
      UInt64(positions.upperBound), key,
    ] {
      words.append(UInt32(truncatingIfNeeded: value))
      words.append(UInt32(truncatingIfNeeded: value >> 32))
    }
    bitmap.withPixels { PixelRuns.encode($0, into: &words) }
    let sum = words.withUnsafeBufferPointer(WordChecksum.of)
    words += [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: sum >> 32)]
    return words.count * 4 <= Self.byteLimit ? words : nil
  }

  /// Nil for what was not written by ``encoded()``, whole.
  init?(_ words: [UInt32]) {
    guard words.count > Self.headWords + 2, words[0] == Self.magic else { return nil }
    func long(_ index: Int) -> UInt64 { UInt64(words[index]) | UInt64(words[index + 1]) << 32 }
    let end = words.count - 2
    let sum = words.withUnsafeBufferPointer { WordChecksum.of(.init(rebasing: $0[..<end])) }
    guard sum == long(end) else { return nil }
    let (width, height) = (Int(words[1]), Int(words[2]))
    guard width > 0, height > 0, width <= Self.pixelLimit / height else { return nil }
    let (scale, zoom) = (Double(bitPattern: long(4)), Double(bitPattern: long(6)))
    guard scale.isFinite, zoom.isFinite, let lower = Int(exactly: long(8)),
      let upper = Int(exactly: long(10)), lower < upper
    else { return nil }
    let size = PixelSize(width: width, height: height)
    view = View(size: size, scale: scale, zoom: zoom, scheme: words[3] == 0 ? .light : .dark)
    positions = lower..<upper
    key = long(12)
    bitmap = Bitmap(size: size)
    let isWhole = words.withUnsafeBufferPointer { words in
      bitmap.withMutablePixels {
        PixelRuns.decode(.init(rebasing: words[Self.headWords..<end]), into: $0)
      }
    }
    guard isWhole else { return nil }
  }

  init(view: View, positions: Range<Int>, key: UInt64, bitmap: Bitmap) {
    self.view = view
    self.positions = positions
    self.key = key
    self.bitmap = bitmap
  }
}
