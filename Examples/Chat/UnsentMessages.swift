import Foundation
import LugeListKit

/// The user's messages that are not in the room's log, stored until the next start.
///
/// They are in the user's own folder and not in the room's, because they name files of this
/// computer, which no other user may choose.
actor UnsentMessages {
  struct Message: Codable, Sendable {
    var entry: RoomEntry
    /// Reason why it was not written.
    var reason: String
  }

  private nonisolated let file: URL

  init(of name: String, in folder: URL) {
    let room = Data("\(name)\n\(folder.standardizedFileURL.path)".utf8)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in room { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    file = URL(
      fileURLWithPath: "\(UserFolders.config())/luge-chat/unsent/\(String(hash, radix: 16)).json")
  }

  nonisolated func read() -> [Message] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([Message].self, from: data)) ?? []
  }

  func write(_ messages: [Message]) throws { try writeNow(messages) }

  /// Writes at once, on the calling thread: for a program that ends.
  nonisolated func writeNow(_ messages: [Message]) throws {
    let manager = FileManager.default
    guard !messages.isEmpty else {
      if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
      return
    }
    try manager.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(messages).write(to: file, options: .atomic)
  }
}
