import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed
import Testing

@testable import LugeApp

@Suite("Timelines of archives") struct TimelineTests {
  private let folder: TemporaryFolder
  private let archive: Archive
  private let timeline: ConversationSummary

  private static let ann = "https://a.example/users/ann"

  private static func note(_ id: Int, _ more: String) -> String {
    """
    {"id":"\(ann)/statuses/\(id)/activity","type":"Create","actor":"\(ann)",
    "published":"2022-11-05T10:00:0\(id)Z","object":{"id":"\(ann)/statuses/\(id)","type":"Note",
    "published":"2022-11-05T10:00:0\(id)Z","attributedTo":"\(ann)",
    "url":"https://a.example/@ann/\(id)",\(more)}}
    """
  }

  private static func boost(_ id: Int, _ target: String) -> String {
    """
    {"id":"\(ann)/statuses/\(id)/activity","type":"Announce","actor":"\(ann)",
    "published":"2022-11-05T10:00:0\(id)Z","object":"\(target)"}
    """
  }

  init() throws {
    folder = try TemporaryFolder()
    let items = [
      Self.note(1, "\"content\":\"<p>First</p>\""),
      Self.note(
        2,
        "\"content\":\"<p>Second</p>\",\"inReplyTo\":\"\(Self.ann)/statuses/1\",\"quote\":\"\(Self.ann)/statuses/1\""
      ),
      Self.boost(3, "\(Self.ann)/statuses/1"),
      Self.boost(4, "https://b.example/users/ben/statuses/9"),
      Self.note(
        5,
        "\"content\":\"<p>Fifth</p>\",\"quote\":\"https://b.example/users/ben/statuses/9\""),
    ]
    archive = try folder.archive(
      of: """
        {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
        "type":"OrderedCollection","orderedItems":[\(items.joined(separator: ","))]}
        """, named: "outbox.json")
    timeline = try #require(try archive.conversations().first)
  }

  private func posts() async throws -> [Post] {
    try await ArchivePostSource(archive: archive, timeline: timeline).items(at: 0..<timeline.count)
  }

  @Test("A boost shows the post itself where the archive has it, else where it is")
  func boosts() async throws {
    let posts = try await posts()
    #expect(posts.map(\.text.string) == ["Fifth", "", "First", "Second", "First"])
    let (elsewhere, own, first) = (posts[1], posts[2], posts[4])
    #expect(own.original == first.id && own.id != first.id)
    #expect(own.boostedBy?.id == first.author.id && own.author == first.author)
    #expect(own.time == first.time && own.url == "https://a.example/@ann/1")
    #expect(elsewhere.original == nil)
    #expect(elsewhere.link?.url == "https://b.example/users/ben/statuses/9")
    #expect(elsewhere.link?.title == FeedStrings().absentPost)
  }

  @Test("A quote shows the post itself where the archive has it, else its address")
  func quotes() async throws {
    let posts = try await posts()
    #expect(posts[3].quote?.text.string == "First")
    #expect(posts[3].quote?.item == posts[4].id)
    #expect(posts[3].quote?.author.id == posts[4].author.id)
    #expect(posts[0].quote?.item == nil && posts[0].quote?.text.isEmpty == true)
    #expect(posts[0].quote?.url == "https://b.example/users/ben/statuses/9")
    // The same person everywhere.
    #expect(posts[0].quote?.author.id == posts[1].author.id)
  }

  @Test("A person's posts, from new to old, and where they are in the archive")
  func person() async throws {
    let author = try #require(timeline.ownAuthorID)
    let found = try PersonPosts(of: author, in: timeline, of: archive)
    let person = try #require(found)
    // What Ann passed on is on her page, whoever wrote it.
    #expect(person.positions == [0, 1, 2, 3, 4])
    #expect(person.profile.posts == person.positions.count)
    #expect(person.profile.author.handle == "@ann@a.example")
    let source = PersonSource(
      posts: person, archive: archive, timeline: timeline,
      mapper: PostMapper(timeline, archive: archive), facts: nil, marks: nil)
    let posts = try await source.items(at: 0..<source.count)
    #expect(posts.first?.id == person.newest)
    #expect(posts.map(\.text.string).first == "Fifth")
    for place in 0..<source.count {
      let position = try #require(person.archivePosition(place))
      #expect(person.position(ofArchivePosition: position) == place)
      #expect(
        try archive.messages(in: timeline.id, at: position..<position + 1).first?.id
          == posts[place].id.rawValue)
      #expect(try await source.items(at: place..<place + 1) == [posts[place]])
    }
    #expect(person.archivePosition(source.count) == nil)
    #expect(person.position(ofArchivePosition: 5) == nil)
    let nobody = try PersonPosts(of: AuthorID(rawValue: -5), in: timeline, of: archive)
    #expect(nobody == nil)
  }

  @Test("A mention leads to the page of somebody with posts here, however it names them")
  func mentions() throws {
    func person(_ mention: String) throws -> AuthorID? {
      try MentionedPerson(mention).author(in: timeline, of: archive)
    }
    let ann = try #require(timeline.ownAuthorID)
    #expect(try person(Self.ann) == ann)
    #expect(try person("https://a.example/@ann") == ann)
    // Ben wrote what Ann passed on.
    #expect(try person("https://b.example/@ben") != nil)
    #expect(try person("https://c.example/@carla") == nil)
    #expect(MentionedPerson("https://c.example/@carla").words == "@carla")
    #expect(MentionedPerson("@carla").words == "@carla")
  }

  @Test("What is passed on opens with its own thread")
  func screens() throws {
    let stored = try archive.messages(in: timeline.id, at: 0..<timeline.count)
    let content = try TimelineContent(
      .thread(stored[2].id), timeline: timeline, archive: archive)
    #expect(content?.screen == .thread(stored[0].id))
    let missing = try TimelineContent(.thread(999), timeline: timeline, archive: archive)
    #expect(missing == nil)
  }

  @Test("A thread has the answers to answers, each below what it answers, however deep or round")
  func deepThread() throws {
    func reply(_ id: Int, to target: Int) -> String {
      Self.note(
        id, "\"content\":\"<p>\(id)</p>\",\"inReplyTo\":\"\(Self.ann)/statuses/\(target)\"")
    }
    // 1 and 7 answer each other.
    let items = [
      reply(1, to: 7), reply(2, to: 1), reply(3, to: 1), reply(4, to: 2), reply(5, to: 4),
      reply(6, to: 3), reply(7, to: 1),
    ]
    let archive = try folder.archive(
      of: """
        {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
        "type":"OrderedCollection","orderedItems":[\(items.joined(separator: ","))]}
        """, named: "deep.json")
    let timeline = try #require(try archive.conversations().first)
    let stored = try archive.messages(in: timeline.id, at: 0..<timeline.count)
    func thread(_ index: Int, below: Int = 500) throws -> [String] {
      try archive.thread(of: stored[index].id, below: below).messages.map(\.text.string)
    }
    #expect(try thread(0) == ["7", "1", "2", "4", "5", "3", "6"])
    #expect(try thread(1) == ["7", "1", "2", "4", "5"])
    #expect(try thread(0, below: 2) == ["7", "1", "2", "4"])
  }

  @Test("A timeline's heights are kept by the archive's positions, whose first is the list's last")
  func heights() throws {
    let notes = HeightNotes(archive: archive.path)
    let environment = LayoutEnvironment(width: 400, fontFamily: "Noto Sans")
    func store(reversed: Bool) -> ArchiveHeights {
      ArchiveHeights(
        archive: archive, conversation: timeline, zone: .utc, notes: notes, isReversed: reversed)
    }
    let list: [Int32] = [50, 40, 30, 20, 10]
    store(reversed: true).keep(
      HeightIndex(exactHeights: list.map(Int.init), estimate: 30), in: environment)
    notes.flush()
    #expect(store(reversed: true).heights(count: 5, in: environment) == list)
    #expect(store(reversed: false).heights(count: 5, in: environment) == list.reversed())
  }

  @Test("What a person says of themselves stands on their page")
  func about() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      #"{"id":"\#(Self.ann)","preferredUsername":"ann","summary":"<p>I weave. https://a.example</p>"}"#,
      as: "actor.json")
    let archive = try folder.archive(
      of: """
        {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
        "type":"OrderedCollection","orderedItems":[\(Self.note(1, "\"content\":\"x\""))]}
        """, named: "outbox.json")
    let timeline = try #require(try archive.conversations().first)
    let author = try #require(timeline.ownAuthorID)
    let found = try PersonPosts(of: author, in: timeline, of: archive)
    let about = try #require(found?.profile.about)
    #expect(about.string == "I weave. https://a.example")
    #expect(about.spans.contains { $0.attribute == .link(target: "https://a.example") })
    #expect(try self.archive.about(author) == nil)
  }

  @Test("Screens before and behind, as in a browser")
  func visits() {
    var visits = TimelineVisits()
    visits.goBack(from: TimelineVisit(screen: .home))
    #expect(visits.back.isEmpty && visits.forward.isEmpty)
    visits.leave(TimelineVisit(screen: .home))
    visits.leave(TimelineVisit(screen: .thread(1)))
    visits.goBack(from: TimelineVisit(screen: .thread(2)))
    #expect(visits.back.map(\.screen) == [.home])
    #expect(visits.forward.map(\.screen) == [.thread(2)])
    visits.goForward(from: TimelineVisit(screen: .thread(1)))
    #expect(visits.back.map(\.screen) == [.home, .thread(1)] && visits.forward.isEmpty)
    visits.goBack(from: TimelineVisit(screen: .thread(2)))
    visits.leave(TimelineVisit(screen: .thread(1)))
    #expect(visits.forward.isEmpty)
  }

  @Test("Where a timeline was left is a place in the list, which is read from new to old")
  func readingPlace() throws {
    let reading = ReadingPositions(folder: folder.path)
    let stored = try archive.messages(in: timeline.id, at: 0..<timeline.count)
    let place = ReadingPlace(item: ItemID(stored[1].id), part: FeedPart.text, key: 0, y: 12)
    reading.remember(
      .init(place: place, newest: nil, visited: 1), archive.path, timeline.key)
    reading.flush()
    let opening = try #require(reading.opening(timeline, in: archive))
    #expect(opening.position == 3 && opening.place == place)
  }

  @Test("Marked posts as text: one as it is, several with time and author")
  func copying() async throws {
    let source = ArchivePostSource(archive: archive, timeline: timeline)
    func copied(_ from: (Int, Int), _ to: (Int, Int)) async throws -> SelectedPosts.Copied {
      try await SelectedPosts(
        posts: { try await source.items(at: $0) }, count: source.count, zone: .utc,
        selection: TextSelection(
          from: TextPlace(position: from.0, offset: from.1),
          to: TextPlace(position: to.0, offset: to.1))
      ).text()
    }
    #expect(try await copied((3, 1), (3, 4)).text == "eco")
    let two = try await copied((3, 3), (4, 5))
    #expect(two.posts == 2)
    #expect(two.text.hasPrefix("[2022-11-05 10:00] "))
    #expect(two.text.contains("(@ann@a.example): ond\n\n["))
    #expect(two.text.hasSuffix(": First"))
  }
}
