import FakeLive
import LugeApp
import LugeQt

/// Shows a room with a given number of messages, of which the first thirty were read. Prints the
/// message below the line for unread messages, and whether it is in view, once the account is
/// connected. With a third argument, it gives the list the keys once the window is active, and says
/// whether the newest message then comes into view, and the keyboard's cursor to it.
@MainActor func missed(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard arguments.count >= 2, let count = Int(arguments[1]) else { return 64 }
  let server = FakeService()
  server.fill(count)
  server.state.withLock {
    $0.readMarker = "$29"
    $0.unread = count - 30
  }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room() else { return }
    _ = await reader.until(count > 30 ? 10 : 1) {
      chat.messages.contains(where: \.isFirstUnread) && viewer.state.isSettled
        && !viewer.state.isAtEnd
    }
    let line = chat.messages.first(where: \.isFirstUnread)
    let isVisible = chat.list.engine.visibleRows.contains { $0.id.item == line?.id }
    let number = line.flatMap { $0.text.string.split(separator: " ").last } ?? "none"
    say("missed line=\(number) visible=\(isVisible) end=\(viewer.state.isAtEnd)")
    guard arguments.count > 2 else { return }
    _ = await reader.until(30) { viewer.isActive }
    chat.list.area.surface.focus()
    await reader.rest(300)
    say("focused composer=\(chat.composer.hasFocus)")
    let isReached = await reader.until(10) {
      reader.shows("message \(count - 1)") && viewer.state.isSettled && viewer.state.isAtEnd
    }
    // Else the next messages would leave the cursor above the view, where the list stays with it.
    let isCursorThere = await reader.until(5) {
      chat.list.cursorPosition == chat.list.engine.count - 1
    }
    say("newest reached=\(isReached) cursor=\(isCursorThere)")
  }
}
