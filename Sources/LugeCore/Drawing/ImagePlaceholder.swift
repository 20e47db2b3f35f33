/// What stands where a picture will be, or cannot be.
public struct ImagePlaceholder: Hashable, Sendable {
  public enum Mark: UInt8, Hashable, Sendable {
    case none, photo, play, file, missing, retry, load
    /// Nothing: a button to play it lies over it, whether there is a still or not.
    case playable
  }

  public var fill: ThemeColor
  public var mark: Mark
  /// A blurred stand-in, shown instead of fill and mark until the picture is there.
  public var preview: BlurHash?
  /// What is said where there will be no picture; nil says nothing.
  public var words: ImageProblemWords?
  /// Whether it shows that there will be no picture. False where what stands below says enough, or
  /// where a click does something else: an avatar over initials, a page's picture.
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

/// Why there is no picture.
public enum ImageProblem: Hashable, Sendable {
  /// There is no such file.
  case missing
  /// The file has no bytes.
  case empty
  /// The server that had it has it no more.
  case gone
  /// The file is there and makes no sense.
  case broken
  /// More bytes, pixels or time than a picture may take.
  case tooLarge
  /// Of a format that nothing here knows.
  case unsupported
  /// Of a format that cannot be shown, by its name: "BMP".
  case foreign(String)
  /// The program that decodes pictures is not there.
  case noDecoder
  /// It could not be fetched; trying again may help.
  case network
  /// It is on the network, from where nothing is fetched unless the reader wants it.
  case notFetched

  /// Whether trying again makes sense without anything else having changed.
  public var mayPass: Bool { self == .network || self == .notFetched }

  /// Whether the file may be as whole as ever, and only cannot be shown here.
  public var isOfFormat: Bool {
    switch self {
    case .unsupported, .foreign: true
    default: false
    }
  }
}

/// What placeholders say about problems, in a few words each.
public struct ImageProblemWords: Hashable, Sendable {
  public var missing: String
  public var empty: String
  public var gone: String
  public var broken: String
  public var tooLarge: String
  public var unsupported: String
  /// Follows a format's name.
  public var foreign: String
  public var noDecoder: String
  public var network: String
  public var notFetched: String
  public var font: FontSpec

  public init(
    missing: String, empty: String, gone: String, broken: String, tooLarge: String,
    unsupported: String, foreign: String, noDecoder: String, network: String, notFetched: String,
    font: FontSpec
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
    case .notFetched: notFetched
    }
  }
}
