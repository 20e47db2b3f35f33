public import LugeArchive
public import LugeCore
import LugeSamples

/// Texts that the lab measures.
public enum TextSets {
  public static func english(count: Int, seed: UInt64 = 1) -> [StyledText] {
    chat(count, seed, [.english])
  }

  /// Returns texts of all the generator's languages: half of the exchanges are in English.
  public static func mixed(count: Int, seed: UInt64 = 1) -> [StyledText] {
    chat(count, seed, Language.allCases, mixing: 0.5)
  }

  /// Returns the first texts of an archive's messages that are not empty, at most `limit`.
  public static func archive(_ path: String, limit: Int) throws(ArchiveError) -> [StyledText] {
    let archive = try Archive(opening: path)
    var texts: [StyledText] = []
    for conversation in try archive.conversations() {
      var position = 0
      while texts.count < limit {
        let page = try archive.messages(
          in: conversation.id, at: position..<position + 4096)
        guard !page.isEmpty else { break }
        texts += page.lazy.map(\.text).filter { !$0.isEmpty }.prefix(limit - texts.count)
        position += 4096
      }
    }
    return texts
  }

  /// Passes on the first `limit` texts of an archive's messages, a page at a time; texts may be
  /// empty.
  public static func pages(
    of path: String, limit: Int, _ body: ([StyledText]) -> Void
  ) throws(ArchiveError) {
    let archive = try Archive(opening: path)
    var left = limit
    for conversation in try archive.conversations() {
      var position = 0
      while left > 0 {
        let page = try archive.messages(in: conversation.id, at: position..<position + 4096)
        guard !page.isEmpty else { break }
        let texts = Array(page.lazy.map(\.text).prefix(left))
        body(texts)
        left -= texts.count
        position += 4096
      }
    }
  }

  private static func chat(
    _ count: Int, _ seed: UInt64, _ languages: [Language], mixing: Double = 0.15
  ) -> [StyledText] {
    // Pictures and events have no text, so more messages are made than texts are needed.
    let chat = RealisticChat(
      .init(
        count: count * 4, seed: seed, languages: languages, mixing: mixing, messagesPerDay: 150))
    return Array(chat.lazy.map(\.text).filter { !$0.isEmpty }.prefix(count))
  }
}
