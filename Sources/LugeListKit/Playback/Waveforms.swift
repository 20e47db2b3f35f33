import CLazyGStreamer
import Dispatch
import Foundation
import LugeCore
import LugeImages

/// Finds out how loud recordings are whose messages do not say so: one after the other on a queue
/// of its own, and kept in files.
final class Waveforms: Sendable {
  /// Longer recordings are not listened to, seconds.
  static let longest = 600.0
  /// Nor is there longer listening to one, seconds.
  static let patience = 20.0
  static let places = 96

  private let queue = DispatchQueue(label: "luge.waveforms", qos: .utility)
  private let cache: OriginalCache?

  /// - Parameter cache: a folder; nil: nothing is kept.
  init(cache: String?) {
    self.cache = cache.map { OriginalCache(folder: "\($0)/waveforms", byteLimit: 4 << 20) }
  }

  /// Looks for what is kept of a recording, and listens to it if there is nothing.
  ///
  /// - Parameters:
  ///   - file: nil for a recording that is not on this computer.
  ///   - address: where it came from; what was heard is known by it, also when the file is gone.
  ///   - listens: whether the file is decoded at all.
  ///   - done: called on the queue; nil where nothing is known.
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

  /// Another file in the same place has another size or time.
  private static func name(of file: ExportFile) -> ImageKey {
    let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
    let time = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return ImageKey("\(file.path)\n\(file.byteCount)\n\(time)")
  }
}
