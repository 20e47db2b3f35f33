/// Media folders of a conversation: they determine the folder of each media path.
///
/// Exports number their files, so that two exports of one chat may use the same name for different
/// pictures. Paths of the first import are relative to the conversation's folder; those of an
/// import from another folder are stored with that folder in front.
public struct MediaFolders: Sendable, Hashable {
  /// A folder that paths include.
  public struct Named: Sendable, Hashable {
    /// The folder that the archive records.
    public var recorded: String
    /// The folder from which it may be read; nil if none.
    public var readable: String?
  }

  /// Folder in front of paths of files that an import has left in a zip, if the conversation's
  /// folder may have other files of these names.
  static let nowhere = "/dev/null"

  /// Folder that all other paths are relative to; nil if nothing may be read.
  public let root: String?
  /// Prefixes of full paths: recorded folders, and the ones to read. The longest is first, because
  /// one may be inside another.
  private let beginnings: [Named]

  public init(root: String?, named: [Named] = []) {
    self.root = root
    let read = (named.map(\.readable) + [root]).compactMap { folder in
      folder.map { Named(recorded: $0, readable: $0) }
    }
    // Among equal ones, the recorded one is first.
    beginnings = (named + read).enumerated().sorted {
      ($1.element.recorded.utf8.count, $0.offset) < ($0.element.recorded.utf8.count, $1.offset)
    }.map(\.element)
  }

  /// Returns the folder to read a file from, and its path inside; nil if it may not be read.
  public func place(of path: String) -> (folder: String, path: String)? {
    guard Self.inner(path, of: Self.nowhere) == nil else { return nil }
    for folder in beginnings {
      guard let inner = Self.inner(path, of: folder.recorded) else { continue }
      return folder.readable.map { ($0, inner) }
    }
    return root.map { ($0, path) }
  }

  /// All folders that may be read.
  public var readable: Set<String> {
    Set(beginnings.compactMap(\.readable))
  }

  /// Returns a path with its folder in front.
  static func path(_ path: String, beneath folder: String) -> String {
    inner(path, of: folder) == nil ? "\(folder)/\(path)" : path
  }

  /// Returns a path without the longest of the folders that it begins with.
  static func name(of path: String, in folders: Set<String>) -> String {
    folders.compactMap { inner(path, of: $0) }.min { $0.utf8.count < $1.utf8.count } ?? path
  }

  /// Returns the path relative to a folder; nil if it is not inside.
  private static func inner(_ path: String, of folder: String) -> String? {
    let slash = folder.utf8.last == UInt8(ascii: "/") ? "" : "/"
    guard path.utf8.starts(with: "\(folder)\(slash)".utf8) else { return nil }
    return String(path.utf8.dropFirst(folder.utf8.count + slash.utf8.count))
  }
}
