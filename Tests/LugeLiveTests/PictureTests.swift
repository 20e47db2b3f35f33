import FakeLive
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// Addresses of the pictures of people and rooms.
@Suite struct PictureTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private func pictures(_ account: LiveAccount) async throws -> [String?] {
    let room = try await account.onlyRoom()
    return try await account.page(.newest, in: room, limit: 50).items.map(\.picture)
  }

  @Test("A member's picture is at each message, also after a restart; unknown is not none")
  func members() async throws {
    server.say("with one", by: "@anna:here")
    server.say("without", by: "@ben:here")
    server.say("not told", by: "@cleo:here")
    server.state.withLock {
      $0.members = [
        LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/anna"),
        LiveMember(id: "@ben:here", name: "Ben", picture: ""),
        LiveMember(id: "@cleo:here", name: "Cleo"),
      ]
      $0.picture = "mxc://here/garden"
    }
    _ = try await account().syncOnce()
    let account = try account()
    #expect(try await pictures(account) == ["mxc://here/anna", "", nil])
    #expect(try await account.rooms().map(\.picture) == ["mxc://here/garden"])
  }

  @Test("Another picture changes the messages that show it, and no others")
  func another() async throws {
    server.say("hers", by: "@anna:here")
    server.say("his", by: "@ben:here")
    server.state.withLock {
      $0.members = [LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/one")]
    }
    let account = try account()
    _ = try await account.syncOnce()
    var update = LiveRoomUpdate(server.room)
    update.members = [LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/two")]
    let changes = try account.store.take(LiveBatch(token: "2", rooms: [update]))
    #expect(changes.flatMap(\.changed).map(\.picture) == ["mxc://here/two"])
    #expect(changes.flatMap(\.changed).map(\.stored.text.string) == ["hers"])
    // The same once more changes nothing.
    #expect(
      try account.store.take(LiveBatch(token: "3", rooms: [update])).flatMap(\.changed).isEmpty)
    // None any more, in the room as well.
    update.members = [LiveMember(id: "@anna:here", name: "Anna", picture: "")]
    update.picture = ""
    _ = try account.store.take(LiveBatch(token: "4", rooms: [update]))
    #expect(try await pictures(account).first == "")
    #expect(try await account.rooms().map(\.picture) == [nil])
  }

  @Test("What was known of members earlier does not replace what is known now")
  func earlier() async throws {
    server.fill(5)
    server.state.withLock {
      $0.members = [LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/new")]
    }
    let account = try account()
    _ = try await account.syncOnce()
    let found = LiveSurroundings(
      [], members: [LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/old")],
      before: nil, after: nil)
    _ = try account.store.take(quoted: found, in: try await account.onlyRoom())
    #expect(try await pictures(account).allSatisfy { $0 == "mxc://here/new" })
  }

  @Test("Old names are those of people of whom no newer ones are known")
  func earlierNames() async throws {
    server.fill(5)
    server.state.withLock {
      $0.members = [
        LiveMember(id: "@anna:here", name: "New Anna"),
        LiveMember(id: "@ben:here", name: "@ben:here"),
      ]
    }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    func names() throws -> [String] {
      try ["@anna:here", "@ben:here", "@cleo:here"].map { try account.store.name(of: $0) }
    }
    // By jumps, quotes and pages.
    func tell(_ suffix: String) throws {
      let members = [
        LiveMember(id: "@anna:here", name: "Anna\(suffix)"),
        LiveMember(id: "@ben:here", name: "Ben\(suffix)"),
        LiveMember(id: "@cleo:here", name: "Cleo\(suffix)"),
      ]
      let found = LiveSurroundings([], members: members, before: nil, after: nil)
      _ = try account.store.take(quoted: found, in: room)
      _ = try account.store.take(found, of: "$none", in: room)
      let page = LivePage([], members: members, next: nil)
      _ = try account.store.take(page, ofThread: "$0", in: room)
      _ = try account.store.take(page, ofPoll: "$0", in: room)
      let gap = LiveStore.Gap(room: room.rawValue, place: 1, older: nil, newer: "1")
      _ = try account.store.fill(gap, .older, with: page)
    }
    try tell(" of old")
    #expect(try names() == ["New Anna", "@ben:here", "Cleo of old"])
    // What is told of now replaces all.
    var update = LiveRoomUpdate(server.room)
    update.members = [
      LiveMember(id: "@anna:here", name: "@anna:here"),
      LiveMember(id: "@ben:here", name: "New Ben"),
      LiveMember(id: "@cleo:here", name: "New Cleo"),
    ]
    _ = try account.store.take(LiveBatch(token: "6", rooms: [update]))
    try tell(" of before")
    #expect(try names() == ["@anna:here", "New Ben", "New Cleo"])
  }

  @Test("Where nothing was told of a member, the picture shown everywhere is asked for once")
  func profile() async throws {
    server.say("hello", by: "@cleo:here")
    server.state.withLock { $0.profiles = ["@cleo:here": "mxc://here/cleo"] }
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await pictures(account) == [nil])
    #expect(try await account.bringPicture(of: "@cleo:here") == "mxc://here/cleo")
    #expect(try await pictures(account) == ["mxc://here/cleo"])
    // A protocol without such pictures.
    #expect(try await account.bringPicture(of: "@dora:here") == nil)
    // The room's members have the last word.
    var update = LiveRoomUpdate(server.room)
    update.members = [LiveMember(id: "@cleo:here", name: "Cleo", picture: "mxc://here/other")]
    _ = try account.store.take(LiveBatch(token: "2", rooms: [update]))
    #expect(try await pictures(account) == ["mxc://here/other"])
  }

  @Test("A conversation of two shows the other person; readers have their pictures")
  func direct() async throws {
    server.say("mine", by: server.user)
    server.say("hers", by: "@anna:here")
    server.say("mine again", by: server.user)
    server.state.withLock {
      $0.members = [
        LiveMember(id: server.user, name: "Me", picture: "mxc://here/me"),
        LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/anna"),
      ]
      $0.receipts = [LiveReceipt(user: "@anna:here", event: "$2", time: 1)]
    }
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.picture) == [nil])
    var update = LiveRoomUpdate(server.room)
    update.isDirect = true
    _ = try account.store.take(LiveBatch(token: "2", rooms: [update]))
    #expect(try await account.rooms().map(\.picture) == ["mxc://here/anna"])
    let room = try await account.onlyRoom()
    #expect(try Array(account.picturesOfReaders(in: room).values) == ["mxc://here/anna"])
    #expect(try account.picture(of: "@anna:here", in: room) == "mxc://here/anna")
    update.picture = "mxc://here/both"
    _ = try account.store.take(LiveBatch(token: "3", rooms: [update]))
    #expect(try await account.rooms().map(\.picture) == ["mxc://here/both"])
  }

  @Test("The people of a room stand by their rights and names, and are known afterwards")
  func details() async throws {
    server.say("hello", by: "@ben:here")
    let people: [LiveRoomDetails.Person] = [
      .init(id: "@zoe:here", name: "Zoe"), .init(id: "@adam:here", name: "adam"),
      .init(id: "@ben:here", name: "Ben", picture: "mxc://here/ben", power: 50),
      .init(id: "@root:here", name: "Root", power: 100),
    ]
    server.state.withLock { $0.details = LiveRoomDetails(people: people) }
    let account = try account()
    _ = try await account.syncOnce()
    let details = try #require(try await account.details(of: try await account.onlyRoom()))
    #expect(details.people.map(\.name) == ["Root", "Ben", "adam", "Zoe"])
    #expect(try await pictures(account) == ["mxc://here/ben"])
    // They have the number, and with it the colour, of their messages.
    let author = try await account.history().first?.stored.author?.id
    #expect(details.people[1].number == author)
    #expect(Set(details.people.map(\.number)).count == 4)
  }
}
