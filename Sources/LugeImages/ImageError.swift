public import LugeCore

/// Why a picture is not there, in words for people.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file, or it may not be read; the system's own words.
  case notReadable(path: String, reason: String)
  /// A source that nothing here can fetch, such as a URL.
  case unsupportedSource(String)
  /// The bytes are no picture of a known format.
  case unsupportedFormat
  /// More bytes than may be read.
  case tooManyBytes(Int, limit: Int)
  /// The header claims more than may be decoded.
  case tooManyPixels(PixelSize, limit: Int)
  /// Decoding would take more memory than it may, bytes.
  case tooMuchMemory(Int, limit: Int)
  /// More frames than may be looked at.
  case tooManyFrames(Int, limit: Int)
  /// The file is broken or ends too early; the decoder's own words.
  case corrupt(String)
  /// It took longer than it may, seconds.
  case tookTooLong(limit: Double)
  /// The picture asked for has no pixels or more than the cache can hold.
  case invalidSize(PixelSize)
  /// Nobody wants it any more.
  case cancelled

  public var description: String {
    switch self {
    case .notReadable(let path, let reason): "\(path): \(reason)"
    case .unsupportedSource(let source): "\(source): only files can be shown"
    case .unsupportedFormat: "not a picture of a known format"
    case .tooManyBytes(let count, let limit): "\(count) bytes, more than \(limit)"
    case .tooManyPixels(let size, let limit):
      "\(size.width) × \(size.height) pixels, more than \(limit)"
    case .tooMuchMemory(let bytes, let limit): "needs \(bytes) bytes to decode, more than \(limit)"
    case .tooManyFrames(let count, let limit): "\(count) frames, more than \(limit)"
    case .corrupt(let reason): "broken picture: \(reason)"
    case .tookTooLong(let limit): "took more than \(limit) seconds to decode"
    case .invalidSize(let size): "a picture cannot be \(size.width) × \(size.height) pixels here"
    case .cancelled: "cancelled"
    }
  }
}
