import LugeArchive
import LugeCore

extension ByteSource {
  /// The last part of the source's name.
  var fileName: String { PathNames.name(of: name) }
}

extension SourceContext {
  /// Endings of the zips and tars in which exports are packed.
  static let packedEndings = [".zip", ".tar", ".tgz", ".tar.gz"]

  /// Returns the name of a folder, or of a zip without its ending.
  static func shownName(of container: String) -> String {
    let name = container.lowercased()
    guard let ending = packedEndings.first(where: name.hasSuffix),
      container.count > ending.count
    else { return container }
    return String(container.dropLast(ending.count))
  }
}
