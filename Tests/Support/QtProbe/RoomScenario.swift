import FakeLive
import Foundation
import Glibc
import LugeApp
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeLive
import LugeQt

/// An account whose server is in this process.
struct FakeBook: LiveAccountBook {
  let server: FakeService
  let folder: String

  func entries() throws -> [LiveAccountEntry] {
    [LiveAccountEntry(user: server.user, server: "here", archive: "\(folder)/me.luge")]
  }
  func service(of entry: LiveAccountEntry) throws -> any LiveService { server }
  func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?) {
    guard password == "right", let entry = try entries().first else {
      throw LiveFailure.refused("the password is wrong")
    }
    return (entry, nil)
  }
  func remove(_ entry: LiveAccountEntry) async throws -> String? { nil }
}

/// Shows the program's window with an account, and ends when all that is done with it is done.
///
/// - Parameters:
///   - arguments: the first is the folder for the account's archive.
///   - showsRoom: Whether the window opens with the server's room.
///   - isForRooms: whether it is opened for rooms, as by `luge live`. Prints what it shows first.
///   - clock: tells the side list what day it is.
@MainActor func runRooms(
  _ application: Application, _ server: FakeService, _ arguments: [String],
  showsRoom: Bool = true, isForRooms: Bool = false, archive: String? = nil, clock: Clock? = nil,
  _ scenario: @escaping @MainActor (ViewerController, RoomReader) async throws -> Void
) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  var options = ViewerController.Options(size: (640, 600))
  options.accounts = FakeBook(server: server, folder: folder)
  options.opening = archive.map { ArchiveOpening(path: $0) }
  if let clock { options.now = { clock.seconds } }
  if showsRoom { options.room = (server.user, server.room) }
  options.isForRooms = isForRooms
  let viewer = try ViewerController(application, options: options)
  if isForRooms { say("first panel=\(viewer.state.panel ?? "-")") }
  viewer.show()
  Task {
    do {
      try await scenario(viewer, RoomReader(viewer, server))
    } catch {
      say("error \(error)")
    }
    viewer.close()
    application.quit()
  }
  return withExtendedLifetime(viewer) { application.run() }
}

/// A time that a scenario sets.
@MainActor final class Clock: Sendable {
  /// Since 1970.
  var seconds: Int64
  init(_ seconds: Int64) { self.seconds = seconds }
}

/// Shows a room with a given number of messages: scrolls to its beginning at 20,000 pixels per
/// second, and forward again. Prints the maximum number of loaded messages, the number of requested
/// pages, and by how many pixels anything moved by itself.
@MainActor func rooms(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard arguments.count == 2, let count = Int(arguments[1]) else { return 64 }
  let server = FakeService()
  for number in 0..<count {
    server.say("message \(number)", by: number % 5 == 3 ? server.user : "@anna:here")
  }
  return try runRooms(application, server, arguments, isForRooms: true) { _, reader in
    await reader.read(count)
  }
}

/// Stress test: shows a room with many events while the user reads (receipts, typing, two hundred
/// messages per second, deletions). Prints what moved. Then the user goes to another room and comes
/// back.
@MainActor func storms(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard arguments.count == 2, let seconds = Int(arguments[1]) else { return 64 }
  let server = FakeService()
  for number in 0..<600 {
    server.say("message \(number)", by: number % 5 == 4 ? server.user : "@anna:here")
  }
  server.fillKitchen(120)
  return try runRooms(application, server, arguments) { _, reader in
    await reader.standStorms(seconds)
  }
}

/// Shows an account whose rooms are not in view: a message arrives, and its notification is
/// clicked. Then the window has the focus, and another message arrives.
@MainActor func notified(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(30)
  server.state.withLock {
    $0.picture = "mxc://here/garden"
    $0.files = ["mxc://here/garden": stripes(0x208040)]
  }
  return try runRooms(application, server, arguments, showsRoom: false) { viewer, reader in
    _ = await reader.until(30) { reader.isConnected }
    // Only pictures that are here are shown in notifications.
    _ = await reader.until(20) {
      server.state.withLock { !$0.thumbnailsAsked.isEmpty } && viewer.sideFacesAreComplete
    }
    await reader.rest(500)
    say("connected \(viewer.state.rooms.joined(separator: ";"))")
    server.say("hello <b>you</b>")
    let isOpen = await reader.until(20) { viewer.state.conversation == "Garden" }
    say("opened=\(isOpen)")
    // The test gives the window the focus.
    _ = await reader.until(30) { viewer.state.focus != nil || viewer.isActive }
    server.say("seen at once")
    let came = await reader.until(20) { reader.shows("seen at once") }
    await reader.rest(1500)
    say("seen=\(came)")
  }
}

extension ChatView {
  /// Returns the actions in the menu of a message, by their titles.
  func actions(of message: ItemID) -> [String: @MainActor () -> Void] {
    var actions: [String: @MainActor () -> Void] = [:]
    for case .entry(let title, _, _, let run) in messageActions.menu(
      for: message, at: Point(x: 0, y: 0))
    {
      actions[title] = run
    }
    return actions
  }
}

@MainActor final class RoomReader {
  private let viewer: ViewerController
  private let server: FakeService
  private var mostHeld = 0
  private var drift = 0
  private var frames = 0

  init(_ viewer: ViewerController, _ server: FakeService) {
    self.viewer = viewer
    self.server = server
  }

  var isConnected: Bool { viewer.state.rooms.contains { $0.hasSuffix(": connected") } }

  /// Waits until the room is shown and ready; prints a line and returns nil if that never happens.
  func room(when isReady: () -> Bool = { true }) async -> ChatView? {
    let isThere = await until(30) {
      self.isConnected && self.viewer.state.isSettled && self.viewer.roomChat != nil && isReady()
    }
    if isThere, let chat = viewer.roomChat { return chat }
    say("no room: \(viewer.state.rooms)")
    return nil
  }

  func read(_ count: Int) async {
    guard
      await until(
        30, { self.viewer.state.held > 0 && self.viewer.shownList?.engine.count ?? 0 > 0 })
    else { return say("no room: \(viewer.state.panel ?? "-") \(viewer.state.rooms)") }
    await rest(300)
    say("opened \(viewer.state.rooms.joined(separator: ";")) end=\(viewer.state.isAtEnd)")
    // All pages of the store and the heap are warm after a while.
    _ = await scroll(by: -330) { count < 3_000 || self.shows("message \(count - 2_000)") }
    let warm = memory
    let back = await scroll(by: -330) { self.shows("message 0") }
    say("back reached=\(back) held=\(mostHeld) drift=\(drift) pages=\(pages) mb=\(memory - warm)")
    let forward = await scroll(by: 330) { self.shows("message \(count - 1)") }
    say(
      "forward reached=\(forward) held=\(mostHeld) drift=\(drift) pages=\(pages)"
        + " mb=\(memory - warm) warm_mb=\(warm)")
    // Messages arrive while the user is at the end, and far from it.
    server.say("something new")
    let came = await until(20) { self.shows("something new") }
    say("new reached=\(came) end=\(viewer.state.isAtEnd)")
    for _ in 0..<40 { await step(-330) }
    let before = places()
    server.fill(5, from: count)
    await rest(400)
    let after = places()
    say("away still=\(before == after)")
  }

  func standStorms(_ seconds: Int) async {
    let isThere = await until(30) {
      self.isConnected && self.viewer.shownList?.engine.count ?? 0 > 0 && self.viewer.isActive
    }
    guard isThere, let list = viewer.shownList else {
      return say("no room: \(viewer.state.panel ?? "-") \(viewer.state.rooms)")
    }
    for _ in 0..<4 { await step(-330) }
    _ = await until(20) { list.engine.isSettled && self.pages > 0 }
    await rest(1_500)
    await receipts(seconds, list)
    await messages(seconds, list)
    await deletions()
    await rooms()
    await flood()
  }

  /// Adds a hundred receipts and twenty typing changes per second.
  private func receipts(_ seconds: Int, _ list: ListSurface) async {
    let before = places()
    let laidOut = rowsLaidOut(list)
    var moved = 0
    for tick in 0..<20 * seconds {
      server.state.withLock { state in
        state.receipts += (0..<5).map { person in
          LiveReceipt(
            user: "@p\(person):here", event: "$\(560 + (tick * 7 + person) % 40)", time: Int64(tick)
          )
        }
        state.typing = tick.isMultiple(of: 2) ? ["@p0:here", "@p1:here"] : ["@p2:here"]
      }
      await rest(50)
      moved = max(moved, shift(places(), since: before))
    }
    let isTold = await until(5) { !self.viewer.state.typing.isEmpty }
    say("receipts moved=\(moved) laid=\(rowsLaidOut(list) - laidOut) typing=\(isTold)")
  }

  /// Adds two hundred messages per second, while the user scrolls back and forward.
  private func messages(_ seconds: Int, _ list: ListSurface) async {
    let count = 200 * seconds
    var (ticks, missed) = (0, 0)
    let others = list.onFrame
    list.onFrame = { report in
      others?(report)
      ticks += 1
      missed += report.tick.missed
    }
    // The user is on the way back when it begins: at its end the list would follow what comes.
    await step(-330)
    (drift, mostHeld) = (0, 0)
    let writing = Task.detached { [server] in
      for number in 0..<count {
        server.say("storm \(number)")
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    var isOver = false
    Task {
      await writing.value
      isOver = true
    }
    var frame = 0
    while !isOver {
      await step(frame / 30 % 2 == 0 ? -330 : 300)
      frame += 1
    }
    let began = ContinuousClock.now
    let came = await until(30) {
      self.viewer.state.rooms.contains { $0.contains("storm \(count - 1)") }
    }
    let lag = began.duration(to: .now)
    list.onFrame = others
    say(
      "storm drift=\(drift) held=\(mostHeld) came=\(came) lag_ms=\(Int(lag / .milliseconds(1)))"
        + " frames=\(ticks) missed=\(missed) end=\(viewer.state.isAtEnd)")
  }

  /// Deletes messages outside of the view.
  private func deletions() async {
    await rest(1_000)
    let before = places()
    let read = server.state.withLock { $0.read.count }
    let newest = server.state.withLock { $0.events.count }
    for number in newest - 40..<newest { server.add(.redaction(of: "$\(number)")) }
    await rest(1_500)
    let isRead = server.state.withLock { $0.read.count } > read
    say(
      "deleted moved=\(shift(places(), since: before)) end=\(viewer.state.isAtEnd) read=\(isRead)")
  }

  /// Adds more messages than are kept loaded while the user is at the end: the list follows.
  private func flood() async {
    let newest = server.texts.last ?? ""
    viewer.shownList?.area.onJump?()
    _ = await until(20) { self.viewer.state.isAtEnd && self.shows(newest) }
    // Without a gap: beside one, the user would stay at the unread messages.
    server.state.withLock { $0.timelineLimit = 5_000 }
    for _ in 0..<20 {
      for number in 0..<60 { server.say("flood \(number)") }
      await rest(30)
    }
    server.say("the last drop")
    let came = await until(20) { self.shows("the last drop") }
    say("flood came=\(came) end=\(viewer.state.isAtEnd) held=\(viewer.state.held)")
  }

  private func rooms() async {
    let before = places()
    viewer.showRoom(named: "Kitchen")
    let isThere = await until(10) {
      self.viewer.state.conversation == "Kitchen" && self.shows("dish 119")
    }
    let isAtEnd = viewer.state.isAtEnd
    viewer.showRoom(named: "Garden")
    let isBack = await until(10) {
      self.viewer.state.conversation == "Garden" && self.places() == before
    }
    say("switched there=\(isThere) end=\(isAtEnd) back=\(isBack)")
    if !isBack { say("before \(before.prefix(3)) after \(places().prefix(3))") }
  }

  func rowsLaidOut(_ list: ListSurface) -> Int {
    let counts = list.engine.statistics
    return counts.itemsLaidOutByLane + counts.rowsRelaidOut + counts.itemsLaidOutOnTheSpot
  }

  /// Returns by how many pixels rows have moved; a row that has disappeared counts as moved.
  private func shift(_ places: [RowIDPlace], since before: [RowIDPlace]) -> Int {
    let now = Dictionary(places.map { ($0.id, $0.y) }) { first, _ in first }
    return before.map { row in now[row.id].map { abs($0 - row.y) } ?? 10_000 }.max() ?? 0
  }

  private var pages: Int { server.state.withLock { $0.pages } }

  /// Memory of this process.
  private var memory: Int {
    let pages =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096 / (1 << 20)
  }

  func shows(_ words: String) -> Bool {
    viewer.shownList?.engine.visibleRows.contains {
      $0.accessibleText.split(separator: " ").joined(separator: " ").contains(words)
        && !$0.accessibleText.contains(words + "0")
    } ?? false
  }

  func places() -> [RowIDPlace] {
    viewer.shownList?.engine.visibleRows.map { RowIDPlace(id: "\($0.id)", y: $0.y) } ?? []
  }

  struct RowIDPlace: Hashable {
    var id: String
    var y: Int
  }

  private func scroll(by pixels: Int, until isThere: () -> Bool) async -> Bool {
    var stuck = 0
    while !isThere() {
      let moved = await step(pixels)
      stuck = moved == 0 ? stuck + 1 : 0
      // A page may be loading for a while at most.
      if stuck > 500 { return false }
    }
    return true
  }

  /// Scrolls by one frame, and records by how much rows moved otherwise: all by exactly this
  /// distance, and those in view then no more.
  @discardableResult
  private func step(_ pixels: Int) async -> Int {
    guard let list = viewer.shownList else { return 0 }
    let before = places()
    let moved = list.engine.scroll(by: pixels)
    let scrolled = places()
    list.requestFrame()
    await rest(17)
    // The engine's distance is positive downwards; rows move in the other direction.
    drift = max(drift, strayed(from: before, to: scrolled, by: -moved))
    drift = max(drift, strayed(from: scrolled, to: places(), by: 0))
    mostHeld = max(mostHeld, viewer.state.held)
    return moved
  }

  /// Returns by how many pixels rows that are in view both times moved more or less than by a
  /// distance.
  private func strayed(from old: [RowIDPlace], to new: [RowIDPlace], by pixels: Int) -> Int {
    let known = Dictionary(old.map { ($0.id, $0.y) }) { first, _ in first }
    return new.compactMap { row in known[row.id].map { abs(row.y - $0 - pixels) } }.max() ?? 0
  }

  func rest(_ milliseconds: Int) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
  }

  func until(_ seconds: Double, _ condition: () -> Bool) async -> Bool {
    for _ in 0..<Int(seconds * 50) {
      if condition() { return true }
      await rest(20)
    }
    return false
  }
}
