public import LugeCore

/// Why a picture is not there, in words for people.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file, or it may not be read; the system's own words.
  case notReadable(path: String, reason: String)
  /// The file has no bytes.
  case emptyFile
  /// A source that nothing here can fetch, such as a URL.
  case unsupportedSource(String)
  /// The bytes are no picture of a known format.
  case unsupportedFormat
  /// A picture of a format that is known by name and not decoded: "BMP".
  case foreignFormat(String)
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
  /// The decoding helper ended in the middle of this picture, which is likely its fault.
  case decoderDied
  /// The animation is not open in the decoder any more, through no fault of its own: to be opened
  /// again.
  case notOpen
  /// There is no decoding helper, or it does not start.
  case noDecoder(reason: String)
  /// It did not come over the network.
  case network(NetworkProblem)
  /// Nobody wants it any more.
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
  /// Whether the same may work later: worth a button that tries again
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
  /// Returns the error for a file that begins so, which is none of ``ImageFormat``.
  static func unknown(_ beginning: [UInt8]) -> ImageError {
    UnsupportedFormat.name(of: beginning).map { .foreignFormat($0) } ?? .unsupportedFormat
  }

  /// Whether the file's bytes are to blame: others of the same picture may do better.
  var isOfFile: Bool {
    switch self {
    case .corrupt, .decoderDied, .unsupportedFormat, .foreignFormat, .emptyFile: true
    default: false
    }
  }
}

extension ImageError {
  /// Seconds at most between two attempts at a picture of the network that the user did not ask
  /// for.
  private static let longestRest = 3600.0

  /// How long a failed picture is left alone, unless the user asks for it: a server is not asked
  /// again each time a row scrolls by. What may pass is tried after twice as long each time, what
  /// the server has decided (there is none, it is no picture) after an hour.
  ///
  /// - Parameters:
  ///   - shortest: the first rest, seconds; all there is of files, which cost nobody anything.
  ///   - attempts: that failed in a row, this one included.
  func restSeconds(_ shortest: Double, attempts: Int, isRemote: Bool) -> Double {
    guard isRemote, self != .network(.notPermitted) else { return shortest }
    guard isRetryable else { return max(shortest, Self.longestRest) }
    let doubled = shortest * Double(1 << min(max(0, attempts - 1), 20))
    return min(doubled, max(shortest, Self.longestRest))
  }
}

/// Why something did not come over the network, in words for people.
public enum NetworkProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is unknown, or nobody answers there.
  case unreachable(host: String)
  /// Nothing came for too long.
  case timedOut
  /// The server said no.
  case status(Int)
  /// The connection could not be made safe.
  case insecure(String)
  /// The connection broke off, or what came makes no sense.
  case failed(String)
  /// The address is none, or leads to something other than http and https.
  case badAddress(String)
  /// A server leads to this computer or to networks that are not for everybody, where its own
  /// address is not.
  case leadsInside
  /// This system has no HTTP client (libcurl).
  case noClient
  /// Nothing is fetched unless the user wants it (``PermittedFetcher``).
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
