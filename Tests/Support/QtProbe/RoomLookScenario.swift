import FakeLive
import Foundation
import LugeApp
import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeLive
import LugeQt

extension RoomReader {
  /// Opens the thread of a message.
  func thread(of words: String, in chat: ChatView) async -> ChatView? {
    guard let root = chat.messages.first(where: { $0.text.string == words })?.id else { return nil }
    chat.messageActions.onEvent?(.thread(root))
    _ = await until(10) { chat.thread?.chat.composer.isVisible == true }
    return chat.thread?.chat
  }
}

/// A room beside its thread, in which the test changes how the window looks.
@MainActor func roomLook(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(),
      var thread = await reader.thread(of: "message 2", in: chat)
    else { return say("no room") }
    @MainActor func all(_ isSo: (ChatView) -> Bool) -> Bool { isSo(chat) && isSo(thread) }
    say("ready animates=\(all { $0.overlay.isAnimating })")
    for zoom in [1.1, 1.25, 1.5] {
      let isZoomed = await reader.until(20) {
        all { $0.list.zoom == zoom } && viewer.sideList?.zoom == zoom
      }
      say("zoomed=\(isZoomed) \(chat.list.zoom) \(thread.list.zoom)")
    }
    chat.closeThread()
    guard let next = await reader.thread(of: "message 1", in: chat) else { return say("no thread") }
    thread = next
    say("again=\(thread.list.zoom)")
    let isDark = await reader.until(20) {
      all { $0.list.engine.colorScheme == .dark && $0.overlay.scheme == .dark }
    }
    say("dark=\(isDark)")
    let isStill = await reader.until(20) { all { !$0.overlay.isAnimating } }
    say("still=\(isStill) fades=\(all { !$0.list.options.reducesMotion })")
    let isMoving = await reader.until(20) { all { $0.overlay.isAnimating } }
    say("moves=\(isMoving)")
    let isUnsaving = await reader.until(20) { all { !$0.motion.savesPower } }
    say("plays=\(isUnsaving)")
  }
}

/// A room and its details on a desktop that asks for reduced motion.
@MainActor func roomStill(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room() else { return }
    let isStill = await reader.until(20) {
      chat.list.options.reducesMotion && !chat.overlay.isAnimating
    }
    let isBeside = await reader.until(20) { viewer.sideList?.options.reducesMotion == true }
    say("room=\(isStill) side=\(isBeside)")
    let areDetails = await reader.until(20) { viewer.roomChat == nil && viewer.state.isSettled }
    say("details=\(areDetails && viewer.shownList?.options.reducesMotion == true)")
  }
}

/// A chat on a machine that saves power.
@MainActor func chatPower(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  let window = probeWindow(480, 640)
  var options = ChatView.Options()
  options.cacheFolder = nil
  options.power = PowerSaving(root: folder)
  let message = ChatMessage(
    id: ItemID(1), author: ChatAuthor(id: 1, name: "Anna"), time: 0, text: StyledText("hello"))
  let chat = try ChatView([message], in: window, options: options)
  window.show()
  Task { @MainActor in
    for _ in 0..<1000 where chat.overlay.isAnimating {
      try? await Task.sleep(for: .milliseconds(20))
    }
    let isResting = !chat.overlay.isAnimating
    chat.motion.savesPower = false
    say("power rests=\(isResting) plays=\(chat.overlay.isAnimating)")
    application.quit()
  }
  return withExtendedLifetime(chat) { application.run() }
}

/// A picture of a room over the window, and one of its thread.
@MainActor func roomPicture(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  server.fillKitchen(3)
  let address = "mxc://here/stripes"
  server.state.withLock { $0.files[address] = stripes(0x2060A0) }
  var media = MediaRecord(kind: .photo, path: address, mimeType: "image/gif", fileName: "a.gif")
  media.width = 96
  media.height = 96
  server.add(.message(MessageContent(StyledText("look"), media: media)))
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(),
      let message = chat.messages.last(where: { $0.text.string == "look" }),
      let key = message.media.first?.imageKey
    else { return say("no room") }
    _ = await reader.until(10) { chat.pictures.isComplete }
    chat.show(key, of: message.id)
    let isOpen = await reader.until(20) { viewer.state.picture?.bitmap != nil }
    say("open=\(isOpen) covered=\(chat.list.isCovered && viewer.sideList?.isCovered == true)")
    // What comes behind the picture is not read.
    @MainActor func read() -> String? { server.state.withLock { $0.read.last } }
    _ = await reader.until(20) { viewer.isActive }
    server.say("behind")
    _ = await reader.until(20) { viewer.state.rooms.contains { $0.contains("behind") } }
    await reader.rest(500)
    say("behind=\(read() == nil)")
    var isReached = false
    let isClosed = await reader.until(30) {
      isReached = isReached || viewer.state.focus != nil
      return viewer.state.picture == nil
    }
    let isRead = await reader.until(20) { read() == "$4" }
    say(
      "closed=\(isClosed) reached=\(isReached) covered=\(viewer.sideList?.isCovered == true) "
        + "read=\(isRead)")
    let isPermitted = await reader.until(20) { chat.source.network.permitsAll }
    say("network=\(isPermitted)")
    guard let thread = await reader.thread(of: "look", in: chat) else { return say("no thread") }
    thread.show(key, of: message.id)
    let isOver = await reader.until(20) { viewer.state.picture?.bitmap != nil }
    let areAllCovered =
      chat.list.isCovered && thread.list.isCovered && viewer.sideList?.isCovered == true
    viewer.showRoom(named: "Kitchen")
    _ = await reader.until(20) { viewer.state.conversation == "Kitchen" }
    say(
      "thread=\(isOver) covered=\(areAllCovered) network=\(thread.source.network.permitsAll) "
        + "left=\(!thread.overlay.isOpen && viewer.sideList?.isCovered == false)")
  }
}

/// A room in which messages are selected while nothing can be written, and while that changes.
@MainActor func roomBars(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(), let first = chat.messages.first?.id else {
      return say("no room")
    }
    let reason = "but not write"
    @MainActor func says(_ words: String) -> Bool { viewer.state.bar?.contains(words) == true }
    @MainActor func setMayWrite(_ mayWrite: Bool) {
      server.state.withLock { $0.mayWrite = mayWrite }
      server.say(mayWrite ? "speech" : "silence")
    }
    setMayWrite(false)
    let isTold = await reader.until(20) { says(reason) }
    chat.messageActions.toggle(first)
    say("silent=\(isTold) selected=\(says("selected"))")
    // The test presses Escape.
    let isBack = await reader.until(20) { says(reason) && !chat.messageActions.isSelecting }
    say("back=\(isBack)")
    chat.messageActions.toggle(first)
    setMayWrite(true)
    _ = await reader.until(20) { chat.composer.isVisible }
    say("kept=\(says("selected") && chat.messageActions.isSelecting)")
    chat.messageActions.endSelection()
    say("free=\(viewer.state.bar == nil)")
    chat.messageActions.toggle(first)
    setMayWrite(false)
    _ = await reader.until(20) { !chat.composer.isVisible }
    let isSelected = says("selected")
    chat.messageActions.endSelection()
    say("under=\(isSelected && says(reason))")
  }
}
