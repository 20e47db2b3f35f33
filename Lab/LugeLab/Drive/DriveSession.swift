import Foundation
import LugeApp
import LugeChat
import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
public import LugePaint
public import LugeQt

/// Measured run of `luge drive` in a real window, in the way of the programs in `Lab/Peers`:
/// scrolls the list by a script, and prints a line beginning with `@` for each event (`@FIRST`,
/// `@MEM`, `@BEGIN`, `@END`, `@DATA`, `@DONE`), for a program that watches from outside.
@MainActor
public final class DriveSession {
  private let application: Application
  private let window: Window
  private let clock: FrameClock
  let surface: ListSurface
  private let waker = FrameWaker()
  private var workloads: [DriveScript.Kind]
  private var source: DriveSource
  private var script: DriveScript?
  private var frames = DriveFrames()
  private var beginning = 0.0
  /// Statistics at the beginning of the workload, whose counts are subtracted at its end.
  private var shown: EngineStatistics?
  /// First message that began in view at the beginning of the workload, and where its top was.
  private var first: (id: Int64, y: Double)?
  private var didPaint = false
  /// Counts of skeletons and blank pixels after the last frame. A frame that raises neither is
  /// complete; the first complete one ends the measured opening.
  private var lacking = (skeletons: 0, blank: 0)
  private var isIndexed = false
  var rest = 0.0
  private var nextStormID: Int64 = 2_000_000

  /// The list that is driven.
  public var engine: ListEngine { surface.engine }

  /// - Throws: an error whose description is for users.
  public init(
    _ application: Application, data: String, mediaFolder: String, workloads: String, width: Int,
    warmup: ToolsWarmup? = nil
  ) throws {
    self.application = application
    self.workloads = try workloads.split(separator: ",").map { name in
      guard let kind = DriveScript.Kind(rawValue: String(name)) else {
        throw DriveError.unknownWorkload(String(name))
      }
      return kind
    }
    let file = try DriveFile(path: data, mediaFolder: mediaFolder)
    // The first screen needs only the file's beginning; the rest is indexed meanwhile.
    var index = JSONArrayIndex()
    var offset: UInt64 = 0
    let goesOn = try file.scan(into: &index, from: &offset, bytes: 1 << 20)
    source = DriveSource(file: file, index: goesOn ? index.withoutLast : index)
    window = Window(title: "Luge")
    clock = try FrameClock()
    var configuration = EngineConfiguration(opensAt: .start)
    configuration.background = ChatStyle.background
    let waker = waker
    let pictures = ListPictures(ImagePipeline())
    let engine = ListEngine(
      provider: source.provider, configuration: configuration,
      tools: PaintTools.factory(images: pictures, warmup: warmup), wake: { waker.wake() })
    pictures.serve(engine)
    var options = ListSurface.Options()
    options.showsJumpButton = false
    options.paintsEqualFrames = true
    surface = ListSurface(
      area: window.main, engine: engine, clock: clock, waker: waker, options: options)
    surface.listWidth = 400
    window.placement = Placement(x: 0, y: 0, width: width, height: 800, isSideVisible: false)
    surface.onFrame = { [weak self] in self?.didShowFrame($0) }
    if goesOn {
      indexRest(file, index, offset)
    } else {
      isIndexed = true
    }
  }

  public func show() {
    window.show()
    surface.awaitFirstRows()
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func indexRest(_ file: DriveFile, _ begun: JSONArrayIndex, _ begunOffset: UInt64) {
    Task { @MainActor [weak self] in
      let result = await Task.detached { () -> Result<JSONArrayIndex, any Error> in
        Result {
          var index = begun
          var offset = begunOffset
          while try file.scan(into: &index, from: &offset, bytes: 64 << 20) {}
          return index
        }
      }.value
      guard let self else { return }
      switch result {
      case .failure(let error):
        say("@FAIL \(error)")
        application.quit(1)
      case .success(let index):
        let known = source.count
        source.index = index
        surface.engine.update(
          to: source.provider, changes: [.insert(count: source.count - known, at: known)])
        isIndexed = true
        surface.requestFrame()
      }
    }
  }

  // MARK: Frames

  private func didShowFrame(_ report: ListSurface.FrameReport) {
    if let script { frames.painted(at: FrameClock.now, in: script) }
    guard !didPaint else { return }
    // The other programs report their first frame only when its rows are painted. So a frame with
    // skeletons, or without rows, does not count as the first.
    let now = surface.engine.statistics
    let isWhole = now.skeletonsShown == lacking.skeletons && now.blankPixels == lacking.blank
    lacking = (now.skeletonsShown, now.blankPixels)
    guard isWhole, !surface.engine.visibleRows.isEmpty else { return }
    didPaint = true
    say(String(format: "@FIRST %.1f", Date().timeIntervalSince1970 * 1000))
    Task { @MainActor [weak self] in await self?.run() }
  }

  private func pause(_ seconds: Double) async {
    try? await Task.sleep(for: .seconds(seconds))
  }

  private func run() async {
    await pause(1.5)
    say("@MEM open")
    await pause(0.8)
    while !isIndexed { await pause(0.05) }
    for workload in workloads {
      frames = DriveFrames()
      scrollToStart(of: workload)
      await pause(0.9)
      await run(workload)
    }
    say("@MEM scroll")
    await pause(0.7)
    say("@DONE")
    application.quit()
  }

  private func scrollToStart(of kind: DriveScript.Kind) {
    if kind == .rewidth || kind == .storm { scrollToMiddle() } else { scrollToTop() }
  }

  private func run(_ kind: DriveScript.Kind) async {
    first = firstVisible
    say("@BEGIN \(kind.rawValue)")
    beginning = FrameClock.now
    shown = surface.engine.statistics
    rest = 0
    script = DriveScript(kind, at: beginning)
    await withCheckedContinuation { continuation in
      surface.onTick = { [weak self] tick in
        guard let self, script != nil else { return false }
        let goesOn = script?.advance(to: max(tick.time, beginning), self) ?? false
        // Each frame of a segment is painted, even if the list has moved by less than a pixel,
        // because the other programs paint it as well. In a pause between segments none paints.
        surface.options.paintsEqualFrames = script?.isInSegment ?? true
        if !goesOn {
          surface.onTick = nil
          continuation.resume()
        }
        return goesOn
      }
    }
    surface.options.paintsEqualFrames = true
    await pause(kind == .storm ? 0.4 : 0.12)
    say("@END \(kind.rawValue)")
    say("@DATA \(kind.rawValue) \(dataLine())")
    script = nil
  }

  private func dataLine() -> String {
    func pair(_ place: (id: Int64, y: Double)?) -> String {
      place.map { String(format: "[%lld,%.1f]", $0.id, $0.y) } ?? "[-1,0]"
    }
    let after = first.flatMap { y(of: $0.id) }.map { String(format: "%.1f", $0) } ?? "null"
    let position = position
    let times = frames.times.map { String(format: "%.2f", ($0 - beginning) * 1000) }
    let now = surface.engine.statistics
    let skeletons = now.skeletonsShown - (shown?.skeletonsShown ?? 0)
    let blank = now.blankPixels - (shown?.blankPixels ?? 0)
    let counts = "\"skeletons\":\(skeletons),\"blank\":\(blank)"
    let places = "\"first\":\(pair(first)),\"after\":\(after),\"firstAfter\":\(pair(firstVisible))"
    return "{\(counts),\(places),"
      + String(format: "\"pos\":%.0f,\"max\":%.0f,", position.now, position.max)
      + "\"inserted\":\(script?.inserted ?? 0),\"frames\":[\(times.joined(separator: ","))],"
      + "\"segs\":[\(frames.segments.map(String.init).joined(separator: ","))]}"
  }
}

extension DriveSession: ListDriveTarget {
  func insert(front: Int, back: Int) {
    source.front += (0..<front).map { storm($0) }
    source.back += (0..<back).map { storm($0 + 1) }
    surface.engine.update(
      to: source.provider,
      changes: [
        .insert(count: front, at: 0), .insert(count: back, at: source.count - back),
      ])
    surface.requestFrame()
  }

  private func storm(_ number: Int) -> ChatMessage {
    defer { nextStormID += 1 }
    return ChatMessage(
      id: ItemID(nextStormID), author: DriveFile.author("Anna"), isOutgoing: number % 2 == 1,
      time: 1_700_000_000,
      text: StyledText("storm message \(nextStormID), it has come just now"))
  }

  var firstVisible: (id: Int64, y: Double)? { beginnings.first }

  func y(of id: Int64) -> Double? { beginnings.first { $0.id == id }?.y }

  private var beginnings: [(id: Int64, y: Double)] {
    Self.beginnings(
      of: surface.engine.visibleRows, isAtStart: surface.engine.metrics.isAtStart)
  }

  /// Messages that begin in view, with the tops of their first rows, even if these are date
  /// headings. Of the topmost row nobody can tell whether its message begins above the view, except
  /// at the list's start.
  nonisolated static func beginnings(
    of rows: [VisibleRow], isAtStart: Bool
  ) -> [(id: Int64, y: Double)] {
    rows.indices.compactMap { index -> (id: Int64, y: Double)? in
      let row = rows[index]
      let isFirst = index > 0 ? rows[index - 1].position != row.position : isAtStart
      return isFirst ? (id: row.id.item.rawValue, y: Double(row.y)) : nil
    }
  }
}

extension JSONArrayIndex {
  /// Index without the last element, which may not be complete yet.
  var withoutLast: JSONArrayIndex {
    var copy = self
    copy.dropLast()
    return copy
  }
}
