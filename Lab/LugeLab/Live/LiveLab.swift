import Foundation
import LugeApp
import LugeCore
import LugeEngine
import LugeLive
import LugeQt

/// A room of an account behind a server in the same process: how long until its first message is
/// there, what reading back all of it costs, and how many messages a second reach the screen.
@MainActor
final class LiveLab {
  /// Figures of the lab; nil if they were not measured.
  struct Result: Encodable {
    var messages: Int
    /// Time from a window that is made until a message is in view: of a room that was never seen,
    /// and of one that is in the account's archive.
    var firstMessageNetworkMs: Double?
    var firstMessageStoreMs: Double?
    /// Pages of 50 that came from the server and were written to the archive.
    var pages = 0
    var pageP50Ms: Double?
    var pageP99Ms: Double?
    /// Median time of the last tenth of the pages, divided by that of the first tenth: above 1,
    /// pages take longer in a larger room.
    var pageGrowth: Double?
    var placingMs: Double?
    /// When a tenth of the pages was there, and all of them.
    var pssStartMb: Double?
    var pssEndMb: Double?
    /// Read back in the window, at 20,000 pixels a second.
    var readSeconds: Double?
    var readMessages: Int?
    var mostHeld: Int?
    /// Maximum unexpected movement in a frame, pixels; and the number of frames that could be
    /// compared.
    var driftPx: Int?
    var judgedFrames: Int?
    var missedFrames: Int?
    /// In these frames: rows that passed as skeletons, and rows of pixels that showed nothing.
    var skeletons: Int?
    var blankPx: Int?
    var pssReadMb: Double?
    /// Messages that others wrote at once, and how many a second came to the screen; nil where they
    /// never all came.
    var flood: Int
    var floodPerSecond: Double?
    var floodFrames: Int?
    var floodMissedFrames: Int?
    /// Number of these that were missed because a frame worked longer than its interval.
    var floodMissedByFrames: Int?
    var floodLongestFrameMs: Double?
    var floodSkeletons: Int?
    /// Luge and another client, each on the same server and room; nil where that was not asked for.
    var peers: JSONValue?
  }

  private(set) var result: Result
  private(set) var failure: (any Error)?

  private let application: Application
  private let server: LabRoomServer
  private let folder: String
  private let seconds: Double
  private let flood: Int

  /// - Parameters:
  ///   - folder: an empty one, for the accounts' archives.
  ///   - seconds: duration of reading back in the window.
  ///   - flood: messages that others write at once.
  init(
    _ application: Application, messages: Int, seconds: Double, flood: Int, folder: String
  ) {
    self.application = application
    self.seconds = seconds
    self.flood = flood
    self.folder = folder
    server = LabRoomServer(count: messages)
    result = Result(messages: messages, flood: flood)
  }

  func start() {
    // The program ends with its last window; those that are measured come and go.
    let others = Window(title: "Luge")
    others.placement = Placement(x: 0, y: 0, width: 80, height: 60, isSideVisible: false)
    others.show()
    Task { @MainActor in
      do {
        try await readFromNetwork()
        try await readPages()
        try await readFromStore()
      } catch {
        failure = error
      }
      withExtendedLifetime(others) { application.quit() }
    }
  }

  private func readFromNetwork() async throws {
    let (viewer, spent) = try await open("new.luge")
    result.firstMessageNetworkMs = spent
    await close(viewer)
  }

  /// Without a window: what a page costs an account.
  private func readPages() async throws {
    let account = try LiveAccount(path: "\(folder)/read.luge", service: server)
    await account.start()
    var room: LiveRoom?
    for _ in 0..<2_000 where room == nil {
      try await Task.sleep(for: .milliseconds(5))
      room = try await account.rooms().first
    }
    guard let room else { throw LiveFailure.unreachable("no room came") }
    var page = try await account.page(.newest, in: room.id, limit: 50)
    var spent: [Double] = []
    let expected = result.messages / 50
    while page.hasBefore, let first = page.items.first {
      let begin = Timing.now
      page = try await account.page(.before(first.id), in: room.id, limit: 50)
      spent.append(Timing.now - begin)
      if spent.count == max(1, expected / 10) { result.pssStartMb = ProcessUsage.now().pssMB }
    }
    result.pssEndMb = ProcessUsage.now().pssMB
    result.pages = spent.count
    guard !spent.isEmpty else { throw LiveFailure.unreachable("no page came") }
    result.pageP50Ms = Timing.milliseconds(Timing.percentile(0.5, of: spent))
    result.pageP99Ms = Timing.milliseconds(Timing.percentile(0.99, of: spent))
    let tenth = max(1, spent.count / 10)
    let first = Timing.percentile(0.5, of: Array(spent.prefix(tenth)))
    let last = Timing.percentile(0.5, of: Array(spent.suffix(tenth)))
    result.pageGrowth = first > 0 ? Timing.rounded(last / first) : nil
    let placing = Timing.now
    await account.stop()
    result.placingMs = Timing.milliseconds(Timing.now - placing)
  }

  private func readFromStore() async throws {
    let (viewer, spent) = try await open("read.luge")
    result.firstMessageStoreMs = spent
    _ = await wait(20) { viewer.state.rooms.contains { $0.hasSuffix(": connected") } }
    let list = try shown(in: viewer)
    let missed = MissedFrames(of: list)
    await readBack(viewer, list)
    result.missedFrames = missed.count
    result.skeletons = missed.skeletons
    result.blankPx = missed.blankPixels
    result.pssReadMb = ProcessUsage.now().pssMB
    await close(viewer)
    try await takeFlood()
  }

  private func shown(in viewer: ViewerController) throws -> ListSurface {
    guard let list = viewer.shownList else {
      throw LiveFailure.unreachable("the window shows no list")
    }
    return list
  }

  /// A frame's way each frame, by the window's clock, which counts what is late; everything in view
  /// has to go exactly as far.
  private func readBack(_ viewer: ViewerController, _ list: ListSurface) async {
    let begin = Timing.now
    var seen: Set<Int64> = []
    var (drift, judged, held) = (0, 0, 0)
    var last: (places: [RowID: Int], moved: Int)?
    await withCheckedContinuation { continuation in
      list.onTick = { [weak self, weak list] _ in
        guard let self, let list else {
          continuation.resume()
          return false
        }
        // What the frame before showed.
        let now = places(list)
        if let last {
          let shifts = now.compactMap { id, y in last.places[id].map { y - $0 } }
          if !shifts.isEmpty { judged += 1 }
          for shift in shifts { drift = max(drift, abs(shift + last.moved)) }
        }
        seen.formUnion(now.keys.map(\.item.rawValue))
        held = max(held, viewer.state.held)
        guard Timing.now - begin < seconds else {
          list.onTick = nil
          continuation.resume()
          return false
        }
        last = (now, list.engine.scroll(by: -333))
        return true
      }
      list.requestFrame()
    }
    result.readSeconds = Timing.rounded(Timing.now - begin)
    result.readMessages = seen.count
    result.mostHeld = held
    result.judgedFrames = judged
    result.driftPx = judged > 0 ? drift : nil
  }

  private func takeFlood() async throws {
    let (viewer, _) = try await open("flood.luge")
    _ = await wait(20) { viewer.state.rooms.contains { $0.hasSuffix(": connected") } }
    // Behind other windows a room stays at the first message that has come.
    viewer.bringToFront()
    _ = await wait(10) { viewer.isActive }
    let list = try shown(in: viewer)
    let missed = MissedFrames(of: list)
    let known = Set(places(list).keys.map(\.item.rawValue))
    let highest = known.max() ?? 0
    let begin = Timing.now
    server.say(flood)
    // Messages are numbered as they come to the archive.
    let isThere = await wait(120) { [flood] in
      (self.places(list).keys.map(\.item.rawValue).max() ?? 0) >= highest + Int64(flood)
    }
    if isThere { result.floodPerSecond = Timing.rounded(Double(flood) / (Timing.now - begin)) }
    result.floodFrames = missed.frames
    result.floodMissedFrames = missed.count
    result.floodMissedByFrames = missed.byFrames
    result.floodLongestFrameMs = Timing.rounded(missed.longest * 1000)
    result.floodSkeletons = missed.skeletons
    await close(viewer)
  }

  // MARK: The window

  private func open(
    _ archive: String
  ) async throws -> (viewer: ViewerController, milliseconds: Double) {
    var options = ViewerController.Options(size: (640, 800))
    options.accounts = LabAccounts(server: server, archive: "\(folder)/\(archive)")
    options.room = (server.user, server.room)
    let begin = Timing.now
    let viewer = try ViewerController(application, options: options)
    viewer.show()
    let isThere = await wait(30, every: 1) {
      viewer.shownList.map { !self.places($0).isEmpty } ?? false
    }
    guard isThere else {
      let state = viewer.state
      throw LiveFailure.unreachable(
        "no message came to the window: \(archive), \(state.panel ?? "no panel"), \(state.rooms)")
    }
    return (viewer, Timing.milliseconds(Timing.now - begin))
  }

  private func close(_ viewer: ViewerController) async {
    viewer.close()
    // Waits for its last writes, which are no part of the next measurement.
    try? await Task.sleep(for: .milliseconds(500))
  }

  /// Returns the y position of each row of a message in view. Of rows, not of messages: when a
  /// message's first row has left the view, the message would be where its second row is, lower.
  private func places(_ list: ListSurface) -> [RowID: Int] {
    list.engine.visibleRows.reduce(into: [:]) { places, row in
      if row.id.item.rawValue > 0 { places[row.id] = row.y }
    }
  }

  private func wait(
    _ seconds: Double, every milliseconds: Int = 4, until condition: () -> Bool
  ) async -> Bool {
    let end = Timing.now + seconds
    while Timing.now < end {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(milliseconds))
    }
    return condition()
  }
}

/// The frames that a list missed since this was made, and what those that it painted showed instead
/// of being late.
@MainActor
private final class MissedFrames {
  private(set) var count = 0
  private(set) var frames = 0
  /// Missed right after a frame whose own work took longer than a frame.
  private(set) var byFrames = 0
  /// Work of the longest frame, seconds.
  private(set) var longest = 0.0
  private var last = 0.0
  private let list: ListSurface
  private let before: EngineStatistics

  var skeletons: Int { list.engine.statistics.skeletonsShown - before.skeletonsShown }
  var blankPixels: Int { list.engine.statistics.blankPixels - before.blankPixels }

  init(of list: ListSurface) {
    self.list = list
    before = list.engine.statistics
    let others = list.onFrame
    list.onFrame = { [weak self] report in
      others?(report)
      self?.take(report)
    }
  }

  private func take(_ report: ListSurface.FrameReport) {
    frames += 1
    count += report.tick.missed
    if last > report.tick.interval { byFrames += report.tick.missed }
    last = report.planning + report.painting
    longest = max(longest, last)
  }
}
