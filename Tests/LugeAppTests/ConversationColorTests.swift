import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("Colours of conversations and people")
struct ConversationColorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Imports one WhatsApp conversation for each list of people.
  private func archive(_ chats: [(name: String, people: [String])]) throws -> Archive {
    let path = folder.path + "/a.luge"
    for (name, people) in chats {
      let lines = people.indices.map { "13/02/20, 10:\(10 + $0) - \(people[$0]): hello \($0)" }
      let export = try folder.write(
        lines.joined(separator: "\n") + "\n", as: "WhatsApp Chat with \(name).txt")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    }
    return try Archive(opening: path)
  }

  private func color(_ index: Int) -> ThemeColor? { AuthorPalette.color(index) }

  @Test("As many conversations as there are colours have different ones, in chats as in the list")
  func list() throws {
    // Groups of other sizes in between, so that the people's numbers have gaps.
    let chats = (0..<AuthorPalette.colors.count).map { number in
      (
        name: "P\(number)",
        people: ["P\(number)", "Me"] + (0..<number % 4).map { "Guest \(number) \($0)" }
      )
    }
    let archive = try archive(chats)
    let conversations = try archive.conversations()
    #expect(Set(conversations.map { color($0.colorIndex) }).count == chats.count)
    for conversation in conversations where conversation.authors == 2 {
      let mapper = MessageMapper(conversation, archive: archive)
      let partner = try #require(
        try archive.messages(in: conversation.id, at: 0..<2).compactMap(\.author).first {
          $0.name == conversation.name
        })
      #expect(color(mapper.colors[partner.id.rawValue]) == color(conversation.colorIndex))
    }
    let colors = try archive.faceColors()
    let first = try #require(conversations.first { $0.partnerID != nil })
    #expect(colors[try #require(first.partnerID).rawValue] == first.colorIndex)
  }

  @Test("A person of the list has their colour in a group, however much others write there")
  func group() throws {
    let friends = (0..<6).map { "Friend \($0)" }
    let others = (0..<12).map { "Other \($0)" }
    let archive = try archive(
      [(name: "All", people: others + others + friends)]
        + friends.map { (name: $0, people: [$0, "Me"]) })
    let conversations = try archive.conversations()
    let all = try #require(conversations.first { $0.name == "All" })
    let mapper = MessageMapper(all, archive: archive)
    for friend in friends {
      let own = try #require(conversations.first { $0.name == friend })
      let partner = try #require(own.partnerID)
      #expect(color(mapper.colors[partner.rawValue]) == color(own.colorIndex), "\(friend)")
    }
  }

  @Test("Statistics show people as chats do: initials on their colour")
  func statistics() throws {
    let friends = (0..<5).map { "Friend \($0)" }
    let archive = try archive(friends.map { (name: $0, people: [$0, "Me"]) })
    let report = try StatisticsReport(of: archive, zone: .utc)
    for conversation in try archive.conversations() {
      let person = try #require(report.people.first { $0.name == conversation.name })
      #expect(color(person.colorIndex) == color(conversation.colorIndex), "\(person.name)")
    }
    let lines = StatisticsItems.make(of: report, memories: []).compactMap { item in
      if case .bar(let line) = item { line.person } else { nil }
    }
    #expect(lines.map(\.name).contains("Friend 1") && lines.count == report.people.count)
    // What programs read of a person stays as it was.
    let json = try JSONEncoder().encode(report.people[0])
    #expect(
      try #require(JSONSerialization.jsonObject(with: json) as? [String: Any]).keys.sorted()
        == ["messages", "name", "words"])
  }

  @Test("Of sixteen people no three share a colour, and of ten no two")
  func people() throws {
    let most = AuthorPalette.colors.count
    let names = (0..<most + 6).map { "Person \($0)" }
    // The first ones write twice, so that they are the busiest.
    let archive = try archive([
      (name: "Others", people: (0..<7).map { "Nobody \($0)" }),
      (name: "All", people: names + names.prefix(most)),
    ])
    let conversation = try #require(try archive.conversations().first { $0.name == "All" })
    let mapper = MessageMapper(conversation, archive: archive)
    let authors = try archive.messages(in: conversation.id, at: 0..<names.count)
      .compactMap(\.author)
    let colors = authors.map { color(mapper.colors[$0.id.rawValue]) }
    #expect(Set(colors.prefix(most)).count == most)
    #expect(Set(colors.dropFirst(most)).count == 6)
  }
}
