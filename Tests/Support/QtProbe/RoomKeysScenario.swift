import FakeLive
import Foundation
import LugeApp
import LugeArchive
import LugeCore
import LugeListKit
import LugeLive
import LugeQt

/// A room that is read to its end once the window comes to the front, which the test brings there.
/// Then its thread is open in place of the room, and the test clicks into its list and types.
@MainActor func roomKeys(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  server.add(.message(MessageContent(StyledText("in the thread"), thread: "$2")))
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    await reader.rest(500)
    @MainActor func read() -> [String] { server.state.withLock { $0.read } }
    say("behind read=\(read().count)")
    let isRead = await reader.until(20) { read().last == "$2" }
    say("front active=\(viewer.isActive) read=\(isRead)")

    guard let thread = await reader.thread(of: "message 2", in: chat) else {
      return say("no thread")
    }
    await reader.rest(300)
    let isFocused = thread.composer.hasFocus
    // Elsewhere, as after the cross was pressed or a window was left.
    chat.window.side.surface.focus()
    say("thread focus=\(isFocused) elsewhere=\(!thread.composer.hasFocus)")
    let isTyped = await reader.until(20) { thread.composer.text == "two words" }
    say("typed here=\(isTyped) there=\(chat.composer.text) text=\(thread.composer.text)")
    // Where the list has the keys, Escape closes as well.
    let isClosed = await reader.until(20) { chat.thread == nil }
    say("closed=\(isClosed) back=\(chat.composer.hasFocus)")
    let isNarrow = await reader.until(20) {
      viewer.state.isSettled && !viewer.state.isSideShown && chat.composer.hasFocus
    }
    say("narrow=\(isNarrow)")
    let isSide = await reader.until(20) { viewer.state.isSideShown }
    say("side=\(isSide)")
  }
}

/// A room in which the test sends words that were kept as a draft. Says whether the draft is still
/// on the disk when the message is stored, and what is done next.
@MainActor func roomDraft(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    @MainActor func drafts() -> Int {
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: "\(arguments[0])/data/luge/drafts")
      return files?.count ?? 0
    }
    @MainActor func isShown(_ words: String) -> Bool {
      chat.messages.contains { $0.text.string == words }
    }
    chat.composer.putBack(OutgoingMessage(text: "ripe pears"))
    let isKept = await reader.until(20) { drafts() == 1 }
    // Left, opened again, and written in before the draft was read.
    let key = chat.composer.conversation
    @MainActor func open() {
      chat.composer.conversation = nil
      chat.composer.conversation = key
    }
    open()
    chat.composer.keepDraft()
    open()
    let isThere = drafts() == 1
    chat.composer.putBack(OutgoingMessage(text: ", and"))
    await chat.composer.waitForDraft()
    say("early kept=\(isThere) text=\(chat.composer.text)")
    open()
    chat.composer.putBack(OutgoingMessage(text: " figs"))
    chat.composer.keepDraft()
    say("left text=\(chat.composer.text)")
    chat.composer.focus()
    say("written kept=\(isKept)")
    _ = await reader.until(20) { isShown("ripe pears, and figs") }
    chat.composer.onEvent?(.send(OutgoingMessage(text: "and plums")))
    while !isShown("and plums") { await Task.yield() }
    say("sent kept=\(drafts())")
  }
}

/// A room into which the test pastes two texts, of which the first one is too long. The second one
/// is pasted after messages were selected, while the field was out of sight.
@MainActor func roomPaste(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(when: { viewer.state.isAtEnd }) else { return }
    var notes: [String] = []
    chat.composer.onNote = { notes.append($0) }
    Clipboard.text = "a" + String(repeating: "\u{301}", count: 200_000)
    chat.composer.focus()
    say("long")
    _ = await reader.until(20) { !notes.isEmpty || !chat.composer.text.isEmpty }
    say("refused \(chat.composer.text.isEmpty) \(notes)")
    Clipboard.text = "ripe pears"
    guard let first = chat.messages.first(where: { !$0.isService }) else { return }
    chat.messageActions.toggle(first.id)
    await reader.rest(300)
    viewer.writeInShownRoom()
    say("short selecting=\(chat.messageActions.isSelecting) focus=\(chat.composer.hasFocus)")
    let isTaken = await reader.until(20) { chat.composer.text == "ripe pears" }
    say("taken \(isTaken)")
  }
}

/// A room whose server was away, and answers again: until the test gives the window the keys, the
/// account waits.
@MainActor func roomReturn(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  // After the fifth it waits for 16 seconds.
  server.state.withLock { $0.syncOutcomes = .init(repeating: .unreachable("away"), count: 5) }
  return try runRooms(application, server, arguments, showsRoom: false) { viewer, reader in
    @MainActor func has(_ words: String) -> Bool {
      viewer.sideRows.contains { $0.contains(words) }
    }
    _ = await reader.until(60) { server.state.withLock { $0.syncOutcomes.isEmpty } }
    let isWaiting = await reader.until(5) { has("again in 1") }
    say("waiting \(isWaiting) active=\(viewer.isActive)")
    let isBack = await reader.until(10) { has("Garden") }
    say("came \(isBack)")
    if !isBack { say("rows \(viewer.sideRows)") }
  }
}

/// A room beside which a day ends. Says what the side list has beside the room's name, before and
/// after.
@MainActor func midnight(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  // The messages are of 1970.
  let clock = Clock(80_000)
  return try runRooms(application, server, arguments, clock: clock) { viewer, reader in
    @MainActor func times() -> [String] {
      viewer.sideRows.filter { $0.contains("Garden") }.map {
        String($0.split(separator: ", ").dropFirst().first ?? "")
      }
    }
    _ = await reader.room(when: { !times().isEmpty })
    say("day \(times())")
    clock.seconds += 86_400
    server.say("on the next day")
    _ = await reader.until(20) { reader.shows("on the next day") && times() == ["Thu"] }
    say("next \(times())")
  }
}

/// A room in which its user may not write for a while, and from which they are put out.
@MainActor func standing(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  server.fillKitchen(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    @MainActor func isListed(_ name: String) -> Bool {
      viewer.state.rooms.contains { $0.hasPrefix("\(name)|") }
    }
    guard let chat = await reader.room() else { return }
    server.state.withLock { $0.mayWrite = false }
    server.say("silence")
    let isSilent = await reader.until(20) { !chat.composer.isVisible }
    server.state.withLock { $0.mayWrite = true }
    server.say("speech")
    let isSpoken = await reader.until(20) { chat.composer.isVisible }
    server.state.withLock { $0.removal = LiveRemoval(by: "@anna:here", reason: "bad jokes") }
    server.say("out")
    let isOut = await reader.until(20) { !chat.composer.isVisible }
    await reader.rest(300)
    let isTold = viewer.state.rooms.contains { $0.contains("has removed you") }
    say("standing silent=\(isSilent) spoken=\(isSpoken) out=\(isOut) told=\(isTold)")
    viewer.leaveBehind()
    let isGone = await reader.until(20) {
      !isListed("Garden") && viewer.state.conversation == "Kitchen"
    }
    say("away gone=\(isGone)")
  }
}

/// The user leaves a room, whose server says so late, and then, while a thread of it is open and
/// being written in, on another device. The test answers the question and presses the bar's button.
@MainActor func leaving(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  server.fillKitchen(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    let shown = await reader.room(when: { viewer.roomChat?.messages.isEmpty == false })
    guard shown != nil else { return }
    viewer.leaveShownRoom()
    say("asked")
    let isElsewhere = await reader.until(30) { viewer.state.conversation == "Kitchen" }
    let isTold = server.state.withLock { $0.joins.last == "-!room:here" }
    say("here elsewhere=\(isElsewhere) told=\(isTold)")
    // Invited and joined again, elsewhere.
    server.say("back again")
    _ = await reader.until(20) { viewer.state.rooms.contains { $0.hasPrefix("Garden|") } }
    viewer.showRoom(named: "Garden")
    _ = await reader.until(20) {
      viewer.state.conversation == "Garden" && viewer.roomChat?.messages.isEmpty == false
    }
    guard let chat = viewer.roomChat, let first = chat.messages.first(where: { !$0.isService })
    else { return say("no messages") }
    chat.actions(of: first.id)["Reply in Thread"]?()
    _ = await reader.until(40) { chat.thread?.chat.composer.text == "half a thought" }
    server.state.withLock { $0.hasLeft = true }
    server.say("gone")
    let isOff = await reader.until(20) {
      !chat.composer.isVisible && chat.thread?.chat.composer.isVisible == false
    }
    say("there off=\(isOff)")
    // In this window the thread covers the bar.
    chat.closeThread()
    let isCopied = await reader.until(40) { Clipboard.text == "half a thought" }
    say("copied=\(isCopied)")
  }
}

/// A side list that is longer than the window, at its top and away from it, while rooms rise.
@MainActor func sideTop(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  @Sendable func attic(_ number: Int, _ text: String, at time: Int64) -> LiveRoomUpdate {
    var update = LiveRoomUpdate("!attic\(number):here")
    update.name = "Attic \(number)"
    update.events = [
      RoomEvent(
        id: "$\(number) \(time)", sender: "@anna:here", time: time,
        kind: .message(MessageContent(StyledText(text))))
    ]
    return update
  }
  server.state.withLock { $0.others = (0..<40).map { attic($0, "up here", at: Int64($0) * 1000) } }
  return try runRooms(application, server, arguments) { viewer, reader in
    @MainActor func isAtTop() -> Bool {
      viewer.sideRows.first?.hasSuffix(": connected") == true
        && viewer.sideList?.engine.visibleRows.first?.y == 0
    }
    let isThere = await reader.until(30) {
      isAtTop() && viewer.sideRows.contains { $0.contains("Attic 39") } && viewer.state.isSettled
    }
    guard isThere, let list = viewer.sideList else { return say("no rooms: \(viewer.sideRows)") }
    // More than a screen of rooms rises, as after a night.
    server.state.withLock { state in
      state.others = (0..<20).map { attic($0, "risen", at: 1_000_000 + Int64($0) * 1000) }
    }
    let isSeen = await reader.until(20) {
      isAtTop() && viewer.sideRows.dropFirst().first?.contains("Attic 19") == true
    }
    if !isSeen { say("\(viewer.sideRows)") }
    _ = list.engine.scroll(by: 300)
    list.requestFrame()
    await reader.rest(300)
    @MainActor func first() -> String? { viewer.sideRows.first }
    let before = first()
    server.state.withLock { $0.others = [attic(39, "last", at: 2_000_000)] }
    _ = await reader.until(20) { viewer.state.rooms.dropFirst().first?.contains("last") == true }
    await reader.rest(300)
    say("top seen=\(isSeen) stays=\(first() == before && before != nil && !isAtTop())")
  }
}
