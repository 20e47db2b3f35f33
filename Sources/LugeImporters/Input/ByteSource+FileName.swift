import LugeArchive
import LugeCore

extension ByteSource {
  /// The last part of its name.
  var fileName: String { PathNames.name(of: name) }
}
