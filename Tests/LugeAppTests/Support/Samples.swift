import Foundation
import LugeArchive
import LugeImporters
import LugeTestSupport

typealias TemporaryFolder = LugeTestSupport.TemporaryFolder

extension TemporaryFolder {
  /// Imports an export written here.
  func archive(of text: String, named name: String = "result.json") throws -> Archive {
    let export = try write(text, as: name)
    let path = "\(path)/\(name).luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    return try Archive(opening: path) { _ in .asRecorded }
  }
}

/// Exports of Telegram Desktop, as small as they come.
enum TelegramSample {
  static func chat(
    _ messages: [String], name: String = "Anna", type: String = "personal_chat"
  ) -> String {
    """
    {"name": "\(name)", "type": "\(type)", "id": 11, "messages": [
    \(messages.joined(separator: ",\n"))
    ]}
    """
  }

  static func message(
    _ id: Int, from: String = "Anna", _ text: String = "Hello", more: String = ""
  ) -> String {
    let seconds = 1_700_000_000 + id * 60
    let date = Date(timeIntervalSince1970: Double(seconds)).formatted(
      .iso8601.dateSeparator(.dash).timeSeparator(.colon)
    ).dropLast()
    return """
      {"id": \(id), "type": "message", "date": "\(date)", "date_unixtime": "\(seconds)", \
      "from": "\(from)", "from_id": "user\(from.utf8.reduce(7) { $0 * 31 % 9973 + Int($1) })", \
      "text": "\(text)", "text_entities": [{"type": "plain", "text": "\(text)"}]\(more)}
      """
  }
}
