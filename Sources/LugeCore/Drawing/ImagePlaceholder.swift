/// The placeholder of a picture that is not decoded yet, or cannot be.
public struct ImagePlaceholder: Hashable, Sendable {
  public enum Mark: UInt8, Hashable, Sendable {
    case none, photo, play, file, missing, retry, load
    /// No mark, because a play button is drawn over the picture.
    case playable
  }

  public var fill: ThemeColor
  public var mark: Mark
  /// Blurred version, shown instead of fill and mark until the picture is decoded.
  public var preview: BlurHash?
  /// Texts for a picture that cannot be shown; nil: no text.
  public var words: ImageProblemWords?
  /// Whether the placeholder shows that the picture cannot be loaded. False where something else is
  /// visible (an avatar has initials) or a click does something else (a page's picture).
  public var reportsProblems: Bool

  public init(
    fill: ThemeColor, mark: Mark, preview: BlurHash? = nil, words: ImageProblemWords? = nil,
    reportsProblems: Bool = true
  ) {
    self.reportsProblems = reportsProblems
    self.fill = fill
    self.mark = mark
    self.preview = preview
    self.words = words
  }
}

/// The reason why a picture is not shown.
public enum ImageProblem: Hashable, Sendable {
  /// The file does not exist.
  case missing
  /// The file has no bytes.
  case empty
  /// The server has deleted it.
  case gone
  /// The file exists but cannot be decoded.
  case broken
  /// The file exceeds the limits on bytes, pixels or decoding time.
  case tooLarge
  /// The format is unknown.
  case unsupported
  /// The format is known but cannot be shown; the value is its name, such as "BMP".
  case foreign(String)
  /// The decoding program is missing.
  case noDecoder
  /// The download failed; a retry may help.
  case network
  /// The download was refused, by the server or because it is not safe; a retry does not help.
  case refused
  /// The picture is on the network, and the user has not asked to download it.
  case notFetched

  /// Whether a retry can succeed without any other change.
  public var mayPass: Bool { self == .network || self == .notFetched }

  /// Whether the file may be intact although this program cannot show it.
  public var isOfFormat: Bool {
    switch self {
    case .unsupported, .foreign: true
    default: false
    }
  }
}

/// Short texts for the problems.
public struct ImageProblemWords: Hashable, Sendable {
  public var missing: String
  public var empty: String
  public var gone: String
  public var broken: String
  public var tooLarge: String
  public var unsupported: String
  /// Text appended to a format's name.
  public var foreign: String
  public var noDecoder: String
  public var network: String
  public var refused: String
  public var notFetched: String
  public var font: FontSpec

  public init(
    missing: String, empty: String, gone: String, broken: String, tooLarge: String,
    unsupported: String, foreign: String, noDecoder: String, network: String, refused: String,
    notFetched: String, font: FontSpec
  ) {
    self.missing = missing
    self.empty = empty
    self.gone = gone
    self.broken = broken
    self.tooLarge = tooLarge
    self.unsupported = unsupported
    self.foreign = foreign
    self.noDecoder = noDecoder
    self.network = network
    self.refused = refused
    self.notFetched = notFetched
    self.font = font
  }

  public subscript(problem: ImageProblem) -> String {
    switch problem {
    case .missing: missing
    case .empty: empty
    case .gone: gone
    case .broken: broken
    case .tooLarge: tooLarge
    case .unsupported: unsupported
    case .foreign(let name): "\(name): \(foreign)"
    case .noDecoder: noDecoder
    case .network: network
    case .refused: refused
    case .notFetched: notFetched
    }
  }
}
