import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeApp

@Suite("F12: the frame log over the messages") struct FrameLogPanelTests {
  private static let graph = FrameLogGraph(left: 20, top: 10, width: 40, height: 100, unit: 1)

  private func frame(_ part: Double, blank: Int = 0, skeletons: Int = 0) -> FrameRecord {
    var frame = FrameRecord()
    frame.plan = part * FrameLogGraph.budget
    frame.blankPixels = blank
    frame.skeletons = skeletons
    return frame
  }

  @Test(
    "A bar a frame: newest at the right, as tall as its share of the budget, coloured by what was missing"
  )
  func bars() throws {
    let bars = Self.graph.bars([
      frame(0.5), frame(0.25, skeletons: 3), frame(7, blank: 9, skeletons: 1), frame(0),
    ])
    try #require(bars.count == 5)
    #expect(bars.map(\.rect.x) == [52, 54, 56, 58, 20])
    #expect(bars.map(\.rect.height) == [45, 22.5, 90, 1, 1])
    #expect(bars.dropLast().allSatisfy { $0.rect.y + $0.rect.height == 110 })
    #expect(
      bars.dropLast().map(\.color)
        == [
          FrameLogGraph.complete, FrameLogGraph.skeleton, FrameLogGraph.blank,
          FrameLogGraph.complete,
        ]
        .map { RGBA($0) })
    // The line lies where a frame of the whole budget ends.
    #expect(bars[4].rect.y == bars[2].rect.y && bars[4].rect.width == 40)
  }

  @Test("More frames than there is room for: the latest ones; no room: none")
  func room() throws {
    let frames = (0..<200).map { frame(Double($0) / 200) }
    let bars = Self.graph.bars(frames).dropLast()
    #expect(bars.count == 20)
    let newest = try #require(bars.last)
    #expect(abs(newest.rect.height - 90 * 199 / 200.0) < 0.001)
    let narrow = FrameLogGraph(left: 0, top: 0, width: -3, height: 100, unit: 2)
    #expect(narrow.bars(frames).count == 1)
  }

  @Test("Caches against their limits, queues and the costliest rows, as the engine has them")
  func figures() throws {
    let list = PictureList([["a"], ["b", "c"], ["d"]], decoder: AllowingDecoder(allowed: []))
    // Nothing is decoded: the queue of pictures stays full.
    let waiting = list.run { _ in
      list.engine.isSettled && list.pipeline.statistics.pending == 4
    }
    try #require(waiting != nil)
    defer { for name in ["a", "b", "c", "d"] { list.decoder.allow(name) } }
    let lines = FrameLogFigures(list.engine, missed: 7, pictures: .init(list.pipeline)).lines
    let load = list.engine.load
    func line(_ start: String) -> String { lines.first { $0.hasPrefix(start) } ?? "" }
    func megabytes(_ bytes: Int) -> String {
      let hundredths = Int((Double(bytes) / 1_048_576 * 100).rounded())
      return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
    #expect(load.bitmapBytes > 0 && load.bitmapLimit > load.bitmapBytes)
    #expect(
      line("bitmaps")
        == "bitmaps \(megabytes(load.bitmapBytes)) of \(megabytes(load.bitmapLimit)) MB")
    #expect(line("decoded pictures") == "decoded pictures 0.00 of 1.00 MB")
    #expect(line("items") == "items 3 of \(load.windowLimit)   cells \(load.cells)")
    #expect(load.cells >= 3)
    #expect(line("exact heights") == "exact heights 3 of 3")
    #expect(line("queues") == "queues: lane 0  loads 0  updates 0  decodes 4")
    #expect(line("since start").hasPrefix("since start: missed 7 "))
    #expect(line("frame ").contains("p99 of \(list.engine.frameLog.frames.count)"))
    // A line for each of the three rows, under a line of headings.
    let table = lines.drop { !$0.hasPrefix("row (ms)") }
    #expect(table.count == 4)
    #expect(Set(table.dropFirst().map { $0.prefix(4) }) == ["#0.0", "#1.0", "#2.0"])
  }

  @Test("The panel has its figures as text, below the room for the graph, on its own queue")
  func panel() async throws {
    let list = PictureList([["a"]], decoder: AllowingDecoder(allowed: nil))
    _ = list.run { list.settled($0) }
    let figures = FrameLogFigures(list.engine, missed: 0)
    let panel = FrameLogPanel()
    let bitmap = await withCheckedContinuation { continuation in
      panel.draw(figures, width: 360, top: 64, unit: 1) { continuation.resume(returning: $0) }
    }
    #expect(bitmap.size.width == 360 && bitmap.size.height > 64 + 10 * figures.lines.count)
    let paper = FrameLogPanel.paper.resolved(.dark).premultipliedWord
    let inked = bitmap.withPixels { pixels in
      (0..<bitmap.size.height).filter { y in
        (0..<360).contains { pixels[y * 360 + $0] != paper }
      }
    }
    #expect((inked.first ?? 0) >= 64, "the graph's room stays free")
    // Lines of text with free rows of pixels between them: as many as there are figures.
    let lines = inked.indices.count { $0 == 0 || inked[$0] > inked[$0 - 1] + 1 }
    #expect(lines >= figures.lines.count)
  }
}
