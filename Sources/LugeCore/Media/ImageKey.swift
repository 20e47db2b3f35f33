/// Identifies a picture by its source, without a size.
public struct ImageKey: Hashable, Sendable, Codable {
  /// Folder in which the file of a key may be.
  public enum Confinement: Hashable, Sendable, Codable {
    /// Anywhere: the program has chosen the path.
    case none
    /// Below the folder that the first bytes of the path name, without symbolic links on the way.
    case folder(utf8Length: Int)
    /// Nowhere: the path comes from an archive whose media folder is not known.
    case sealed
  }

  /// A file path or a URL.
  public let source: String
  public let confinement: Confinement

  /// Makes a key from an address, or from a path that is opened wherever it leads. A chat view
  /// never opens such a path, because a received message might contain it; for a file that the
  /// program chooses use ``init(file:)``.
  public init(_ source: String) {
    self.source = source
    confinement = .none
  }

  /// Makes a key for a file that the program chooses, such as a person's picture. It is opened only
  /// in its own folder, without following symbolic links.
  ///
  /// - Parameter path: absolute, or relative to the current folder.
  public init(file path: String) {
    let folder = PathNames.folder(of: path)
    self.init(PathNames.name(of: path), beneath: folder.isEmpty ? "." : folder)
  }

  /// Makes a key for a file of an export, which is opened only if it is below the export's folder.
  ///
  /// - Parameter path: relative to the folder.
  public init(_ path: String, beneath folder: String) {
    var folder = folder[...]
    while folder.hasSuffix("/") { folder = folder.dropLast() }
    source = "\(folder)/\(path)"
    confinement = .folder(utf8Length: folder.utf8.count)
  }

  /// Makes a key for a file of an archive whose media folder is not known. It is never opened, and
  /// shown as missing.
  public init(sealed path: String) {
    source = path
    confinement = .sealed
  }

  /// Folder and the path in it; nil unless the key is confined to a folder.
  public var placeInFolder: (folder: String, path: String)? {
    guard case .folder(let length) = confinement else { return nil }
    let end = source.utf8.index(source.utf8.startIndex, offsetBy: length)
    let folder = String(source[..<end])
    return (folder.isEmpty ? "/" : folder, String(source[end...].dropFirst()))
  }
}
