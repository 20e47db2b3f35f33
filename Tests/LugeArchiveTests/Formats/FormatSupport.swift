import Foundation

@testable import LugeArchive
@testable import LugeImporters

/// Reads exports that a test writes, as the program opens them.
enum FormatSupport {
  /// One file in memory.
  static func read(
    _ text: String, as reader: any ExportReader.Type, name: String, container: String? = nil
  ) throws -> CollectingSink {
    let sink = CollectingSink()
    try reader.read(
      MemoryByteSource(Array(text.utf8), name: name, context: .init(containerName: container)),
      into: sink)
    return sink
  }

  /// A folder on disk, recognised by content; all its items into one sink, and what reads them.
  static func open(_ folder: TemporaryFolder) throws -> (sink: CollectingSink, formats: [String]) {
    let export = try ExportOpener().open(path: folder.path)
    let sink = CollectingSink()
    for item in export.items { try item.read(into: sink) }
    return (sink, export.items.map { $0.reader.formatName })
  }

  /// Which format a file is recognised as.
  static func format(_ text: String, name: String) -> String? {
    let rated = ExportOpener.registry.map {
      ($0.formatName, $0.confidence(prefix: Array(text.utf8), fileName: name))
    }
    guard let best = rated.max(by: { $0.1 < $1.1 }), best.1 >= 60 else { return nil }
    return best.0
  }
}
