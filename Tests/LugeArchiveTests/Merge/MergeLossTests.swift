import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive

/// What either side of a merge alone has is in what comes out.
@Suite("A merge loses nothing of either side") struct MergeLossTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let ann = AuthorRecord(key: "u1", name: "Ann")
  private static let ben = AuthorRecord(key: "u2", name: "Ben")

  private func archive(
    _ name: String, _ conversation: ConversationRecord, _ messages: [MessageRecord]
  ) throws -> Archive {
    let path = "\(folder.path)/\(name).luge"
    _ = try ArchiveImporter(into: path).run(
      ImportInput(
        path: name,
        parts: [
          .init(name: name) { sink in
            try sink.begin(conversation)
            for message in messages { try sink.add(message) }
          }
        ]))
    return try Archive(opening: path)
  }

  private func merged(_ one: Archive, _ two: Archive, _ name: String = "m") throws -> Archive {
    let path = "\(folder.path)/\(name).luge"
    let merge = try ArchiveMerge(one, two)
    _ = try ArchiveImporter(into: path).run(merge.input(name: name))
    return try Archive(opening: path)
  }

  private func records(_ archive: Archive, _ index: Int = 0) throws -> [MessageRecord] {
    let conversation = try archive.conversations().sorted { $0.key < $1.key }[index]
    return try archive.records(in: conversation.id, at: 0..<conversation.count).map(\.record)
  }

  private func message(
    _ key: String, _ seconds: Int64, _ text: String, by author: AuthorRecord = ann
  ) -> MessageRecord {
    MessageRecord(
      sourceKey: key, author: author, time: Timestamp(seconds: seconds, certainty: .exact),
      text: StyledText(text))
  }

  private let chat = ConversationRecord(key: "t:1", name: "Hut", kind: .group)

  @Test("What one side has deleted is kept, and so are answers, forwards, marks and the owner")
  func completed() throws {
    var first = ["first thing that was said", "second thing that was said", "third of them all"]
      .enumerated().map { message("\($0.offset)", Int64($0.offset) * 100, $0.element) }
    var second = first
    first[1] = MessageRecord(
      sourceKey: "1", author: Self.ann, time: first[1].time, kind: .deleted)
    second[2].replyTo = ReplyRecord(sourceKey: "0")
    second[2].forwardedFrom = "News"
    second[2].text = StyledText(second[2].text.string, spans: [.init(0..<5, .bold)])
    var known = chat
    known.ownAuthorKey = "u1"
    known.about = "likes huts"
    let one = try archive("one", chat, first)
    let two = try archive("two", known, second)
    for (a, b, name) in [(one, two, "ab"), (two, one, "ba")] {
      let result = try merged(a, b, name)
      #expect(try records(result) == second)
      let summary = try #require(try result.conversations().first)
      let own = try #require(summary.ownAuthorID)
      #expect(try result.key(of: own) == "u1" && result.about(own) == "likes huts")
    }
  }

  @Test("Of two edits and of two states of reactions the later one counts, in either order")
  func laterVersions() throws {
    func side(_ text: String, edited: Int64?, reactions: [Int], _ others: [Int64])
      -> [MessageRecord]
    {
      var changed = message("4", 400, text)
      changed.edited = edited.map { Timestamp(seconds: $0, certainty: .exact) }
      changed.isEdited = edited != nil
      changed.reactions = zip(["👍", "😀"], reactions).map {
        ReactionRecord(emoji: $0, count: $1)
      }
      return [message("1", 100, "first of all")]
        + [changed] + others.map { message("\($0)", $0 * 100, "later message number \($0)") }
    }
    let chats: [(old: [MessageRecord], new: [MessageRecord])] = [
      (
        side("v1", edited: 1000, reactions: [3, 1], []),
        side("v2 corrected", edited: 2000, reactions: [1], [5])
      ),
      (
        side("same", edited: nil, reactions: [3, 1], []),
        side("same", edited: nil, reactions: [1], [5])
      ),
      (
        side("same", edited: nil, reactions: [3, 1], []),
        side("same", edited: nil, reactions: [], [5])
      ),
      (
        side("v1", edited: nil, reactions: [], [5]),
        side("v1 changed", edited: nil, reactions: [], [5, 6])
      ),
      // Where both end alike, an edit of another message tells.
      (
        side("same", edited: nil, reactions: [3, 1], [5]),
        side("same", edited: nil, reactions: [1], [5]).map { known in
          var message = known
          if known.sourceKey == "1" {
            message.edited = Timestamp(seconds: 1000, certainty: .exact)
            message.isEdited = true
          }
          return message
        }
      ),
      // The edit tells more than the end.
      (
        side("v1", edited: 1000, reactions: [], [5, 6]),
        side("v2", edited: 2000, reactions: [], [5])
      ),
    ]
    for (number, (old, new)) in chats.enumerated() {
      let one = try archive("old \(number)", chat, old)
      let two = try archive("new \(number)", chat, new)
      for (a, b, name) in [(one, two, "on"), (two, one, "no")] {
        let found = try records(merged(a, b, "\(name) \(number)"))
        #expect(Array(found.prefix(2)) == Array(new.prefix(2)), "\(name) \(number)")
      }
    }
  }

  @Test("A message that was edited after one of the exports is one, merged or imported later")
  func editedOnOneSide() throws {
    func edited(_ message: MessageRecord, _ text: String) -> MessageRecord {
      var message = message
      message.text = StyledText(text)
      message.edited = Timestamp(seconds: 10_000, certainty: .exact)
      message.isEdited = true
      return message
    }
    let ours = ["first thing that was said", "second thing that was said", "third of them all"]
      .enumerated().map { message("\($0.offset)", Int64($0.offset) * 100, $0.element) }
    var theirs = ours.map { message("x\($0.sourceKey)", $0.time.seconds, $0.text.string) }
    theirs[1] = edited(theirs[1], "corrected")
    let other = ConversationRecord(key: "t:2", name: "Hut", kind: .group)
    let one = try archive("one", chat, ours)
    let two = try archive("two", other, theirs)
    let new = [
      (chat, message("3", 9000, "fourth")),
      (other, edited(message("x3", 9000, ""), "fourth edited")),
    ]
    for (a, b, name) in [(one, two, "ab"), (two, one, "ba")] {
      let result = try merged(a, b, name)
      let texts = ["first thing that was said", "corrected", "third of them all"]
      #expect(try records(result).map(\.text.string) == texts, "\(name)")
      for (conversation, message) in name == "ab" ? new : new.reversed() {
        _ = try archive(name, conversation, (conversation.key == "t:1" ? ours : theirs) + [message])
      }
      let found = try records(Archive(opening: "\(folder.path)/\(name).luge"))
      #expect(found.map(\.text.string) == texts + ["fourth edited"], "\(name)")
    }
  }

  @Test("Work for answers to a message whose key is taken, and the next ones as well, is linear")
  func takenKeys() throws {
    var merges: [Int: ConversationMerge] = [:]
    for count in [1000, 4000] {
      let depth = Int(Double(count).squareRoot() * 10)
      let taken = (0..<depth).map {
        message(String(repeating: "merged:", count: $0) + "k", Int64($0) * 100, "first \($0)")
      }
      let answers = (0..<count).map {
        var answer = message("r\($0)", 1_000_000 + Int64($0) * 100, "second \($0)")
        answer.replyTo = ReplyRecord(sourceKey: "k")
        return answer
      }
      let one = try archive("one\(count)", chat, taken)
      let two = try archive("two\(count)", chat, answers)
      merges[count] = ConversationMerge(
        try #require(try one.conversations().first), of: one,
        with: try #require(try two.conversations().first), of: two)
    }
    let excess = try LinearWork.excess("answers", from: 1000, to: 4000) { count in
      try merges[count]?.read(into: CollectingSink())
    }
    #expect(excess == nil)
  }

  @Test("Two people with one name are not taken for one")
  func namesakes() throws {
    let other = AuthorRecord(key: "u9", name: "Ann")
    let one = try archive("one", chat, [message("1", 0, "words of the first Ann")])
    let two = try archive(
      "two", chat,
      [
        message("1", 0, "words of the first Ann"),
        message("2", 1000, "words of the other Ann", by: other),
      ])
    for (a, b, name) in [(one, two, "ab"), (two, one, "ba")] {
      let keys = try records(merged(a, b, name)).map { $0.author?.key }
      #expect(keys == ["u1", "u9"])
    }
  }

  @Test("Two chats that are the only ones, and of different people, stay two")
  func strangers() throws {
    func chat(_ name: String, _ words: String) throws -> Archive {
      try archive(
        name, ConversationRecord(key: "w:\(name)", name: name, kind: .personal),
        (0..<20).map { index in
          message(
            "\(index)", Int64(index) * 1000,
            index == 7 ? "this was said in both of them" : "\(words) \(index)")
        })
    }
    let result = try merged(chat("Ben", "to Ben"), chat("Cy", "to Cyril"))
    #expect(try result.conversations().map(\.name).sorted() == ["Ben", "Cy"])
    #expect(try records(result, 0).count == 20 && records(result, 1).count == 20)
    // The same words are the same chat, whatever it is called.
    let same = try merged(chat("Dan", "to all"), chat("Eve", "to all"), "same")
    #expect(try same.conversations().map(\.name) == ["Dan"])
    #expect(try records(same).count == 20)
  }

  @Test("Keys of earlier merges that would meet are told apart")
  func keys() throws {
    let one = try archive(
      "one", chat,
      [message("5", 0, "five of the first"), message("merged:5", 10, "an earlier five")])
    let two = try archive(
      "two", chat,
      [
        message("5", 5000, "five of the second"), message("merged:5", 6000, "its earlier five"),
        message("merged:merged:5", 7000, "one earlier still"),
      ])
    #expect(
      Set(try records(merged(one, two)).map(\.text.string)) == [
        "five of the first", "an earlier five", "five of the second", "its earlier five",
        "one earlier still",
      ])
  }
}
