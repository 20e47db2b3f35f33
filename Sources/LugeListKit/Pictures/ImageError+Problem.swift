public import LugeCore
public import LugeEngine
public import LugeImages

extension ImageError {
  /// What a placeholder says about it; nil for what is none of the reader's business.
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
    case .network(let problem): problem.isRetryable ? .network : .missing
    case .noDecoder: .noDecoder
    case .invalidSize, .notOpen, .cancelled: nil
    }
  }
}

extension ImageError {
  /// Whether trying again is offered: of a picture on the network always. Whoever asks for that
  /// knows more than the last answer: servers and connections come back, and what they had was
  /// another file.
  public func offersRetry(of key: ImageKey) -> Bool { isRetryable || key.filePath == nil }

  /// What the viewer says: what is the matter, and what can be done about it.
  public var explanation: String { explanation(of: "picture") }

  /// - Parameter thing: what it is called.
  package func explanation(of thing: String) -> String {
    switch self {
    case .notReadable(let path, let reason):
      "This \(thing) is not where the archive says it is: \(path) (\(reason)). The export may have "
        + "been made without it, or its folder was moved."
    case .emptyFile:
      "The file of this \(thing) is empty. Another copy of it may be whole."
    case .unsupportedSource, .unsupportedFormat:
      "This is no \(thing) of a kind that can be shown here. Another program may know it."
    case .foreignFormat(let name):
      "This \(thing) is in the \(name) format, which is not shown here. Another program may know it."
    case .tooManyBytes, .tooManyPixels, .tooMuchMemory, .tooManyFrames:
      "This \(thing) is too large to be shown safely: \(description). Another program may open it."
    case .corrupt(let reason):
      "This \(thing) is damaged\(Self.clause(reason)). Another copy of the file may be whole."
    case .decoderDied:
      "This \(thing) is damaged so badly that reading it failed. Another copy of the file may be whole."
    case .tookTooLong:
      "This \(thing) takes too long to read. It may be damaged; another program may open it."
    case .noDecoder(let reason):
      "No pictures can be shown, because the program that reads them does not run: \(reason)."
    case .network(.notPermitted):
      "This \(thing) is not in the archive but on the network, and nothing is loaded from there unless "
        + "you ask for it: the server sees who does."
    case .network(let problem):
      "This \(thing) could not be loaded: \(problem.description)."
    case .invalidSize, .notOpen, .cancelled: "This \(thing) cannot be shown: \(description)."
    }
  }

  /// What decoders say of a file that was cut off, each in its own words.
  private static let cutOff = [
    "premature end", "ends too early", "end of file", "truncat", "unexpected eof", "unexpected end",
    "not enough data", "too few",
  ]

  /// What a reader can do something with. A decoder's own words are for ``description``: they name
  /// libraries and markers.
  private static func clause(_ words: String) -> String {
    let words = words.lowercased()
    return cutOff.contains(where: words.contains) ? ": its file ends too early" : ""
  }
}

extension ListPictures {
  /// The whole of why something is not shown, for which its tile has a few words at most; nil where
  /// nothing is wrong.
  ///
  /// - Parameter file: the key of a file, by its path.
  public func hint(about action: HitRegion.Action, file: (String) -> ImageKey = { ImageKey($0) })
    -> String?
  {
    switch action {
    case .openImage(let key):
      return failure(of: key)?.explanation
    case .openFile(let path):
      let failure = failure(of: file(path))
      // A file that is no picture and a video without a still are as whole as ever.
      guard let problem = failure?.problem, !problem.isOfFormat, problem != .noDecoder else {
        return nil
      }
      return failure?.explanation(of: "video")
    case .openLink, .goTo, .custom, .typed: return nil
    }
  }
}
