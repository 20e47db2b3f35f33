import LugeArchive
import LugeCore

extension ByteSource {
  /// The last part of the source's name.
  var fileName: String { PathNames.name(of: name) }
}
