import Foundation

@testable import LugeWords

/// A `.mo` as msgfmt writes it, made of texts and translations.
func compiled(_ entries: [(String, String)], plurals: String? = nil, swapped: Bool = false)
  -> [UInt8]
{
  var header = "Content-Type: text/plain; charset=UTF-8\n"
  if let plurals { header += "Plural-Forms: \(plurals)\n" }
  let all = ([("", header)] + entries).map { (Array($0.0.utf8), Array($0.1.utf8)) }
    .sorted { $0.0.lexicographicallyPrecedes($1.0) }
  var words: [UInt32] = [0x9504_12de, 0, UInt32(all.count), 28, UInt32(28 + all.count * 8), 0, 0]
  var texts: [UInt8] = []
  let start = 28 + all.count * 16
  for list in [all.map(\.0), all.map(\.1)] {
    for text in list {
      words += [UInt32(text.count), UInt32(start + texts.count)]
      texts += text + [0]
    }
  }
  return words.flatMap { word in
    let stored = swapped ? word.byteSwapped : word
    return (0..<4).map { UInt8(truncatingIfNeeded: stored >> (8 * $0)) }
  } + texts
}

/// A folder with catalogues that is gone with the test.
final class CatalogueFolder {
  let path = NSTemporaryDirectory() + "words-\(UUID().uuidString)"

  init(_ catalogues: [String: [UInt8]]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (language, bytes) in catalogues {
      let folder = "\(path)/\(language)/LC_MESSAGES"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/test.mo"))
    }
  }

  var domain: Domain { Domain("test", folders: [path]) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
