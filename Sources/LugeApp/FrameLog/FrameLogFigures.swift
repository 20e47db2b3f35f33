import LugeCore
import LugeEngine
import LugeImages

/// Contents of the frame log's panel at one moment, as values to be drawn on another thread.
struct FrameLogFigures: Sendable, Equatable {
  var lines: [String]

  /// Memory and queues of the window's pictures.
  struct Pictures: Sendable, Equatable {
    var bytes = 0
    var limit = 0
    /// Number of pictures that wait or are being decoded.
    var pending = 0

    init() {}

    init(_ pipeline: ImagePipeline) {
      let statistics = pipeline.statistics
      bytes = statistics.memoryBytes
      limit = pipeline.configuration.memoryLimit
      pending = statistics.pending
    }
  }

  /// - Parameter missed: number of screen refreshes that passed without a frame.
  init(_ engine: ListEngine, missed: Int, pictures: Pictures = Pictures()) {
    let frames = engine.frameLog.frames
    let last = frames.last ?? FrameRecord()
    let sorted = frames.map(\.total).sorted()
    let p99 = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    let load = engine.load
    let statistics = engine.statistics
    lines = [
      "green: all there  amber: skeletons  red: blank",
      "frame \(Self.ms(last.total)) ms   p99 of \(frames.count): \(Self.ms(p99))",
      "drain \(Self.ms(last.drain))  update \(Self.ms(last.update))  plan \(Self.ms(last.plan))"
        + "  ask \(Self.ms(last.ask))",
      "in frame: layout \(Self.ms(last.spotLayout))  draw \(Self.ms(last.spotDraw))",
      "since start: missed \(missed)  blank \(statistics.blankPixels) px",
      "  skeletons \(statistics.skeletonsShown)",
      "bitmaps \(Self.mb(load.bitmapBytes)) of \(Self.mb(load.bitmapLimit)) MB",
      "decoded pictures \(Self.mb(pictures.bytes)) of \(Self.mb(pictures.limit)) MB",
      "items \(load.windowCount) of \(load.windowLimit)   cells \(load.cells)",
      "exact heights \(load.exactHeights) of \(load.count)",
      "queues: lane \(load.laneBacklog)  loads \(load.loads)  updates \(load.updates)"
        + "  decodes \(pictures.pending)",
      "pictures in range \(load.imageRequests)",
    ]
    lines += Self.table(engine.rowCosts.sorted { $0.totalSeconds > $1.totalSeconds }.prefix(5))
  }

  /// Returns the most expensive rows in view, a line each below a heading; columns align in a
  /// monospaced font. Decoding times are only given for rows with pictures.
  private static func table(_ costs: ArraySlice<RowCost>) -> [String] {
    guard !costs.isEmpty else { return [] }
    let rows = costs.map { cost in
      [
        "#\(cost.position).\(cost.row.part)", ms(cost.layoutSeconds), ms(cost.drawSeconds),
        cost.images > 0 ? ms(cost.decodeSeconds) : "–",
        "\((cost.bitmapBytes + cost.imageBytes) / 1024)",
      ]
    }
    return ([["row (ms)", "layout", "draw", "decode", "KB"]] + rows).map { cells in
      cells.enumerated().map { column, text in
        let room = String(repeating: " ", count: max(0, (column == 0 ? 12 : 8) - text.count))
        return column == 0 ? text + room : room + text
      }.joined()
    }
  }

  private static func ms(_ seconds: Double) -> String { hundredths(seconds * 1000) }
  private static func mb(_ bytes: Int) -> String { hundredths(Double(bytes) / 1_048_576) }

  private static func hundredths(_ value: Double) -> String {
    let whole = Int((min(max(value, 0), 1e9) * 100).rounded())
    return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
  }
}
