import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Which of the people in an archive its reader is")
struct OwnerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.luge" }

  init() throws {
    folder = try TemporaryFolder()
    for (name, people) in [("Family", ["Ann", "Bob", "Cem"]), ("Work", ["Ann", "Dan", "Eva"])] {
      let lines = (0..<12).map { "13/02/20, 10:\(10 + $0) - \(people[$0 % 3]): hello \($0)" }
      let export = try folder.write(
        lines.joined(separator: "\n") + "\n", as: "WhatsApp Chat with \(name).txt")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    }
  }

  private func outgoing(_ archive: Archive) throws -> Set<String> {
    var names: Set<String> = []
    for conversation in try archive.conversations() {
      let mapper = MessageMapper(conversation, archive: archive)
      for stored in try archive.messages(in: conversation.id, at: 0..<conversation.count) {
        let message = mapper.message(stored)
        if message.isOutgoing { names.insert(message.author.name) }
      }
    }
    return names
  }

  /// Whom the question above the list is about: people of conversations that have no owner.
  private func asked(_ archive: Archive) throws -> [StoredAuthor] {
    try archive.conversations().filter(OwnerQuestion.isOwnerUnknown).flatMap {
      try archive.possibleOwners(of: $0.id)
    }
  }

  @Test("Who is in most conversations is asked for first, and the answer is kept over imports")
  func answered() throws {
    let archive = try Archive(opening: path)
    #expect(try outgoing(archive) == [])
    let people = try asked(archive)
    #expect(people.first?.name == "Ann" && Set(people).count == 5)
    // Nobody is offered who is not in the conversation.
    for conversation in try archive.conversations() {
      let names = try archive.possibleOwners(of: conversation.id).map(\.name)
      #expect(
        names.sorted()
          == (conversation.name == "Work" ? ["Ann", "Dan", "Eva"] : ["Ann", "Bob", "Cem"]))
      #expect(names.first == "Ann")
    }
    try Archive.setOwner(try #require(people.first).id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == ["Ann"])
    #expect(try asked(Archive(opening: path)).isEmpty)
    let export = try folder.write(
      "14/02/20, 10:00 - Bob: more\n", as: "WhatsApp Chat with Family.txt")
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    #expect(try outgoing(Archive(opening: path)) == ["Ann"])
  }

  @Test("Of two people both are named until one of them is the reader")
  func namesOfTwo() throws {
    let export = try folder.write(
      "13/02/20, 10:00 - Ida: hello\n13/02/20, 10:01 - Jo: hi\n",
      as: "WhatsApp Chat with Two of Us.txt")
    let two = folder.path + "/two.luge"
    _ = try ArchiveImporter(into: two).run(ImportInput(opening: export))
    func needsNames() throws -> Bool {
      ChatPresentation.needsNames(try #require(try Archive(opening: two).conversations().first))
    }
    #expect(try needsNames())
    // The question was closed.
    try Archive.setOwner(nil, inArchive: two, onlyWhereUnknown: true)
    #expect(try needsNames())
    let ida = try #require(try Archive(opening: two).people(limit: 2).first)
    try Archive.setOwner(ida.id, inArchive: two)
    #expect(try !needsNames())
  }

  @Test("In a group people are named even if only one or two of them have written")
  func namesInGroup() throws {
    let export = try folder.write(
      """
      {"luge":"archive","version":1}
      {"type":"conversation","key":"x:1","name":"Walkers","kind":"group","own":"me"}
      {"type":"message","key":"1","time":1717400000,"author":"me","name":"Ann","text":"hello"}
      {"type":"message","key":"2","time":1717400060,"author":"q","name":"Quentin","text":"hi"}
      {"type":"conversation","key":"x:2","name":"Quentin","kind":"personal","own":"me"}
      {"type":"message","key":"1","time":1717400000,"author":"me","name":"Ann","text":"hello"}
      {"type":"message","key":"2","time":1717400060,"author":"q","name":"Quentin","text":"hi"}

      """, as: "walkers.jsonl")
    let walkers = folder.path + "/walkers.luge"
    _ = try ArchiveImporter(into: walkers).run(ImportInput(opening: export))
    let archive = try Archive(opening: walkers)
    let conversations = try archive.conversations()
    let group = try #require(conversations.first { $0.kind == .group })
    let personal = try #require(conversations.first { $0.kind == .personal })
    #expect(ChatPresentation.needsNames(group) && !ChatPresentation.needsNames(personal))
    #expect(Snippet.last(of: group, in: archive)?.author == "Quentin")
    #expect(Snippet.last(of: personal, in: archive)?.author == nil)
  }

  @Test("Of two people none is named where the conversation's name tells who the other one is")
  func namesOfPartner() throws {
    let export = try folder.write(
      "13/02/20, 10:00 - Ida: hello\n13/02/20, 10:01 - Jo: hi\n", as: "WhatsApp Chat with Jo.txt")
    let two = folder.path + "/two.luge"
    _ = try ArchiveImporter(into: two).run(ImportInput(opening: export))
    func needsNames() throws -> Bool {
      ChatPresentation.needsNames(try #require(try Archive(opening: two).conversations().first))
    }
    #expect(try !needsNames())
    try Archive.setOwner(nil, inArchive: two)
    #expect(try needsNames(), "the user is neither of them")
  }

  @Test("It can be changed, and be nobody")
  func changed() throws {
    let people = try Archive(opening: path).people(limit: 100)
    #expect(people.map(\.name) == ["Ann", "Bob", "Cem", "Dan", "Eva"])
    try Archive.setOwner(people[1].id, inArchive: path)
    // Bob is in one of them; the other is still asked for.
    #expect(try outgoing(Archive(opening: path)) == ["Bob"])
    #expect(try asked(Archive(opening: path)).map(\.name).contains("Dan"))
    try Archive.setOwner(people[0].id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == ["Ann"])
    // The question above the list is about those that nobody knows the owner of.
    try Archive.setOwner(people[1].id, inArchive: path, onlyWhereUnknown: true)
    #expect(try outgoing(Archive(opening: path)) == ["Ann"])
    let other = folder.path + "/b.luge"
    let export = "\(folder.path)/WhatsApp Chat with Work.txt"
    _ = try ArchiveImporter(into: other).run(ImportInput(opening: export))
    try Archive.setOwner(nil, inArchive: other)
    #expect(try outgoing(Archive(opening: other)) == [])
    #expect(try asked(Archive(opening: other)).isEmpty, "asked once")
    // Nobody in one of several says nothing about the others.
    let both = try Archive(opening: path).conversations()
    let work = try #require(both.first { $0.name == "Work" })
    try Archive.setOwner(people[1].id, inArchive: path)
    try Archive.setOwner(nil, inArchive: path, of: work.id)
    #expect(try outgoing(Archive(opening: path)) == ["Bob"])
  }

  @Test("One answer can be taken back, the others stay")
  func takenBack() throws {
    let people = try Archive(opening: path).people(limit: 100)
    let (bob, dan) = (people[1], people[3])
    try Archive.setOwner(bob.id, inArchive: path)
    try Archive.setOwner(dan.id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == ["Bob", "Dan"])
    try Archive.forgetOwner(bob.id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == ["Dan"])
    #expect(try asked(Archive(opening: path)).map(\.name).contains("Bob"))
  }

  @Test("Whom a conversation of two is named after is the other one there")
  func partner() throws {
    let lines = (0..<400).map { "13/02/20, 10:10 - \($0 % 40 == 0 ? "Zoe" : "Mum"): hello \($0)" }
    let export = try folder.write(
      lines.joined(separator: "\n") + "\n", as: "WhatsApp Chat with Mum.txt")
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    let archive = try Archive(opening: path)
    let people = try asked(archive)
    #expect(!people.contains { ["Mum", "Zoe"].contains($0.name) }, "nothing to ask there")
    let everybody = try archive.people(limit: 100)
    let zoe = try #require(everybody.first { $0.name == "Zoe" })
    #expect(try archive.knownOwners() == [zoe.id])
    // The question names the others.
    let unknown = try archive.conversations().filter(OwnerQuestion.isOwnerUnknown)
    #expect(Set(unknown.map(\.name)) == ["Family", "Work"])
    // To put the question away changes nothing of what is known.
    try Archive.setOwner(nil, inArchive: path, onlyWhereUnknown: true)
    #expect(try outgoing(Archive(opening: path)) == ["Zoe"])
    // Her tick can be taken away like any other, and set again.
    try Archive.forgetOwner(zoe.id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == [])
    #expect(try Archive(opening: path).knownOwners() == [])
    try Archive.setOwner(zoe.id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == ["Zoe"])
    try Archive.forgetOwner(zoe.id, inArchive: path)
    #expect(try outgoing(Archive(opening: path)) == [])
  }

  @Test("The question says which conversation it is about where there are others as well")
  func question() throws {
    var some = try #require(Archive(opening: path).conversations().first)
    some.name = "Walkers"
    let only = OwnerQuestion.question(about: some, isOnly: true)
    #expect(only.hasPrefix("Which of these people is you? "))
    let one = OwnerQuestion.question(about: some, isOnly: false)
    #expect(one.contains("is you in “Walkers”? "))
  }

  @Test("Somebody who was the reader of another archive is the likeliest")
  func likely() throws {
    var settings = ViewerSettings()
    settings.rememberOwner("Eva")
    let people = try Archive(opening: path).people(limit: 10)
    #expect(settings.likelyOwners(people).first?.name == "Eva")
    #expect(Set(settings.likelyOwners(people)) == Set(people))
    let last = try #require(people.last)
    #expect(ViewerSettings().likelyOwners(people, known: [last.id]).first == last)
    let me = people + [StoredAuthor(id: AuthorID(rawValue: 99), name: "Me")]
    #expect(ViewerSettings().likelyOwners(me).first?.name == "Me")
    #expect(settings.likelyOwners(me).prefix(2).map(\.name) == ["Me", "Eva"])
  }
}
