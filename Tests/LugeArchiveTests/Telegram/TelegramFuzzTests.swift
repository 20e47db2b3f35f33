import LugeArchive
import LugeCore
import LugeImporters
import LugeTestSupport
import Testing

@Suite("Telegram: mutated exports")
struct TelegramFuzzTests {
  private static let seedExport = TelegramExport.chat([
    TelegramExport.message(1, "hello \\u00e9 \\x0B \\ud83d\\ude00"),
    TelegramExport.message(
      2, "x",
      extra:
        #", "reply_to_message_id": 1, "reactions": [{"type": "emoji", "count": 2, "emoji": "🔥"}], "photo": "p.jpg", "width": 3"#
    ),
    #"{"id": 3, "type": "service", "date_unixtime": "1705300003", "actor": null, "actor_id": "user1", "action": "invite_members", "members": ["A", null], "text": ""}"#,
    #"{"id": 4, "type": "message", "date_unixtime": "1705300004", "from": "A", "from_id": "user1", "text": ["a ", {"type": "link", "text": "b.c"}], "poll": {"question": "q", "answers": [{"text": "t", "voters": 1}]}, "new": {"deep": [[{}]]}}"#,
  ])

  /// Pieces that mean something to the reader.
  private static let words = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "-1", "1e999", "0", "\"messages\":[",
    "\"text\":", "\"id\":", "\"type\":\"service\"", "\"date_unixtime\":\"99999999999999999999\"",
    "\u{FEFF}", "\\u0000", "\\ud800", "\\x", "🔥",
  ].map { Array($0.utf8) }

  @Test("No mutation crashes; marks stay inside the text", arguments: 0..<8)
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Array(Self.seedExport.utf8)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) { Self.mutate(&bytes, &random) }
      let sink = CollectingSink()
      do {
        try TelegramReader.read(MemoryByteSource(bytes, name: "fuzz"), into: sink)
      } catch {
        #expect(error is ArchiveError)
      }
      for message in sink.messages {
        #expect(message.text.spans == message.text.normalized().spans)
        #expect(!message.sourceKey.isEmpty)
      }
    }
  }

  @Test("What survives the reader survives the store")
  func stored() throws {
    var random = SeededGenerator(seed: 99)
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let whole = Array(Self.seedExport.utf8)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<3 { Self.mutate(&bytes, &random) }
      let options = ImportOptions(keepsPartialInput: true)
      _ = try ArchiveImporter(into: path, options: options).run(.telegram(bytes))
    }
    let archive = try Archive(opening: path)
    for conversation in try archive.conversations() {
      let stored = try archive.messages(in: conversation.id, at: 0..<10_000)
      #expect(stored.count == conversation.count)
      #expect(stored.map(\.time.seconds) == stored.map(\.time.seconds).sorted())
      #expect(conversation.messages + conversation.service == conversation.count)
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, index + Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[index] = .random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(index..<end)
    case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
    case 3: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: index)
    case 4: bytes.removeLast(bytes.count - index)
    default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }
}
