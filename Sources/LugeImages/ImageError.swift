public import LugeCore

/// Reason why a picture cannot be shown; the descriptions are texts for the user.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist or may not be read; the reason is the system's text.
  case notReadable(path: String, reason: String)
  /// The file has no bytes.
  case emptyFile
  /// No loader or fetcher supports the source, which may be a URL.
  case unsupportedSource(String)
  /// The bytes have no known picture format.
  case unsupportedFormat
  /// The format is known by name but not supported; the value is its name, such as "BMP".
  case foreignFormat(String)
  /// The file has more bytes than may be read.
  case tooManyBytes(Int, limit: Int)
  /// The header claims more pixels than may be decoded.
  case tooManyPixels(PixelSize, limit: Int)
  /// Decoding would take more bytes of memory than allowed.
  case tooMuchMemory(Int, limit: Int)
  /// The animation has more frames than allowed.
  case tooManyFrames(Int, limit: Int)
  /// The file is damaged or truncated; the text is the decoder's own.
  case corrupt(String)
  /// Decoding took longer than the limit, seconds.
  case tookTooLong(limit: Double)
  /// The requested size has no pixels, or more than the cache can hold.
  case invalidSize(PixelSize)
  /// The decoding helper ended while it decoded this picture, which is the likely cause.
  case decoderDied
  /// The animation is no longer open in the decoder, but not because of its file; open it again.
  case notOpen
  /// The decoding helper is missing or does not start.
  case noDecoder(reason: String)
  /// The download failed.
  case network(NetworkProblem)
  /// All requests for the picture were cancelled.
  case cancelled

  public var description: String {
    switch self {
    case .notReadable(let path, let reason): "\(path): \(reason)"
    case .emptyFile: "an empty file"
    case .unsupportedSource(let source): "\(source): not a kind of address that can be shown"
    case .unsupportedFormat: "not a picture of a known format"
    case .foreignFormat(let name): "a picture in the \(name) format, which is not shown here"
    case .tooManyBytes(let count, let limit): "\(count) bytes, more than \(limit)"
    case .tooManyPixels(let size, let limit):
      "\(size.width) × \(size.height) pixels, more than \(limit)"
    case .tooMuchMemory(let bytes, let limit): "needs \(bytes) bytes to decode, more than \(limit)"
    case .tooManyFrames(let count, let limit): "\(count) frames, more than \(limit)"
    case .corrupt(let reason): "broken picture: \(reason)"
    case .tookTooLong(let limit): "took more than \(limit) seconds to decode"
    case .invalidSize(let size): "a picture cannot be \(size.width) × \(size.height) pixels here"
    case .decoderDied: "broken picture: decoding it ended the decoder"
    case .notOpen: "not open any more"
    case .noDecoder(let reason): "pictures cannot be decoded: \(reason)"
    case .network(let problem): problem.description
    case .cancelled: "cancelled"
    }
  }
}

extension ImageError {
  /// Whether a retry may succeed, so that a button for it is useful
  /// (``ImagePipeline/forgetFailure(of:)``).
  public var isRetryable: Bool {
    switch self {
    case .network(let problem): problem.isRetryable
    case .noDecoder, .tookTooLong, .notOpen, .cancelled: true
    default: false
    }
  }
}

extension ImageError {
  /// Returns the error for a file in none of the formats of ``ImageFormat``, by its first bytes.
  static func unknown(_ beginning: [UInt8]) -> ImageError {
    UnsupportedFormat.name(of: beginning).map { .foreignFormat($0) } ?? .unsupportedFormat
  }

  /// Whether the bytes of the file are the cause, so that another download of the picture may
  /// succeed.
  var isOfFile: Bool {
    switch self {
    case .corrupt, .decoderDied, .unsupportedFormat, .foreignFormat, .emptyFile: true
    default: false
    }
  }
}

extension ImageError {
  /// Maximum seconds between two attempts at a picture of the network that the user did not ask
  /// for.
  private static let longestRest = 3600.0

  /// Returns the seconds for which a failed picture is not requested again, unless the user asks
  /// for it, so that a server does not get a request each time a row scrolls by. After a temporary
  /// failure the time doubles with each attempt; after a decision of the server (not found, not a
  /// picture) it is an hour.
  ///
  /// - Parameters:
  ///   - shortest: seconds after the first failure. For files it never grows, because reading them
  ///     again burdens no server.
  ///   - attempts: number of consecutive failures, this one included.
  func restSeconds(_ shortest: Double, attempts: Int, isRemote: Bool) -> Double {
    guard isRemote, self != .network(.notPermitted) else { return shortest }
    guard isRetryable else { return max(shortest, Self.longestRest) }
    let doubled = shortest * Double(1 << min(max(0, attempts - 1), 20))
    return min(doubled, max(shortest, Self.longestRest))
  }
}

/// Reason why a download failed; the descriptions are texts for the user.
public enum NetworkProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is unknown, or the host does not answer.
  case unreachable(host: String)
  /// No data arrived for too long.
  case timedOut
  /// The server refused with this HTTP status.
  case status(Int)
  /// No secure connection could be made.
  case insecure(String)
  /// The connection broke, or the response was invalid.
  case failed(String)
  /// The address is invalid, or leads to a scheme other than http and https.
  case badAddress(String)
  /// A server redirects from the public network to this computer or to a private network.
  case leadsInside
  /// The system has no HTTP client (libcurl).
  case noClient
  /// The user has not permitted the download (``PermittedFetcher``).
  case notPermitted

  public var description: String {
    switch self {
    case .unreachable(let host): "\(host) cannot be reached"
    case .timedOut: "the server did not answer in time"
    case .status(404), .status(410): "no longer on the server"
    case .status(401), .status(403): "the server does not give it to everybody"
    case .status(let code): "the server answered \(code)"
    case .insecure(let reason): "no safe connection: \(reason)"
    case .failed(let reason): "the connection failed: \(reason)"
    case .badAddress(let address): "\(address): not an address of a picture"
    case .leadsInside:
      "it leads to this computer or its own network, where no server elsewhere has business"
    case .noClient: "this system has no libcurl"
    case .notPermitted: "on the network, from where it was not fetched"
    }
  }

  public var isRetryable: Bool {
    switch self {
    case .unreachable, .timedOut, .failed, .notPermitted: true
    case .status(let code): code == 408 || code == 425 || code == 429 || code >= 500
    case .insecure, .badAddress, .leadsInside, .noClient: false
    }
  }
}
