import LugeArchive

extension ByteSource {
  /// The last part of its name.
  var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
}
