/// Parts of paths. Foundation's `deletingLastPathComponent` ends the program for a path of one
/// letter, which a zip from outside may contain.
package enum PathNames {
  /// The path without its last component: `a` of `a/b` and `a/b/`, `/` of `/a`, "" of `a`.
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

  /// The last component: `b` of `a/b` and `a/b/`; the path itself where it has none.
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
}
