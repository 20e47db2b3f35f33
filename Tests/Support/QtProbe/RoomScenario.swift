import FakeLive
import Foundation
import Glibc
import LugeApp
import LugeEngine
import LugeLive
import LugeQt

/// An account whose server is in this process.
private struct FakeBook: LiveAccountBook {
  let server: FakeService
  let folder: String

  func entries() throws -> [LiveAccountEntry] {
    [LiveAccountEntry(user: server.user, server: "here", archive: "\(folder)/me.luge")]
  }
  func service(of entry: LiveAccountEntry) throws -> any LiveService { server }
  func add(
    server: String, user: String, password: String
  ) async throws -> (entry: LiveAccountEntry, note: String?) {
    throw LiveFailure.refused("the password is wrong")
  }
  func remove(_ entry: LiveAccountEntry) async throws -> String? { nil }
}

/// A room of so many messages in the program's window: read back to its beginning at 20,000 pixels
/// a second and forward again. Says how many messages were held at most, how many pages were asked
/// of the server, and by how many pixels anything moved that nobody had moved.
@MainActor func rooms(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard arguments.count == 2, let count = Int(arguments[1]) else { return 64 }
  let server = FakeService()
  server.fill(count)
  var options = ViewerController.Options(size: (640, 600))
  options.accounts = FakeBook(server: server, folder: arguments[0])
  options.room = (server.user, server.room)
  let viewer = try ViewerController(application, options: options)
  viewer.show()
  Task {
    let reader = RoomReader(viewer, server)
    await reader.read(count)
    viewer.close()
    application.quit()
  }
  return withExtendedLifetime(viewer) { application.run() }
}

/// An account whose rooms nobody looks at: somebody writes, and the notification is pressed. Then
/// the window has the keys, and somebody writes again.
@MainActor func notified(_ application: Application, _ arguments: [String]) throws -> Int32 {
  guard let folder = arguments.first else { return 64 }
  let server = FakeService()
  server.fill(30)
  var options = ViewerController.Options(size: (640, 600))
  options.accounts = FakeBook(server: server, folder: folder)
  let viewer = try ViewerController(application, options: options)
  viewer.show()
  Task {
    let reader = RoomReader(viewer, server)
    _ = await reader.until(30) { viewer.state.rooms.contains { $0.hasSuffix(": connected") } }
    say("connected \(viewer.state.rooms.joined(separator: ";"))")
    server.say("hello <b>you</b>")
    let isOpen = await reader.until(20) { viewer.state.conversation == "Garden" }
    say("opened=\(isOpen)")
    // The test gives the window the keys.
    _ = await reader.until(30) { viewer.state.focus != nil || viewer.isActive }
    server.say("seen at once")
    let came = await reader.until(20) { reader.shows("seen at once") }
    await reader.rest(1500)
    say("seen=\(came)")
    viewer.close()
    application.quit()
  }
  return withExtendedLifetime(viewer) { application.run() }
}

@MainActor private final class RoomReader {
  private let viewer: ViewerController
  private let server: FakeService
  private var mostHeld = 0
  private var drift = 0
  private var frames = 0

  init(_ viewer: ViewerController, _ server: FakeService) {
    self.viewer = viewer
    self.server = server
  }

  func read(_ count: Int) async {
    guard
      await until(
        30, { self.viewer.state.held > 0 && self.viewer.shownList?.engine.count ?? 0 > 0 })
    else { return say("no room: \(viewer.state.panel ?? "-") \(viewer.state.rooms)") }
    await rest(300)
    say("opened \(viewer.state.rooms.joined(separator: ";")) end=\(viewer.state.isAtEnd)")
    let back = await scroll(by: -330) { self.shows("message 0") }
    say("back reached=\(back) held=\(mostHeld) drift=\(drift) pages=\(pages)")
    let forward = await scroll(by: 330) { self.shows("message \(count - 1)") }
    say("forward reached=\(forward) held=\(mostHeld) drift=\(drift) pages=\(pages)")
    // Somebody writes while the reader is at the end, and far from it.
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

  private var pages: Int { server.state.withLock { $0.pages } }

  func shows(_ words: String) -> Bool {
    viewer.shownList?.engine.visibleRows.contains {
      $0.accessibleText.split(separator: " ").joined(separator: " ").contains(words)
        && !$0.accessibleText.contains(words + "0")
    } ?? false
  }

  private func places() -> [RowIDPlace] {
    viewer.shownList?.engine.visibleRows.map { RowIDPlace(id: "\($0.id)", y: $0.y) } ?? []
  }

  private struct RowIDPlace: Hashable {
    var id: String
    var y: Int
  }

  private func scroll(by pixels: Int, until isThere: () -> Bool) async -> Bool {
    var stuck = 0
    while !isThere() {
      let moved = await step(pixels)
      stuck = moved == 0 ? stuck + 1 : 0
      // A page is on its way for a while at most.
      if stuck > 500 { return false }
    }
    return true
  }

  /// One frame's way, and whether everything went exactly as far.
  @discardableResult
  private func step(_ pixels: Int) async -> Int {
    guard let list = viewer.shownList else { return 0 }
    let before = Dictionary(places().map { ($0.id, $0.y) }) { first, _ in first }
    let moved = list.engine.scroll(by: pixels)
    list.requestFrame()
    await rest(17)
    let shifts = places().compactMap { place in before[place.id].map { place.y - $0 } }
    if let first = shifts.first {
      // The engine says how far it went, down as more than 0; rows go the other way.
      for shift in shifts { drift = max(drift, abs(shift - first)) }
      drift = max(drift, abs(abs(first) - abs(moved)))
    }
    mostHeld = max(mostHeld, viewer.state.held)
    return moved
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
