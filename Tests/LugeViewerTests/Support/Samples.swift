import Foundation
import LugeArchive

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("luge-viewer-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Imports an export written here.
  func archive(of text: String, named name: String = "result.json") throws -> Archive {
    let export = try write(text, to: name)
    let path = "\(path)/\(name).luge"
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    return try Archive(opening: path)
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
