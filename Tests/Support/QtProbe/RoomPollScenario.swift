import FakeLive
import LugeApp
import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeLive
import LugeQt

/// A room with a poll and a place. The test votes; what the server gets is said, one line a vote.
/// At the end the room is encrypted, and the answers are no buttons any more.
@MainActor func polls(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(2)
  server.state.withLock { $0.members = [LiveMember(id: "@anna:here", name: "Anna")] }
  var place = MessageContent(StyledText(""))
  place.media = MediaRecord(kind: .location, note: "The old mill\n52.5, 13.4")
  server.add(.message(place))
  var content = MessageContent(StyledText(""))
  content.poll = LivePoll(
    "Where do we go on Saturday?",
    [.init(id: "a", text: "The lake"), .init(id: "b", text: "The hill, whatever the weather")])
  server.add(.message(content))
  server.add(.vote(in: "$3", answers: ["b"]), by: "@ben:here")
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room() else { return }
    say("ready")
    @MainActor func votes() -> [[String]] {
      server.state.withLock { state in
        state.events.compactMap {
          guard $0.sender == server.user, case .vote(_, let answers) = $0.kind else { return nil }
          return answers
        }
      }
    }
    for count in 1...4 {
      guard await reader.until(60, { votes().count >= count }) else { break }
      say("voted \(votes()[count - 1].joined(separator: "+"))")
    }
    @MainActor func isOpen() -> Bool? {
      chat.messages.lazy.flatMap(\.media).compactMap(\.poll).first?.takesVotes
    }
    let wasOpen = isOpen()
    server.state.withLock { $0.isEncrypted = true }
    server.say("from now on")
    let isShut = await reader.until(20) { isOpen() == false }
    say("open=\(wasOpen ?? false) shut=\(isShut)")
    await reader.rest(2_000)
  }
}
