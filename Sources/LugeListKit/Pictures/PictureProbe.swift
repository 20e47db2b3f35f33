import Dispatch
public import LugeCore
import LugeImages

/// Sizes of pictures from their files' headers.
package enum PictureProbe {
  /// Waiting for a disk belongs on no thread of Swift's pool.
  private static let queue = DispatchQueue(
    label: "luge.picture-probe", qos: .userInitiated, attributes: .concurrent)

  /// Upright; nil for what is no picture, not there, or not a file.
  package static func size(of key: ImageKey) async -> PixelSize? {
    guard key.filePath != nil else { return nil }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: sizeNow(of: key)) }
    }
  }

  /// - Complexity: a few reads of the file's beginning; may wait for the disk.
  package static func sizeNow(of key: ImageKey) -> PixelSize? {
    (try? ImageProbe.header(of: key))?.size
  }
}

extension ImageKey {
  /// The file; nil for an address.
  public var filePath: String? {
    guard let sign = source.range(of: "://"), !source[..<sign.lowerBound].contains("/") else {
      return source.isEmpty ? nil : source
    }
    return nil
  }
}
