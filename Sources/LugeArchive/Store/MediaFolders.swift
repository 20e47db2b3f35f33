/// Folders of a conversation's media: the one place that tells which folder a path of a message is
/// beneath.
///
/// Exports number their files, so that two of one chat have the same name for two pictures. Paths
/// of the first import are beneath the conversation's folder; those of an import from another
/// folder are kept with that folder in front.
public struct MediaFolders: Sendable, Hashable {
  /// A folder that full paths name.
  public struct Named: Sendable, Hashable {
    /// As the archive has it.
    public var recorded: String
    /// Folder from which it may be read; nil for none.
    public var readable: String?
  }

  /// In front of files that an import has left packed, while the conversation has a folder where
  /// others may have their names.
  static let nowhere = "/dev/null"

  /// Folder that all other paths are beneath; nil where nothing may be read.
  public let root: String?
  /// Beginnings of full paths: folders as they are recorded, and as they are read. The longest
  /// first, for one may lie within another.
  private let beginnings: [Named]

  public init(root: String?, named: [Named] = []) {
    self.root = root
    let read = (named.map(\.readable) + [root]).compactMap { folder in
      folder.map { Named(recorded: $0, readable: $0) }
    }
    // Of two equal ones, the recorded one comes first.
    beginnings = (named + read).enumerated().sorted {
      ($1.element.recorded.utf8.count, $0.offset) < ($0.element.recorded.utf8.count, $1.offset)
    }.map(\.element)
  }

  /// The folder to read a file from, and its path beneath it; nil where it may not be read.
  public func place(of path: String) -> (folder: String, path: String)? {
    guard Self.inner(path, of: Self.nowhere) == nil else { return nil }
    for folder in beginnings {
      guard let inner = Self.inner(path, of: folder.recorded) else { continue }
      return folder.readable.map { ($0, inner) }
    }
    return root.map { ($0, path) }
  }

  /// All that may be read.
  public var readable: Set<String> {
    Set(beginnings.compactMap(\.readable))
  }

  /// A path with its folder in front.
  static func path(_ path: String, beneath folder: String) -> String {
    inner(path, of: folder) == nil ? "\(folder)/\(path)" : path
  }

  /// A path without the longest of the folders that it begins with.
  static func name(of path: String, in folders: Set<String>) -> String {
    folders.compactMap { inner(path, of: $0) }.min { $0.utf8.count < $1.utf8.count } ?? path
  }

  /// Returns the rest of a path beneath a folder; nil for a path that is somewhere else.
  private static func inner(_ path: String, of folder: String) -> String? {
    let slash = folder.utf8.last == UInt8(ascii: "/") ? "" : "/"
    guard path.utf8.starts(with: "\(folder)\(slash)".utf8) else { return nil }
    return String(path.utf8.dropFirst(folder.utf8.count + slash.utf8.count))
  }
}
