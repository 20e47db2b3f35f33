import Foundation
import LugeArchive
import LugeImporters

extension Case {
  static let imports = [
    Case("import", "import: 2,000 messages of a text export", usesOneThread: false) {
      let folder = try TemporaryFolder()
      let export = folder.url.appending(path: "WhatsApp Chat with Anna.txt")
      try text(messages: 2000).write(to: export, atomically: true, encoding: .utf8)
      let input = try ImportInput(opening: export.path)
      return {
        let path = folder.url.appending(path: "\(UUID().uuidString).luge").path
        let report = try ArchiveImporter(into: path).run(input)
        guard report.added == 2000 else { throw WrongCount(added: report.added) }
        return report.added
      }
    }
  ]

  private struct WrongCount: Error {
    var added: Int
  }

  private static func text(messages: Int) -> String {
    var text = ""
    for (number, sentence) in sentences(messages).enumerated() {
      let (day, hour, minute) = (13 + number / 300 % 15, number / 60 % 24, number % 60)
      let clock = String(format: "%02d/03/2024, %02d:%02d", day, hour, minute)
      text += "\(clock) - \(number % 3 == 0 ? "Anna" : "Ben"): \(sentence)\n"
    }
    return text
  }
}

/// Goes with its last owner.
private final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "luge-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
