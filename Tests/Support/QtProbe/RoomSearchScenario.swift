import FakeLive
import Foundation
import LugeApp
import LugeCore
import LugeQt

/// Searches in the messages that an account has seen, and goes to results in the shown room, in
/// another one, and in a part of it that is not loaded.
@MainActor func roomSearch(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fillKitchen(30)
  server.fill(12)
  server.say("a red wheelbarrow")
  server.fill(687, from: 12)
  server.state.withLock { $0.timelineLimit = 700 }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room(when: { viewer.state.isAtEnd }) != nil else { return }
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

/// Searches for a message that only the server has, and goes to it.
@MainActor func serverSearch(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(12)
  server.say("a red wheelbarrow")
  server.say("an old spade")
  server.fill(600, from: 14)
  server.say("a new spade")
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room(when: { viewer.state.isAtEnd }) != nil else { return }
    viewer.look(for: "wheelbarrow")
    let isFound = await reader.until(20) {
      viewer.state.found == 1 && viewer.sideRows.contains { $0.contains("1 more on the server") }
        && viewer.sideRows.contains { $0.contains("a red wheelbarrow") }
    }
    let asked = server.state.withLock { $0.searches }
    say("server found=\(isFound) asked=\(asked.joined(separator: ","))")
    if !isFound { say("\(viewer.sideRows)") }
    if arguments.contains("look") { await reader.rest(10_000) }
    viewer.acceptSearch()
    let isShown = await reader.until(20) { reader.shows("a red wheelbarrow") }
    say("there=\(isShown)")
    // What is here stands first; Return before the server has answered waits for it.
    viewer.look(for: "spade")
    let both = await reader.until(20) {
      viewer.state.found == 2 && viewer.sideRows.contains { $0.contains("a new spade") }
        && viewer.sideRows.contains { $0.contains("an old spade") }
    }
    viewer.look(for: "old spade")
    viewer.acceptSearch()
    let isOld = await reader.until(20) { reader.shows("an old spade") }
    say("spade both=\(both) waited=\(isOld)")
  }
}

/// Finds text in a room, in loaded messages and far before them, where the list then goes.
@MainActor func roomFind(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(200)
  server.say("an old wheelbarrow, a wheelbarrow")
  server.fill(600, from: 200)
  server.say("a new wheelbarrow")
  server.fill(5, from: 800)
  server.state.withLock { $0.timelineLimit = 700 }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room(when: { viewer.state.isAtEnd }) != nil else { return }
    @MainActor func stands(_ words: String) async -> Bool {
      await reader.until(20) { viewer.state.find?.hasPrefix(words) == true }
    }
    viewer.openFind("wheelbarrow")
    let isNew = await stands("2 of 2 messages")
    let isMarked = await reader.until(10) {
      reader.shows("a new wheelbarrow") && viewer.state.currentFinds.count == 1
    }
    let reach =
      viewer.state.find?.contains("searched back to") == true
      && viewer.state.find?.hasSuffix("1970") == true
    say("new found=\(isNew) marked=\(isMarked) reach=\(reach) held=\(viewer.state.held < 200)")
    viewer.stepFind(by: -1)
    let isOld = await stands("1 of 2 messages · 2/2")
    let isShown = await reader.until(20) {
      reader.shows("an old wheelbarrow") && viewer.state.currentFinds.count == 1
        && viewer.state.otherFinds == 1
    }
    say("old found=\(isOld) marked=\(isShown) held=\(viewer.state.held <= 500)")
    if !isShown {
      let state = viewer.state
      say("\(state.find ?? "-") \(state.currentFinds) \(state.otherFinds) \(reader.places())")
    }
    // Past the beginning, and back again: the newest part is loaded anew.
    viewer.stepFind(by: -2)
    let isRound = await stands("2 of 2 messages")
    let isBack = await reader.until(20) { reader.shows("a new wheelbarrow") }
    viewer.stepFind(by: 1)
    viewer.openFind("nothingofthat")
    let isNothing = await stands("Nothing found")
    say("round found=\(isRound) shown=\(isBack) nothing=\(isNothing)")
  }
}
