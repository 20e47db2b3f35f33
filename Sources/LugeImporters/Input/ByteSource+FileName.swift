import LugeArchive
import LugeCore

extension ByteSource {
  /// The last part of the source's name.
  var fileName: String { PathNames.name(of: name) }

  /// The last part without its endings: "Dr. Smith" of `Dr. Smith.csv` and `Dr. Smith.csv.gz`.
  var fileTitle: String { PathNames.title(of: GzipSource.innerName(name)) }

  /// The last part up to its first full stop. Earlier versions gave a conversation this name, and
  /// archives still have its key.
  var formerFileTitle: String { String(fileName.drop { $0 == "." }.prefix { $0 != "." }) }
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
