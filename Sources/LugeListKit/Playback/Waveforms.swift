import CLazyGStreamer
import Dispatch
import Foundation
import LugeCore
import LugeImages

/// Computes waveforms of recordings whose messages have none, one after the other on a queue of its
/// own, and stores them in files.
final class Waveforms: Sendable {
  /// Maximum length of a recording that is decoded, seconds.
  static let longest = 600.0
  /// Timeout of decoding one recording, seconds.
  static let patience = 20.0
  static let places = 96

  private let queue = DispatchQueue(label: "luge.waveforms", qos: .utility)
  private let cache: OriginalCache?

  /// - Parameter cache: a folder; nil: nothing is stored.
  init(cache: String?) {
    self.cache = cache.map { OriginalCache(folder: "\($0)/waveforms", byteLimit: 4 << 20) }
  }

  /// Finds the stored waveform of a recording, or decodes the file if there is none.
  ///
  /// - Parameters:
  ///   - file: the file; nil if it is not on this computer.
  ///   - address: address that the file came from; the waveform is stored under it, so that it is
  ///     found when the file is gone.
  ///   - listens: whether the file may be decoded.
  ///   - done: called on the queue with the waveform; nil if it is unknown.
  func find(
    _ file: ImageKey?, from address: String? = nil, listens: Bool,
    done: @escaping @Sendable ([UInt8]?) -> Void
  ) {
    queue.async { [self] in
      let known = address.map { ImageKey("address\n\($0)") }
      if let known, let kept = cache?.bytes(of: known), kept.count == Self.places {
        return done(kept)
      }
      guard let file = file.flatMap({ try? ExportFile($0) }),
        MediaContainer.isKnown(file.beginning(MediaContainer.bytes))
      else { return done(nil) }
      let name = known ?? Self.name(of: file)
      if let kept = cache?.bytes(of: name), kept.count == Self.places { return done(kept) }
      guard listens, let heard = Self.listen(to: file.path) else { return done(nil) }
      cache?.store(heard, for: name)
      done(heard)
    }
  }

  static func listen(to path: String) -> [UInt8]? {
    var loudest = [UInt8](repeating: 0, count: places)
    let isWhole = lgs_listen(path, longest, patience, &loudest, loudest.count) != 0
    return isWhole ? loudest : nil
  }

  /// Returns a name for the cache. It includes size and time, because another file may take the
  /// same path.
  private static func name(of file: ExportFile) -> ImageKey {
    let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
    let time = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return ImageKey("\(file.path)\n\(file.byteCount)\n\(time)")
  }
}
