import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive

@Suite("What later imports bring is new until it was seen") struct UnseenTests {
  private typealias Chats = KeyValuePairs<String, ClosedRange<Int>>

  /// Imports messages of several chats, whose times are their numbers.
  private func importing(_ chats: Chats, into path: String, as name: String = "made") throws {
    let input = ImportInput.made(name) { sink in
      for (chat, numbers) in chats {
        try sink.begin(ConversationRecord(key: "test:\(chat)", name: chat, kind: .group))
        for number in numbers { try sink.add(.plain(number, "message number \(number)")) }
      }
    }
    _ = try ArchiveImporter(into: path).run(input)
  }

  private func unseen(_ path: String) throws -> [String: UnseenMessages] {
    let archive = try Archive(opening: path)
    let found = try archive.unseen()
    var named: [String: UnseenMessages] = [:]
    for chat in try archive.conversations() { named[chat.name] = found[chat.id] }
    #expect(named.count == found.count)
    return named
  }

  @Test("A first import brings nothing new; what the next ones bring is, in any chat")
  func later() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try importing(["Hal": 1...10, "Gus": 1...5], into: path)
    #expect(try unseen(path).isEmpty)
    try importing(["Hal": 1...10, "Gus": 1...5], into: path)
    #expect(try unseen(path).isEmpty)
    try importing(["Hal": 1...12, "Gus": 1...5, "Fay": 3...4], into: path)
    #expect(try unseen(path) == ["Hal": .after(10), "Fay": .all])
    // What is new stays so when more comes, and an older export changes nothing.
    try importing(["Hal": 1...14, "Gus": 2...6], into: path)
    try importing(["Hal": 1...11], into: path)
    #expect(try unseen(path) == ["Hal": .after(10), "Gus": .after(5), "Fay": .all])
  }

  @Test("Several exports of different chats, one after the other, are first imports")
  func several() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    for chat in ["Hal", "Gus", "Fay"] { try importing([chat: 1...9], into: path, as: chat) }
    #expect(try unseen(path).isEmpty)
  }

  @Test("A first import that was stopped brings nothing new when it goes on")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let cancellation = ImportCancellation()
    let input = ImportInput.made { sink in
      try sink.begin(ConversationRecord(key: "test:Hal", name: "Hal", kind: .group))
      for number in 1...5 { try sink.add(.plain(number, "message number \(number)")) }
      try sink.begin(ConversationRecord(key: "test:Gus", name: "Gus", kind: .group))
      cancellation.cancel()
      try sink.progress(bytes: 0)
    }
    var options = ImportOptions(keepsPartialInput: true)
    options.showsEvery = .zero
    let importer = ArchiveImporter(into: path, options: options, cancellation: cancellation)
    #expect(throws: ArchiveError.cancelled) { try importer.run(input) }
    // A part was shown.
    #expect(try Archive(opening: path).conversations().map(\.count) == [5])
    try importing(["Hal": 1...10, "Gus": 1...5], into: path)
    #expect(try unseen(path).isEmpty)
    // What the next one brings is new.
    try importing(["Hal": 1...12, "Gus": 1...5], into: path)
    #expect(try unseen(path) == ["Hal": .after(10)])
  }

  @Test("Earlier messages are not new") func earlier() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try importing(["Hal": 10...20], into: path)
    try importing(["Hal": 1...20], into: path)
    #expect(try unseen(path).isEmpty)
  }

  @Test("What was seen is not new any more, as far as it was seen") func seen() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try importing(["Hal": 1...10, "Gus": 1...5], into: path)
    try importing(["Hal": 1...12, "Gus": 1...7, "Fay": 1...3], into: path)
    func see(_ chat: String, upTo last: Int64) throws {
      let archive = try Archive(opening: path)
      try archive.setSeen(archive.conversation(named: chat).id, upTo: last)
    }
    try see("Hal", upTo: 11)
    try see("Gus", upTo: 7)
    try see("Fay", upTo: 2)
    #expect(try unseen(path) == ["Hal": .after(11), "Fay": .after(2)])
    try see("Hal", upTo: 4)
    try see("Fay", upTo: 3)
    #expect(try unseen(path) == ["Hal": .after(11)])
    try importing(["Hal": 1...12, "Gus": 1...8, "Fay": 1...3], into: path)
    #expect(try unseen(path) == ["Hal": .after(11), "Gus": .after(7)])
  }

  @Test("After a merge, what only the second archive has is new") func merged() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (folder.path + "/one.luge", folder.path + "/two.luge")
    let target = folder.path + "/merged.luge"
    try importing(["Hal": 1...10, "Gus": 1...20, "Ida": 1...4], into: one)
    try importing(["Hal": 5...12, "Gus": 1...20, "Fay": 1...3], into: two)
    let merge = try ArchiveMerge(Archive(opening: one), Archive(opening: two))
    _ = try merge.write(to: target, replaces: false, name: "m")
    #expect(try unseen(target) == ["Hal": .after(10), "Fay": .all])
  }

  @Test("A merge of different chats brings nothing new") func apart() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (folder.path + "/one.luge", folder.path + "/two.luge")
    let target = folder.path + "/merged.luge"
    try importing(["Hal": 1...10, "Ida": 1...2], into: one)
    try importing(["Fay": 1...3, "Gus": 1...2], into: two)
    let merge = try ArchiveMerge(Archive(opening: one), Archive(opening: two))
    _ = try merge.write(to: target, replaces: false, name: "m")
    #expect(try unseen(target).isEmpty)
  }
}
