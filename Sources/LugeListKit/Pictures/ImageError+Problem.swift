public import LugeCore
import LugeEngine
public import LugeImages
import LugeWords

extension ImageError {
  /// The reason that a placeholder shows; nil if it should show none.
  public var problem: ImageProblem? {
    switch self {
    case .notReadable: .missing
    case .emptyFile: .empty
    case .unsupportedSource, .unsupportedFormat: .unsupported
    case .foreignFormat(let name): .foreign(name)
    case .tooManyBytes, .tooManyPixels, .tooMuchMemory, .tooManyFrames, .tookTooLong: .tooLarge
    case .corrupt, .decoderDied: .broken
    case .network(.notPermitted): .notFetched
    case .network(.status(404)), .network(.status(410)): .gone
    case .network(let problem): problem.isRetryable ? .network : .refused
    case .noDecoder: .noDecoder
    case .invalidSize, .notOpen, .cancelled: nil
    }
  }
}

extension ImageError {
  /// Whether to offer a retry. Always for downloads, because servers and connections recover.
  public func offersRetry(of key: ImageKey) -> Bool { isRetryable || key.filePath == nil }

  /// Explanation for the picture viewer: what is wrong, and what can be done.
  public var explanation: String { explanation(of: .picture) }

  /// Subject of the explanation's sentence.
  package enum Subject {
    case picture, video, file

    fileprivate var words: String {
      switch self {
      case .picture: localized("This picture")
      case .video: localized("This video")
      case .file: localized("This file")
      }
    }
  }

  package func explanation(of subject: Subject) -> String {
    let this = subject.words
    switch self {
    case .notReadable(let path, let reason):
      return localized(
        "{this} was not found: {path} ({reason}). The export may have been made without it, or its folder was moved.",
        ["this": this, "path": path, "reason": reason])
    case .emptyFile:
      return localized(
        "{this} is an empty file. Another copy of it may be intact.", ["this": this])
    case .unsupportedSource, .unsupportedFormat:
      return localized(
        "{this} has a format that cannot be shown here. Another program may be able to open it.",
        ["this": this])
    case .foreignFormat(let name):
      return localized(
        "{this} is in the {name} format, which is not supported here. Another program may be able to open it.",
        ["this": this, "name": name])
    case .tooManyBytes, .tooManyPixels, .tooMuchMemory, .tooManyFrames:
      return localized(
        "{this} is too large to be shown safely: {reason}. Another program may open it.",
        ["this": this, "reason": description])
    case .corrupt(let reason):
      return Self.isCutOff(reason)
        ? localized(
          "{this} is damaged: the file is incomplete. Another copy of the file may be intact.",
          ["this": this])
        : localized("{this} is damaged. Another copy of the file may be intact.", ["this": this])
    case .decoderDied:
      return localized(
        "{this} is damaged so badly that reading it failed. Another copy of the file may be intact.",
        ["this": this])
    case .tookTooLong:
      return localized(
        "{this} takes too long to read. It may be damaged; another program may open it.",
        ["this": this])
    case .noDecoder(let reason):
      return localized(
        "Pictures cannot be shown, because the program that reads them is not running: {reason}.",
        ["reason": reason])
    case .network(.notPermitted):
      return localized(
        "{this} is not in the archive but on the network. It is loaded only if you ask for it, because the server can see who loads it.",
        ["this": this])
    case .network(let problem):
      return localized(
        "{this} could not be loaded: {reason}.", ["this": this, "reason": problem.description])
    case .invalidSize, .notOpen, .cancelled:
      return localized(
        "{this} cannot be shown: {reason}.", ["this": this, "reason": description])
    }
  }

  /// Messages of decoders about truncated files.
  private static let cutOff = [
    "premature end", "ends too early", "end of file", "truncat", "unexpected eof", "unexpected end",
    "not enough data", "too few",
  ]

  /// Whether a decoder's message says that the file is truncated.
  private static func isCutOff(_ words: String) -> Bool {
    let words = words.lowercased()
    return cutOff.contains(where: words.contains)
  }
}

extension ListPictures {
  /// Returns the full reason why something is not shown, of which its placeholder has only a few
  /// words; nil if nothing is wrong.
  ///
  /// - Parameter file: returns the key of a file by its path.
  public func hint(about action: HitRegion.Action, file: (String) -> ImageKey = { ImageKey($0) })
    -> String?
  {
    switch action {
    case .openImage(let key):
      return failure(of: key)?.explanation
    case .openFile(let path):
      let failure = failure(of: file(path))
      // A file that is not a picture, or a video without a preview, may be intact.
      guard let problem = failure?.problem, !problem.isOfFormat, problem != .noDecoder else {
        return nil
      }
      return failure?.explanation(of: .video)
    case .openLink, .goTo, .custom, .typed: return nil
    }
  }
}
