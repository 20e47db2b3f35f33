import FakeLive
import LugeApp
import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeLive
import LugeQt

/// A room whose user looks at another window and back, for which the test gives these the keys:
/// with more new messages than fit, after a report was lost, and with a thread in the room's place.
@MainActor func roomAway(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(30)
  server.state.withLock { $0.timelineLimit = 200 }
  let other = Window(title: "Elsewhere")
  other.placement = Placement(x: 700, y: 0, width: 200, height: 100, isSideVisible: false)
  other.show()
  let code = try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room() else { return }
    await AwayReader(viewer, server, reader, chat).read()
  }
  return withExtendedLifetime(other) { code }
}

@MainActor private final class AwayReader {
  private let viewer: ViewerController
  private let server: FakeService
  private let reader: RoomReader
  private let chat: ChatView

  init(
    _ viewer: ViewerController, _ server: FakeService, _ reader: RoomReader, _ chat: ChatView
  ) {
    self.viewer = viewer
    self.server = server
    self.reader = reader
    self.chat = chat
  }

  /// Number of the last event that was reported as read.
  private var lastRead: Int {
    server.state.withLock { $0.read.last.flatMap { Int($0.dropFirst()) } } ?? -1
  }

  private var line: String? { chat.messages.first(where: \.isFirstUnread)?.text.string }

  /// Waits until the test has given the keys to this window, or to the other one.
  private func look(_ isActive: Bool) async {
    say(isActive ? "look" : "leave")
    _ = await reader.until(30) { self.viewer.isActive == isActive }
  }

  private func write(_ words: String, _ count: Int, in thread: String? = nil) async {
    for number in 0..<count {
      server.add(.message(MessageContent(StyledText("\(words) \(number)"), thread: thread)))
    }
    let list = thread == nil ? chat : chat.thread?.chat ?? chat
    _ = await reader.until(20) { list.messages.last?.text.string == "\(words) \(count - 1)" }
  }

  func read() async {
    await look(true)
    _ = await reader.until(20) { self.lastRead == 29 }

    await look(false)
    await write("news", 40)
    let isHeld = await reader.until(20) {
      self.reader.shows("news 0") && !self.viewer.state.isAtEnd && self.viewer.state.isSettled
    }
    say("away line=\(line ?? "-") held=\(isHeld) read=\(lastRead)")
    await look(true)
    _ = await reader.until(20) { self.lastRead > 29 }
    await reader.rest(500)
    say("back line=\(line ?? "-") part=\((30..<69).contains(lastRead))")
    viewer.shownList?.area.onJump?()
    let isRead = await reader.until(20) { self.lastRead == 69 }
    await look(false)
    let isGone = await reader.until(20) { self.line == nil }
    say("end read=\(isRead) gone=\(isGone)")

    await write("lost", 1)
    server.state.withLock { $0.readOutcomes = [.unreachable("the connection ended")] }
    let hasLine = line
    await look(true)
    let isTold = await reader.until(25) { self.lastRead == 70 }
    say("lost line=\(hasLine ?? "-") told=\(isTold)")

    await readThread()
  }

  private func readThread() async {
    guard let thread = await reader.thread(of: "message 27", in: chat) else {
      return say("no thread")
    }
    await write("before", 2, in: "$27")
    @MainActor func seen() -> Int { server.state.withLock { $0.threadsRead.count } }
    _ = await reader.until(20) { seen() > 0 && thread.list.engine.isSettled }
    await reader.rest(500)
    let before = seen()
    await look(false)
    await write("inside", 2, in: "$27")
    await reader.rest(500)
    let first = thread.messages.first(where: \.isFirstUnread)?.text.string
    say("thread line=\(first ?? "-") read=\(seen() - before)")
    await look(true)
    let isRead = await reader.until(20) { seen() > before }
    // A report that does not arrive is repeated with the next connection.
    server.state.withLock { $0.readOutcomes = [.unreachable("the connection ended")] }
    let told = seen()
    await write("more", 1, in: "$27")
    _ = await reader.until(20) { self.server.state.withLock { $0.readOutcomes.isEmpty } }
    server.state.withLock { $0.syncOutcomes = [.unreachable("the connection ended")] }
    let isTold = await reader.until(20) { seen() > told }
    say("answers read=\(isRead) told=\(isTold)")
    chat.closeThread()
    _ = await reader.until(20) { self.viewer.state.isAtEnd && self.viewer.state.isSettled }
  }
}

/// A room with a thread, in a window to which the test gives several widths: how wide the side list
/// and the thread are.
@MainActor func roomPanes(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(30)
  return try runRooms(application, server, arguments) { viewer, reader in
    guard let chat = await reader.room(), let side = viewer.sideList else {
      return say("no room")
    }
    @MainActor func width(_ list: ListSurface) -> Int { list.area.surface.geometry.size.width }
    /// Width of the thread; 0 without one.
    @MainActor func beside() -> Int { chat.thread.map { width($0.chat.list) } ?? 0 }
    @MainActor func tell(_ name: String, until isThere: () -> Bool) async {
      _ = await reader.until(20, isThere)
      await reader.rest(300)
      say("\(name) \(width(side)) \(beside())")
    }
    say("ready")
    // 690 points.
    await tell("narrow") { width(chat.list) > 370 }
    _ = await reader.thread(of: "message 27", in: chat)
    await tell("covered") { beside() > 370 }
    // A little narrower, with the thread in the room's place.
    let covering = beside()
    await tell("narrower") { beside() < covering }
    chat.closeThread()
    await tell("closed") { width(chat.list) > 340 }
    _ = await reader.thread(of: "message 27", in: chat)
    await reader.rest(300)
    let narrower = beside()
    say("open")
    // 1000 points: beside each other.
    await tell("wide") { beside() != narrower }
    chat.window.setSideVisible(false)
    _ = await reader.until(20) { !viewer.state.isSideShown }
    await reader.rest(300)
    chat.window.setSideVisible(true)
    await tell("shown") { viewer.state.isSideShown }
  }
}

/// The user begins a chat with somebody who does not exist, in a form that the test fills in.
@MainActor func strangers(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(3)
  server.state.withLock { $0.strangers = ["@nobody:here"] }
  return try runRooms(application, server, arguments) { viewer, reader in
    guard await reader.room() != nil else { return }
    viewer.beginDirectChat()
    _ = await reader.until(30) { server.state.withLock { !$0.peopleChecked.isEmpty } }
    await reader.rest(500)
    say("told made=\(server.state.withLock { $0.created.count })")
    _ = await reader.until(30) { server.state.withLock { !$0.created.isEmpty } }
    let people = server.state.withLock { $0.created.first?.people ?? [] }
    say("begun \(people.joined(separator: ","))")
    await reader.rest(1000)
  }
}
