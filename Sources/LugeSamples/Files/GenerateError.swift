public import LugeArchive
public import LugePaint

/// Errors of generating data, described for the user.
public enum GenerateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A file or folder exists and may not be replaced.
  case exists(path: String)
  /// A folder contains files that were not generated.
  case notGenerated(path: String)
  /// An archive contains messages that were not generated.
  case notGeneratedArchive(path: String)
  case notAFolder(path: String)
  case isAFolder(path: String)
  case notWritable(path: String, reason: String)
  /// The format contains one conversation.
  case singleConversation(format: String)
  /// Conversations cannot be written in a format of posts.
  case holdsPosts(format: String)
  /// A timeline cannot be written in a format of messages.
  case holdsMessages(format: String)
  /// A value could not be written as JSON.
  case notEncodable(path: String)
  case archive(ArchiveError)
  case picture(PaintError)

  public var description: String {
    switch self {
    case .exists(let path): "\(path): exists already; --force replaces it"
    case .notGenerated(let path):
      "\(path): holds files that this version of Luge did not make up, which stay; remove the folder, or "
        + "name an empty or a new one"
    case .notGeneratedArchive(let path):
      "\(path): is no archive that Luge made up, and stays; remove it, or name a new file"
    case .notAFolder(let path): "\(path): not a folder"
    case .isAFolder(let path): "\(path): a folder; the format is one file"
    case .notWritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .singleConversation(let format): "the format '\(format)' holds one conversation"
    case .holdsPosts(let format): "the format '\(format)' holds posts, not conversations"
    case .holdsMessages(let format): "the format '\(format)' holds conversations, not posts"
    case .notEncodable(let path): "\(path): a message could not be written as JSON"
    case .archive(let error): "\(error)"
    case .picture(let error): "\(error)"
    }
  }
}
