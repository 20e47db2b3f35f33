import Foundation
import LocalServer
import LugeArchive
import Synchronization
import Testing

/// Accounts of a server in this process, which answers what the test wants.
@Suite("Commands: accounts", .enabled(if: LugeProgram.exists, "luge was not built"))
struct AccountCommandTests {
  private static func member(_ person: String, _ membership: String, by sender: String) -> String {
    #"{"type":"m.room.member","state_key":"\#(person)","event_id":"$\#(membership)\#(sender)","#
      + #""sender":"\#(sender)","origin_server_ts":2000,"content":{"membership":"\#(membership)"}}"#
  }

  private static func room(_ name: String, _ event: String) -> String {
    #""!\#(name.lowercased()):here":{"state":{"events":[{"type":"m.room.name","state_key":"","#
      + #""event_id":"$name","sender":"@anna:here","origin_server_ts":1000,"#
      + #""content":{"name":"\#(name)"}}]},"timeline":{"events":[\#(event)]}}"#
  }

  /// First three rooms; then the user has left one, and was put out of another.
  private static func answer(to path: String) -> String {
    if path.contains("/versions") { return #"{"versions":["v1.11"]}"# }
    if path.contains("/login") {
      return #"{"user_id":"@me:here","access_token":"secret","device_id":"D"}"#
    }
    if path.contains("since=") {
      let left = member("@me:here", "leave", by: "@me:here")
      let removed = member("@me:here", "leave", by: "@anna:here")
      return #"{"next_batch":"s2","rooms":{"leave":{"#
        + #""!attic:here":{"timeline":{"events":[\#(left)]}},"#
        + #""!cellar:here":{"timeline":{"events":[\#(removed)]}}}}}"#
    }
    let rooms = ["Garden", "Attic", "Cellar"].map {
      room($0, member("@me:here", "join", by: "@me:here"))
    }
    return #"{"next_batch":"s1","rooms":{"join":{\#(rooms.joined(separator: ","))}}}"#
  }

  private static func environment(_ folder: Folder) -> [String: String] {
    [
      "XDG_DATA_HOME": folder.path + "/data", "LUGE_LANGUAGE": "en",
      // No keyring.
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/none",
    ]
  }

  /// A server with one room, which notes what is sent there.
  ///
  /// - Parameter isDown: whether it answers nothing of use to what is sent.
  private static func garden(
    isDown: @escaping @Sendable () -> Bool, _ sent: @escaping @Sendable (String) -> Void
  ) throws -> LocalHTTPServer {
    try LocalHTTPServer(answering: { request in
      if request.path.contains("/send/") {
        if isDown() { return .init(body: Array("<html>".utf8)) }
        if String(decoding: request.body, as: UTF8.self).contains("refuse this") {
          return .init(
            status: 413, body: Array(#"{"errcode":"M_TOO_LARGE","error":"event too large"}"#.utf8))
        }
        sent(String(decoding: request.body, as: UTF8.self))
        let transaction = request.path.split(separator: "/").last ?? ""
        return .init(body: Array(#"{"event_id":"$\#(transaction)"}"#.utf8))
      }
      if request.path.contains("/state/") {
        return .init(status: 404, body: Array(#"{"errcode":"M_NOT_FOUND"}"#.utf8))
      }
      if request.path.contains("/logout") { sent("logout") }
      if request.path.contains("/sync") {
        let garden = Self.room("Garden", Self.member("@me:here", "join", by: "@me:here"))
        let rooms = request.path.contains("since=") ? "" : garden
        return .init(body: Array(#"{"next_batch":"s1","rooms":{"join":{\#(rooms)}}}"#.utf8))
      }
      return .init(body: Array(Self.answer(to: request.path).utf8))
    })
  }

  /// - Returns: the archive of the account that was added.
  private static func add(_ server: LocalHTTPServer, _ folder: Folder) throws -> String {
    let environment = environment(folder)
    let added = try LugeProgram.run(
      ["account", "add", server.address, "me"], environment: environment, input: "secret\n")
    #expect(added.status == 0, "\(added)")
    let synced = try LugeProgram.run(["sync"], environment: environment)
    #expect(synced.status == 0, "\(synced)")
    return folder.path + "/data/luge/accounts/@me%3Ahere.luge"
  }

  /// An account that was added and synced, and what its server is sent.
  private final class Garden {
    private final class Log: Sendable {
      let words = Mutex<[String]>([])
      let isDown = Mutex(false)
    }

    private let folder: Folder
    private let server: LocalHTTPServer
    private let log: Log
    let archive: String
    let environment: [String: String]
    var sent: [String] { log.words.withLock { $0 } }
    /// Whether what is sent is not taken.
    var isDown: Bool {
      get { log.isDown.withLock { $0 } }
      set { log.isDown.withLock { $0 = newValue } }
    }

    init() throws {
      folder = try Folder()
      let log = Log()
      self.log = log
      server = try AccountCommandTests.garden(isDown: { log.isDown.withLock { $0 } }) { words in
        log.words.withLock { $0.append(words) }
      }
      archive = try AccountCommandTests.add(server, folder)
      environment = AccountCommandTests.environment(folder)
    }

    deinit { server.stop() }
  }

  @Test("What is sent while another command has the account open is sent when that has ended")
  func sendingAfterAnother() throws {
    let garden = try Garden()
    let (archive, environment) = (garden.archive, garden.environment)
    // Not in a task: those wait where other tests keep all threads, and the command waits for a few
    // seconds only.
    let ended = Mutex<Result<LugeProgram.Outcome, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    do {
      let lock = try FileLock(archive + "-lock")
      defer { withExtendedLifetime(lock) {} }
      Thread.detachNewThread {
        let result = Result {
          try LugeProgram.run(["send", "Garden", "hello"], environment: environment)
        }
        ended.withLock { $0 = result }
        end.signal()
      }
      // It waits once the words are where a window would take them.
      for _ in 0..<2000 {
        let files = try? FileManager.default.contentsOfDirectory(atPath: archive + ".outbox")
        if files?.contains(where: { $0.hasSuffix(".message") }) == true { break }
        usleep(5_000)
      }
      #expect(garden.sent.isEmpty)
    }
    end.wait()
    let outcome = try #require(try ended.withLock { $0 }?.get())
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let found = garden.sent
    #expect(found.count == 1 && found.first?.contains("hello") == true, "\(found)")
    let left = try FileManager.default.contentsOfDirectory(atPath: archive + ".outbox")
    #expect(left.isEmpty, "\(left)")
    // An empty name is not that of the only room.
    let unnamed = try LugeProgram.run(["send", "", "hello"], environment: environment)
    #expect(unnamed.status == 1 && unnamed.errors.contains("Garden"), "\(unnamed)")
    #expect(garden.sent.count == 1)
  }

  @Test("What the server refuses is said, and holds up nothing that is sent later")
  func refused() throws {
    let garden = try Garden()
    for _ in 0..<2 {
      let refused = try LugeProgram.run(
        ["send", "Garden", "refuse this"], environment: garden.environment)
      #expect(
        refused.status == 1 && refused.errors.contains("not sent: event too large"), "\(refused)")
    }
    let later = try LugeProgram.run(["send", "Garden", "hello"], environment: garden.environment)
    #expect(later.status == 0 && later.errors.isEmpty, "\(later)")
    #expect(garden.sent.count == 1)
    // One that was tried before has been stored.
    garden.isDown = true
    let tried = try LugeProgram.run(
      ["send", "Garden", "refuse this"], environment: garden.environment)
    #expect(tried.status == 1 && tried.errors.contains("not known to be sent"), "\(tried)")
    garden.isDown = false
    let behind = try LugeProgram.run(["send", "Garden", "second"], environment: garden.environment)
    #expect(behind.status == 1 && behind.errors.contains("--discard-refused"), "\(behind)")
    let freed = try LugeProgram.run(
      ["send", "--discard-refused", "Garden", "third"], environment: garden.environment)
    #expect(freed.status == 0 && freed.errors.isEmpty, "\(freed)")
    #expect(garden.sent.count == 3)
    let synced = try LugeProgram.run(["sync"], environment: garden.environment)
    #expect(!synced.output.contains("not sent"), "\(synced)")
  }

  @Test("An archive that another program has open is not removed, and the account not logged out")
  func removingWhileOpen() throws {
    let garden = try Garden()
    let (archive, environment) = (garden.archive, garden.environment)
    func remove() throws -> LugeProgram.Outcome {
      try LugeProgram.run(["account", "remove", "me", "--with-archive"], environment: environment)
    }
    do {
      let lock = try FileLock(archive + "-lock")
      defer { withExtendedLifetime(lock) {} }
      let refused = try remove()
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.errors.contains("open in another program"), "\(refused)")
    }
    #expect(garden.sent.isEmpty)
    #expect(FileManager.default.fileExists(atPath: archive))
    let removed = try remove()
    #expect(removed.status == 0, "\(removed)")
    #expect(garden.sent == ["logout"])
    #expect(!FileManager.default.fileExists(atPath: archive))
  }

  @Test("Rooms that the user has left are not listed after a sync, and not counted")
  func left() throws {
    let folder = try Folder()
    let server = try LocalHTTPServer(answer: { path in
      .init(body: Array(Self.answer(to: path).utf8))
    })
    defer { server.stop() }
    let environment = Self.environment(folder)
    let added = try LugeProgram.run(
      ["account", "add", server.address, "me"], environment: environment, input: "secret\n")
    #expect(added.status == 0, "\(added)")
    func sync() throws -> [String] {
      let outcome = try LugeProgram.run(["sync"], environment: environment)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      return outcome.output.split(separator: "\n").map(String.init)
    }
    let before = try sync()
    #expect(before.first?.hasSuffix(" in 3 rooms") == true, "\(before)")
    #expect(Set(before.dropFirst()) == ["Garden", "Attic", "Cellar"])
    let after = try sync()
    #expect(after.first?.hasSuffix(" in 2 rooms") == true, "\(after)")
    #expect(Set(after.dropFirst()) == ["Garden", "Cellar (removed)"])
  }
}
