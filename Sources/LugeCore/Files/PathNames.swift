/// Parts of paths. Foundation's `deletingLastPathComponent` ends the program for a path of one
/// letter, which a zip from outside may contain.
package enum PathNames {
  /// Returns the path without its last component: `a` of `a/b` and `a/b/`, `/` of `/a`, "" of `a`.
  ///
  /// - Complexity: O(bytes).
  package static func folder(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    var rest = path.utf8[...]
    while rest.last == slash { rest.removeLast() }
    guard let last = rest.lastIndex(of: slash) else {
      return rest.isEmpty && !path.isEmpty ? "/" : ""
    }
    rest = rest[..<last]
    while rest.last == slash { rest.removeLast() }
    return rest.isEmpty ? "/" : String(Substring(rest))
  }

  /// Returns the last component: `b` of `a/b` and `a/b/`; the path itself if it has no component.
  ///
  /// - Complexity: O(bytes).
  package static func name(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    var rest = path.utf8[...]
    while rest.last == slash { rest.removeLast() }
    guard !rest.isEmpty else { return path }
    if let last = rest.lastIndex(of: slash) { rest = rest[rest.index(after: last)...] }
    return String(Substring(rest))
  }

  /// Whether a path begins at the root of the file system.
  package static func isAbsolute(_ path: some StringProtocol) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
  }

  /// Whether a part of a path is "..", so that it can lead out of the folder it begins in.
  ///
  /// - Complexity: O(bytes).
  package static func leadsUp(_ path: some StringProtocol) -> Bool {
    path.pathParts.contains { isSame($0, "..") }
  }

  /// Whether two names are the same to the file system, which compares bytes. `==` is also true for
  /// canonically equivalent Unicode strings, which name different files.
  package static func isSame(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Whether a path is that of the folder or of something in it, as both are written. The folder
  /// has no slash at its end.
  package static func isBeneath(_ path: some StringProtocol, _ folder: String) -> Bool {
    path.utf8.starts(with: folder.utf8)
      && (path.utf8.count == folder.utf8.count
        || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
  }

  /// Returns the last component without its file name extension, which has at most eight letters
  /// and digits: "Dr. Smith" of `a/Dr. Smith.csv`, and of `a/Dr. Smith`.
  ///
  /// - Complexity: O(bytes).
  package static func title(of path: String) -> String {
    let name = PathNames.name(of: path).utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return String(Substring(name))
    }
    let ending = name[name.index(after: dot)...]
    let isEnding =
      (1...8).contains(ending.count)
      && ending.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
    return isEnding ? String(Substring(name[..<dot])) : String(Substring(name))
  }

  /// Returns the file name extension in lowercase, or "". Spaces and dots at the end are ignored,
  /// because Windows ignores them.
  ///
  /// Splits by bytes, as desktops do: in Swift, a dot that a combining mark follows is another
  /// character.
  package static func ending(of path: String) -> String {
    var name = PathNames.name(of: path).utf8[...]
    while let last = name.last, last == UInt8(ascii: ".") || last <= UInt8(ascii: " ") {
      name.removeLast()
    }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return Substring(name[name.index(after: dot)...]).lowercased()
  }
}

extension StringProtocol {
  /// Names between the slashes of a path, without empty ones.
  ///
  /// The path is split by bytes, as the system does it. In Swift a slash that a combining mark
  /// follows is another character, so splitting by characters would return `../` with a mark as one
  /// name.
  ///
  /// - Complexity: O(bytes).
  package var pathParts: [Substring] {
    String(self).utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }
}
