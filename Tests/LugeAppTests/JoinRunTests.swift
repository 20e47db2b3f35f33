import LugeArchive
import LugeChat
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Runs of people who came and left") struct JoinRunTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line of a log, by what happens in it: a letter each.
  private func line(_ what: Character, _ index: Int) -> String {
    let minutes = index % 1440
    let time =
      "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):"
      + "\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    let nick = "nick\(index)"
    return switch what {
    case "j": "\(time) -!- \(nick) [~\(nick)@example.org] has joined #hut"
    case "p": "\(time) -!- \(nick) [~\(nick)@example.org] has left #hut [bye]"
    case "q": "\(time) -!- \(nick) [~\(nick)@example.org] has quit [Ping timeout]"
    case "n": "\(time) -!- \(nick) is now known as other\(index)"
    default: "\(time) < \(nick)> words \(index)"
    }
  }

  private func source(
    _ letters: some StringProtocol, days: Int = 1, zone: ZoneOffsets? = .utc, firstNew: Int? = nil,
    marks: PostMarks? = nil
  ) throws -> ArchiveChatSource {
    var lines: [String] = []
    let daily = max(1, letters.count / days)
    for (index, letter) in letters.enumerated() {
      if index % daily == 0 {
        let day = 10 + min(index / daily, days - 1)
        lines.append("--- Day changed Mon Jun \(day) 2024")
      }
      lines.append(line(letter, index % daily))
    }
    let archive = try folder.archive(
      of: lines.joined(separator: "\n") + "\n", named: "hut\(UInt64.random(in: 0 ... .max)).log")
    let conversation = try #require(try archive.conversations().first)
    return ArchiveChatSource(
      archive: archive, conversation: conversation, facts: nil, marks: marks, firstNew: firstNew,
      foldingJoinsIn: zone)
  }

  /// What is shown of each message: a summary, nothing (`-`), or the message (`.`).
  private func signs(_ messages: some Sequence<ChatMessage>) -> [String] {
    messages.map { message in
      switch message.joinRun {
      case .heading(let words, let isOpen): isOpen ? "[\(words)]" : words
      case .folded: "-"
      case nil: "."
      }
    }
  }

  /// Without the line that a day begins with.
  private func all(_ source: ArchiveChatSource) async throws -> [String] {
    signs(try await source.items(at: 1..<source.count))
  }

  @Test("A run is one line that counts; what stands alone stays as it is")
  func runs() async throws {
    #expect(
      try await all(source("wjpqjwjwnjqqw"))
        == [
          ".", "2 joined, 2 left", "-", "-", "-", ".", ".", ".", ".", "1 joined, 2 left", "-", "-",
        ]
        + ["."])
    #expect(try await all(source("jjj")) == ["3 joined", "-", "-"])
    #expect(try await all(source("pq")) == ["2 left", "-"])
  }

  @Test("A run that the reader has opened shows each below its heading; the others stay folded")
  func opened() async throws {
    let marks = PostMarks()
    let source = try source("jjwpp", marks: marks)
    let first = try #require(try await source.items(at: 1..<2).first)
    _ = marks.perform(.fold, on: first.id)
    #expect(try await all(source) == ["[2 joined]", ".", ".", "2 left", "-"])
  }

  @Test("With the switch each is shown")
  func each() async throws {
    #expect(try await all(source("jjpp", zone: nil)) == [".", ".", ".", "."])
  }

  @Test("A run ends with its day and before the mark of what is new")
  func ends() async throws {
    let days = try source("jjjpp", days: 1, firstNew: 3)
    #expect(try await all(days) == ["2 joined", "-", "1 joined, 2 left", "-", "-"])
    // The line of the new day stands between; without one the day's date does.
    let archive = try folder.archive(
      of: """
        2024-06-10 23:58\t-->\tann (~ann@x.org) has joined #hut
        2024-06-10 23:59\t-->\tben (~ben@x.org) has joined #hut
        2024-06-11 00:01\t<--\tann (~ann@x.org) has quit
        2024-06-11 00:02\t<--\tben (~ben@x.org) has quit

        """, named: "hut.weechatlog")
    let conversation = try #require(try archive.conversations().first)
    let source = ArchiveChatSource(
      archive: archive, conversation: conversation, facts: nil, foldingJoinsIn: .utc)
    #expect(
      signs(try await source.items(at: 0..<source.count)) == ["2 joined", "-", "2 left", "-"])
  }

  @Test("Host masks are nobody's addresses; a page in a topic is one")
  func masks() async throws {
    let archive = try folder.archive(
      of: """
        10:00 -!- ann [~ann@host.example.org] has joined #hut
        10:01 < ann> write to me: ann@example.org
        10:02 -!- ann changed the topic of #hut to: see https://example.org/hut

        """, named: "masks.log")
    let conversation = try #require(try archive.conversations().first)
    let messages = try await ArchiveChatSource(archive: archive, conversation: conversation)
      .items(at: 0..<3)
    #expect(messages.map(\.isService) == [true, false, true])
    #expect(messages.map(\.text.spans.count) == [0, 1, 1])
  }

  @Test("Whatever part of a conversation is read, its runs are the same", arguments: 0..<4)
  func windows(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 5)
    // Of every other conversation most is one run, longer than any that is folded whole.
    let talk = seed % 2 == 1 ? 700 : 4
    let letters = String(
      (0..<1_400).map { _ in
        Int.random(in: 0..<talk, using: &random) == 0
          ? "w" : "jpq".randomElement(using: &random) ?? "j"
      })
    let source = try source(letters)
    let whole = signs(try await source.items(at: 0..<source.count))
    #expect(whole.contains("-"))
    // As many are counted as there are.
    let counted = whole.flatMap { $0.split(separator: " ").compactMap { Int($0) } }.reduce(0, +)
    let alone = zip([Character("-")] + letters, whole).count { $0 != "w" && $1 == "." } - 1
    #expect(counted + alone == letters.count { $0 != "w" })
    for _ in 0..<80 {
      let start = Int.random(in: 0..<source.count, using: &random)
      let range = start..<min(source.count, start + Int.random(in: 1...40, using: &random))
      #expect(signs(try await source.items(at: range)) == Array(whole[range]), "\(range)")
      let runs = JoinRuns(
        archive: source.archive, conversation: source.conversation, zone: .utc)
      let run = try runs.run(at: start)
      #expect((run != nil) == (whole[start] != "."), "\(start)")
      if let run {
        #expect(run.positions.contains(start) && run.positions.count <= JoinRuns.limit)
        #expect(whole[run.positions.lowerBound] == run.summary)
        #expect(whole[run.positions].dropFirst().allSatisfy { $0 == "-" })
      }
    }
  }
}
