import FakeLive
import Foundation
import LugeApp
import LugeCore
import LugeQt

/// Words are looked for in what an account has seen, and the window goes to what is found: in the
/// room that is shown, in another one, and in a part of it that is not held.
@MainActor func roomSearch(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  let server = FakeService()
  server.fillKitchen(30)
  server.fill(12)
  server.say("a red wheelbarrow")
  server.fill(687, from: 12)
  server.state.withLock { $0.timelineLimit = 700 }
  return try runRooms(application, server, in: folder) { viewer in
    let reader = RoomReader(viewer, server)
    let isThere = await reader.until(30) {
      viewer.state.rooms.contains { $0.hasSuffix(": connected") } && viewer.state.isAtEnd
    }
    guard isThere else { return say("no room: \(viewer.state.rooms)") }
    viewer.look(for: "dish 7")
    let isFound = await reader.until(20) { viewer.state.found == 1 }
    viewer.acceptSearch()
    let isOther = await reader.until(20) {
      viewer.state.conversation == "Kitchen" && reader.shows("dish 7")
    }
    say("other found=\(isFound) shown=\(isOther)")
    viewer.look(for: "wheelb")
    let isOld = await reader.until(20) { viewer.state.found == 1 }
    viewer.acceptSearch()
    let isShown = await reader.until(20) {
      viewer.state.conversation == "Garden" && reader.shows("a red wheelbarrow")
    }
    say("old found=\(isOld) shown=\(isShown) held=\(viewer.state.held <= 500)")
    viewer.look(for: "nothingofthat")
    let isNothing = await reader.until(20) { viewer.state.found == 0 }
    viewer.look(for: "")
    let isEmpty = viewer.state.search.isEmpty
    say("nothing found=\(!isNothing) closed=\(isEmpty)")
  }
}
