import Glibc

/// Location of `luge-decode`.
enum HelperLocation {
  /// Returns the path in `LUGE_DECODE`; or else the program beside this one, as in a build; or the
  /// one in `../libexec/luge`, as in a system's package.
  ///
  /// - Complexity: a few system calls.
  static func find() throws(ImageError) -> String {
    if let named = getenv("LUGE_DECODE") { return String(cString: named) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { throw .noDecoder(reason: "this program does not know where it is") }
    let own = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let places = ["\(folder)/luge-decode", "\(folder)/../libexec/luge/luge-decode"]
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw .noDecoder(reason: "luge-decode is not beside this program in \(folder)")
    }
    return found
  }
}
