import Foundation
import LugeCore
import LugePaint

/// A Telegram export with pictures in two conversations, written into a folder that is gone when
/// the test is.
///
/// "Anna" ends with two large photos (the last one portrait), a picture that is missing, and an
/// answer to her first message; "Ben" has three short messages and is older, "Cara" an animated
/// picture, "Dora" thirty short messages and one of sixty lines that ends with a needle.
final class PictureExport {
  let folder: URL
  var path: String { folder.appendingPathComponent("result.json").path }
  static let messages = 60

  /// - Parameters:
  ///   - remote: where the second photo is, instead of in the export.
  ///   - early: a third photo, near Anna's first message.
  init(remote: String? = nil, early: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try picture("a.png", PixelSize(width: 1600, height: 1000), 0xFFC0_3020)
    try picture("b.png", PixelSize(width: 600, height: 1200), 0xFF20_60C0)
    let second = remote ?? "b.png"
    let anna =
      (1...Self.messages).map {
        early && $0 == 5
          ? Self.message($0, "", more: #", "photo": "a.png", "width": 1600, "height": 1000"#)
          : Self.message($0, "Words \($0)")
      } + [
        Self.message(61, "", more: #", "photo": "a.png", "width": 1600, "height": 1000"#),
        Self.message(62, "", more: #", "photo": "\#(second)", "width": 600, "height": 1200"#),
        Self.message(63, "", more: #", "photo": "gone.png", "width": 300, "height": 100"#),
        Self.message(64, "An answer", more: #", "reply_to_message_id": 1"#),
      ]
    let ben = (1...3).map { Self.message($0 - 10, "Short \($0)", from: "Ben") }
    try AnimatedGIF.bytes(width: 200, height: 150).write(
      to: folder.appendingPathComponent("c.gif"))
    let cara = [
      Self.message(
        -20, "", from: "Cara",
        more: """
          , "file": "c.gif", "media_type": "animation", "mime_type": "image/gif", \
          "width": 200, "height": 150
          """)
    ]
    let lines = (1...60).map { "Line \($0) of many" }.joined(separator: "\\n")
    let dora =
      (1...30).map { Self.message($0 - 100, "Short \($0)", from: "Dora") } + [
        Self.message(-60, "\(lines)\\nthe needle", from: "Dora")
      ]
    let all = [("Anna", 1, anna), ("Ben", 2, ben), ("Cara", 3, cara), ("Dora", 4, dora)]
    let chats = all.map { name, id, messages in
      """
      {"name": "\(name)", "type": "personal_chat", "id": \(id), "messages": [
      \(messages.joined(separator: ",\n"))]}
      """
    }
    try Data(#"{"chats": {"list": [\#(chats.joined(separator: ",\n"))]}}"#.utf8).write(
      to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Settings and caches of the program under test.
  var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": folder.appendingPathComponent("config").path,
      "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
    ]
  }

  private func picture(_ name: String, _ size: PixelSize, _ word: UInt32) throws {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { $0.update(repeating: word) }
    try PNG.write(bitmap, to: folder.appendingPathComponent(name).path)
  }

  private static func message(
    _ id: Int, _ text: String, from: String = "Anna", more: String = ""
  ) -> String {
    let entities = text.isEmpty ? "" : #"{"type": "plain", "text": "\#(text)"}"#
    return """
      {"id": \(id), "type": "message", "date": "2024-06-03T10:00:00", \
      "date_unixtime": "\(1_717_400_000 + id * 60)", "from": "\(from)", \
      "from_id": "user\(from)", "text": "\(text)", "text_entities": [\(entities)]\(more)}
      """
  }
}
