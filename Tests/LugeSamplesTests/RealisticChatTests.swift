import LugeCore
import Testing

@testable import LugeSamples

@Suite("Generate: realistic chat") struct RealisticChatTests {
  private func messages(
    _ count: Int, seed: UInt64 = 1, index: Int = 0, languages: [Language] = Language.allCases,
    mixing: Double = 0.15
  ) -> [GeneratedMessage] {
    Array(
      RealisticChat(
        .init(count: count, seed: seed, index: index, languages: languages, mixing: mixing)))
  }

  @Test("A seed gives the same messages, another seed others")
  func determinism() {
    #expect(messages(500, seed: 7) == messages(500, seed: 7))
    #expect(messages(500, seed: 7) != messages(500, seed: 8))
    #expect(messages(500, index: 0) != messages(500, index: 2))
  }

  @Test("A shorter conversation is a prefix of a longer one", arguments: [1, 2, 99, 100, 999])
  func prefix(count: Int) {
    #expect(messages(count) == Array(messages(1000).prefix(count)))
  }

  @Test("Messages are made on demand")
  func lazy() {
    let endless = RealisticChat(.init(count: .max))
    #expect(Array(endless.prefix(50)) == messages(50))
  }

  @Test("Time and ids never go back, replies point to messages before")
  func order() {
    let all = messages(5000)
    var known: Set<Int64> = []
    for (before, after) in zip(all, all.dropFirst()) {
      #expect(before.time <= after.time)
      #expect(before.id + Int64(max(1, before.attachments.count)) == after.id)
    }
    for message in all {
      if let reply = message.replyTo { #expect(known.contains(reply)) }
      if let edited = message.edited { #expect(edited > message.time) }
      known.insert(message.id)
    }
  }

  @Test("Marks lie on character boundaries and do not overlap")
  func spans() {
    var kinds: Set<String> = []
    for message in messages(5000) {
      #expect(message.text == message.text.normalized())
      var end = 0
      for span in message.text.spans {
        #expect(span.range.lowerBound >= end)
        end = span.range.upperBound
        kinds.insert(String("\(span.attribute)".prefix { $0 != "(" }))
      }
    }
    #expect(
      kinds.isSuperset(of: [
        "bold", "italic", "strike", "code", "spoiler", "link", "mention",
      ]))
  }

  @Test("Template syntax does not show")
  func noSyntax() {
    for message in messages(5000, mixing: 0.5) {
      let text = message.text.string
      #expect(!text.contains { "{}<>|‖%".contains($0) }, "\(text)")
      #expect(!text.contains("\\n"))
    }
  }

  @Test("Everything that a chat can have is there")
  func variety() {
    let all = messages(20_000)
    func share(_ test: (GeneratedMessage) -> Bool) -> Double {
      Double(all.count(where: test)) / Double(all.count)
    }
    #expect((0.1...0.4).contains(share { $0.isOutgoing }))
    #expect((0.03...0.2).contains(share { $0.replyTo != nil }))
    #expect((0.02...0.3).contains(share { !$0.reactions.isEmpty }))
    #expect((0.005...0.1).contains(share { $0.edited != nil }))
    #expect((0.001...0.05).contains(share { $0.forwardedFrom != nil }))
    #expect((0.001...0.05).contains(share { $0.event != nil }))
    #expect((0.03...0.3).contains(share { !$0.attachments.isEmpty }))
    #expect((0.005...0.2).contains(share { $0.text.string.contains("\n") }))
    for case let (name, found) in [
      ("album", all.contains { $0.attachments.count == 3 }),
      ("voice", all.contains { if case .voice = $0.attachments.first { true } else { false } }),
      ("video", all.contains { if case .video = $0.attachments.first { true } else { false } }),
      ("file", all.contains { if case .file = $0.attachments.first { true } else { false } }),
      ("poll", all.contains { if case .poll = $0.attachments.first { true } else { false } }),
    ] {
      #expect(found, "\(name)")
    }
  }

  @Test("No message is empty")
  func substance() {
    for message in messages(5000) {
      #expect(!message.text.isEmpty || !message.attachments.isEmpty || message.event != nil)
    }
  }

  @Test("Lengths are like those of real chats")
  func lengths() {
    let counts = messages(20_000, languages: [.english]).filter { !$0.text.isEmpty }
      .map { $0.text.string.split { $0 == " " || $0 == "\n" }.count }.sorted()
    let median = counts[counts.count / 2]
    #expect((5...8).contains(median), "median \(median)")
    #expect(counts[counts.count * 95 / 100] >= 15)
    #expect((counts.last ?? 0) >= 150 && (counts.last ?? 0) <= 320)
  }

  @Test("Nights are quiet and some days pass without a word")
  func days() {
    let all = messages(20_000)
    let night = all.count { (2 * 3600..<6 * 3600).contains($0.time % 86_400) }
    #expect(Double(night) / Double(all.count) < 0.01)
    let days = Set(all.map { $0.time / 86_400 }).sorted()
    #expect(zip(days, days.dropFirst()).contains { $1 - $0 > 1 })
    #expect(days.count > 60)
  }

  @Test(
    "Scripts appear where they are asked for, and only there",
    arguments: [
      (Script.cyrillic, 0x400...0x4FF), (.greek, 0x370...0x3FF), (.arabic, 0x600...0x6FF),
      (.hebrew, 0x590...0x5FF), (.devanagari, 0x900...0x97F), (.thai, 0xE00...0xE7F),
      (.han, 0x4E00...0x9FFF), (.japanese, 0x3040...0x30FF), (.korean, 0xAC00...0xD7AF),
    ] as [(Script, ClosedRange<UInt32>)])
  func scripts(script: Script, range: ClosedRange<UInt32>) {
    func letters(_ messages: [GeneratedMessage]) -> Int {
      messages.count { $0.text.string.unicodeScalars.contains { range.contains($0.value) } }
    }
    #expect(letters(messages(400, languages: script.languages)) > 300)
    #expect(letters(messages(3000, languages: Language.allCases, mixing: 0.3)) > 10)
    #expect(letters(messages(1000, languages: Script.latin.languages, mixing: 0.5)) == 0)
  }

  @Test("A conversation of two has two authors")
  func personal() {
    let chat = RealisticChat(.init(count: 400, index: 1))
    #expect(Set(chat.map(\.author)).count == 2)
    #expect(!chat.conversation.isGroup)
    for message in chat {
      if let event = message.event, case .pinned = event { continue }
      #expect(message.event == nil, "nothing but pinning happens between two")
    }
  }
}
