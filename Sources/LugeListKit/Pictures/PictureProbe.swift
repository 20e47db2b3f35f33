import Dispatch
public import LugeCore
import LugeImages

/// Reads sizes of pictures from their files' headers.
package enum PictureProbe {
  /// Queue for reads from disks, which must not block Swift's shared thread pool.
  private static let queue = DispatchQueue(
    label: "luge.picture-probe", qos: .userInitiated, attributes: .concurrent)

  /// Returns the upright size; nil if the file is not a picture, does not exist, or is a folder or
  /// device.
  package static func size(of key: ImageKey) async -> PixelSize? {
    guard key.filePath != nil else { return nil }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: sizeNow(of: key)) }
    }
  }

  /// - Complexity: a few reads of the beginning of the file; may wait for the disk.
  package static func sizeNow(of key: ImageKey) -> PixelSize? {
    (try? ImageProbe.header(of: key))?.size
  }
}

extension String {
  /// An address of the web rather than a file.
  package var isWebAddress: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

extension ImageKey {
  /// Path of the file; nil for a web address.
  public var filePath: String? {
    guard let sign = source.range(of: "://"), !source[..<sign.lowerBound].contains("/") else {
      return source.isEmpty ? nil : source
    }
    return nil
  }
}
