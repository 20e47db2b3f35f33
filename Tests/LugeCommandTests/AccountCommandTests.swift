import Foundation
import LocalServer
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

  @Test("Rooms that the user has left are not listed after a sync, and not counted")
  func left() throws {
    let folder = try Folder()
    let server = try LocalHTTPServer(answer: { path in
      .init(body: Array(Self.answer(to: path).utf8))
    })
    defer { server.stop() }
    let environment = [
      "XDG_DATA_HOME": folder.path + "/data", "LUGE_LANGUAGE": "en",
      // No keyring.
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/none",
    ]
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
