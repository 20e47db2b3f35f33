import LugeArchive
import LugeCore
import LugeImages
import LugeListKit
import Synchronization

/// Sizes and previews of a conversation's pictures, and lengths of its videos, that are not stored
/// with its messages; with a size, space is reserved before the picture is decoded.
///
/// They are read from the archive; missing ones are read from the files' headers (on the lane that
/// loads the messages) or made from decoded pictures, and stored in the archive.
final class ConversationPictures: Sendable {
  private struct State {
    /// Facts by path, from the archive or found by this run.
    var found: [String: PictureFacts] = [:]
    /// Paths of pictures without a preview, by their keys.
    var wanting: [ImageKey: String] = [:]
    /// Paths of pictures on the network whose size is unknown, by their keys.
    var unsized: [ImageKey: String] = [:]
    var tellSize: @Sendable (ImageKey) -> Void = { _ in }
  }

  private let archive: Archive
  private let conversation: ConversationID
  private let notes: PictureNotes?
  private let originals: KeptOriginals?

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State())

  /// Maximum entries of each table; others are read again when they are needed.
  private static let limit = 8192

  /// - Parameters:
  ///   - notes: writes facts into the archive; nil: nothing is written.
  ///   - originals: provides the sizes of downloaded pictures.
  init(
    archive: Archive, conversation: ConversationSummary, notes: PictureNotes?,
    originals: KeptOriginals? = nil
  ) {
    self.originals = originals
    self.archive = archive
    self.conversation = conversation.id
    self.notes = notes
  }

  /// Sets a function that is called, on any thread, for each picture on the network whose size
  /// became known after messages with it were read.
  func onSize(_ tell: @escaping @Sendable (ImageKey) -> Void) {
    state.withLock { $0.tellSize = tell }
  }

  /// Returns the facts about the pictures among the media. Blocks; for lanes.
  ///
  /// - Complexity: O(media · log n), and a read of each file whose size is still unknown.
  func facts(of media: [MediaRecord], _ mapper: MessageMapper) -> [String: PictureFacts] {
    var paths: [String: MediaRecord] = [:]
    for medium in media {
      if let path = MessageMapper.picturePath(of: medium) { paths[path] = medium }
    }
    guard !paths.isEmpty else { return [:] }
    var facts = (try? archive.pictureFacts(of: paths.keys, in: conversation)) ?? [:]
    let found = state.withLock { $0.found }
    for (path, medium) in paths {
      var known = facts[path] ?? PictureFacts()
      if let mine = found[path] { known = mine.merged(with: known) }
      let isSized = (known.width ?? medium.width ?? 0) > 0
      let isRemote = path.isWebAddress
      let key = isRemote ? ImageKey(path) : mapper.key(path)
      var size = isSized || isRemote ? nil : PictureProbe.sizeNow(of: key)
      // The still may be a separate picture, or a frame of the video.
      if medium.kind.form.isFilm, let file = medium.path, !file.isWebAddress,
        size == nil && !isSized || medium.duration == nil && known.duration == nil,
        let video = VideoHeader(of: mapper.key(file))
      {
        if !isSized, size == nil { size = video.size }
        known.duration = video.seconds
      }
      if let size {
        known.width = size.width
        known.height = size.height
      }
      if size != nil || known.duration != nil {
        note(
          PictureFacts(width: size?.width, height: size?.height, duration: known.duration),
          of: path,
          isKept: size != nil)
      }
      if !isSized, isRemote {
        state.withLock { Self.add(path, for: key, to: &$0.unsized) }
      }
      if known.blurHash == nil { want(key, path) }
      facts[path] = known
    }
    return facts
  }

  /// Makes a preview from a decoded picture, if it has none, and finds the size of one from the
  /// network, if it is unknown. Callable on any thread.
  ///
  /// - Complexity: O(1) if there is one; otherwise O(pixels) of a small sample.
  func decoded(_ key: ImageKey, _ bitmap: Bitmap) {
    if let path = state.withLock({ $0.unsized.removeValue(forKey: key) }) {
      learnSize(of: key, path)
    }
    guard let path = state.withLock({ $0.wanting.removeValue(forKey: key) }),
      let hash = BlurHash(sampling: bitmap)
    else { return }
    note(PictureFacts(blurHash: hash.text), of: path)
  }

  /// Finds the picture's size in its file's header: the decoded bitmap may be cropped to its cell.
  private func learnSize(of key: ImageKey, _ path: String) {
    guard let originals else { return }
    Task { [self] in
      guard let size = await originals.header(of: key)?.size else { return }
      note(PictureFacts(width: size.width, height: size.height), of: path)
      state.withLock { $0.tellSize }(key)
    }
  }

  private func want(_ key: ImageKey, _ path: String) {
    state.withLock { Self.add(path, for: key, to: &$0.wanting) }
  }

  private static func add(_ path: String, for key: ImageKey, to table: inout [ImageKey: String]) {
    if table.count >= limit { table = [:] }
    table[key] = path
  }

  /// - Parameter isKept: whether the facts are stored in the archive.
  private func note(_ facts: PictureFacts, of path: String, isKept: Bool = true) {
    state.withLock { state in
      if state.found.count >= Self.limit { state.found = [:] }
      state.found[path] = facts.merged(with: state.found[path] ?? PictureFacts())
    }
    if isKept { notes?.note(facts, of: path, in: conversation) }
  }
}

extension BlurHash {
  /// Makes a hash of a large picture from about 32 × 32 evenly spaced pixels, which suffice for all
  /// that it contains.
  init?(sampling bitmap: Bitmap) {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let size = PixelSize(width: min(32, width), height: min(32, height))
    var sample: [UInt32] = []
    bitmap.withPixels { pixels in
      for y in 0..<size.height {
        let rows: Range<Int> = y * height / size.height..<(y + 1) * height / size.height
        for x in 0..<size.width {
          let columns: Range<Int> = x * width / size.width..<(x + 1) * width / size.width
          sample.append(Self.mean(pixels, stride: width, x: columns, y: rows))
        }
      }
    }
    guard let hash = sample.withUnsafeBufferPointer({ BlurHash(pixels: $0, size: size) }) else {
      return nil
    }
    self = hash
  }

  /// Returns the mean of at most 4 × 4 pixels of a block.
  private static func mean(
    _ pixels: UnsafeBufferPointer<UInt32>, stride width: Int, x: Range<Int>, y: Range<Int>
  ) -> UInt32 {
    var sums = SIMD4<UInt32>()
    var count: UInt32 = 0
    for row in Swift.stride(from: y.lowerBound, to: y.upperBound, by: max(1, y.count / 4)) {
      for column in Swift.stride(from: x.lowerBound, to: x.upperBound, by: max(1, x.count / 4)) {
        let word = pixels[row * width + column]
        sums &+= SIMD4(word >> 24, word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF)
        count += 1
      }
    }
    guard count > 0 else { return 0 }
    let mean = sums / SIMD4(repeating: count)
    return mean[0] << 24 | mean[1] << 16 | mean[2] << 8 | mean[3]
  }
}
