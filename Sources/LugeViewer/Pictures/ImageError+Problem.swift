import Foundation
import LugeCore
import LugeImages

extension ImageError {
  /// What a placeholder says about it; nil for what is none of the reader's business.
  var problem: ImageProblem? {
    switch self {
    case .notReadable: .missing
    case .emptyFile: .empty
    case .unsupportedSource, .unsupportedFormat, .foreignFormat: .unsupported
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
  /// Whether trying again is offered: of a picture on the network always. Whoever asks for that knows more than
  /// the last answer: servers and connections come back, and what they had was another file.
  func offersRetry(of key: ImageKey) -> Bool { isRetryable || key.filePath == nil }

  /// What the viewer says: what is the matter, and what can be done about it.
  var explanation: String {
    switch self {
    case .notReadable(let path, let reason):
      "This picture is not where the archive says it is: \(path) (\(reason)). The export may have "
        + "been made without it, or its folder was moved."
    case .emptyFile:
      "The file of this picture is empty. Another copy of it may be whole."
    case .unsupportedSource, .unsupportedFormat:
      "This is no picture of a kind that can be shown here. Another program may know it."
    case .foreignFormat(let name):
      "This picture is in the \(name) format, which is not shown here. Another program may know it."
    case .tooManyBytes, .tooManyPixels, .tooMuchMemory, .tooManyFrames:
      "This picture is too large to be shown safely: \(description). Another program may open it."
    case .corrupt(let reason):
      "This picture is damaged\(Self.clause(reason)). Another copy of the file may be whole."
    case .decoderDied:
      "This picture is damaged so badly that reading it failed. Another copy of the file may be whole."
    case .tookTooLong:
      "This picture takes too long to read. It may be damaged; another program may open it."
    case .noDecoder(let reason):
      "No pictures can be shown, because the program that reads them does not run: \(reason)."
    case .network(.notPermitted):
      "This picture is not in the archive but on the network, and nothing is loaded from there unless "
        + "you ask for it: the server sees who does."
    case .network(let problem):
      "This picture could not be loaded: \(problem.description)."
    case .invalidSize, .notOpen, .cancelled: "This picture cannot be shown: \(description)."
    }
  }

  /// The first line of what a decoder says, which may be long and repeat itself; nothing where it says
  /// nothing.
  private static func clause(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let said = String(line.prefix(120)).trimmingCharacters(in: [".", " "])
    return said.isEmpty || said == "unknown" ? "" : ": \(said)"
  }
}
