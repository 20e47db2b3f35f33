import LugeCore
import LugeText
import Testing

@testable import LugeLab

/// Proof that each step of the study does what its name says: equal pixels would not notice a
/// switch that does nothing, so work is counted.
@Suite("Each step of the study changes the work that its name says")
@MainActor
struct StudySwitchTests {
  /// Returns the work of a configuration from its opening through a scroll of 2,000 px, every frame
  /// painted.
  private func work(_ configuration: StudyConfiguration) throws -> OrdinaryWork {
    try work(try #require(configuration.ordinary), configuration.style)
  }

  private func work(_ switches: OrdinarySwitches, _ style: StudyStyle) throws -> OrdinaryWork {
    try works(switches, style).all
  }

  /// Returns the work of its opening, and all of it.
  private func works(
    _ switches: OrdinarySwitches, _ style: StudyStyle = .bubbles
  ) throws -> (opening: OrdinaryWork, all: OrdinaryWork) {
    let list = OrdinaryList(
      messages: StudyPictureTests.messages, style: style, switches: switches,
      pictures: StudyPictureTests.Stub(switches))
    let size = StudyPictureTests.size
    list.open(size, at: 0)
    let opening = list.work
    let bitmap = Bitmap(size: size)
    for step in 0...50 {
      if step > 0 { list.scroll(by: 40) }
      _ = list.frame(at: Double(step) / 60)
      bitmap.withMutablePixels { pixels in
        guard let base = pixels.baseAddress else { return }
        list.paint(on: base, size: size, stride: size.width)
      }
    }
    return (opening, list.work)
  }

  @Test("cells: made once, and then reused")
  func reuse() throws {
    let (without, with) = (try work(.worst), try work(.reuse))
    #expect(with.cellsMade * 2 < without.cellsMade)
    // Nothing else is different.
    var same = with
    same.cellsMade = without.cellsMade
    #expect(same == without)
  }

  @Test("static layouts: constraints place no cell any more, they only give its height")
  func layouts() throws {
    let (without, with) = (try work(.reuse), try work(.staticLayouts))
    #expect(without.systemsSolved > 0 && without.layoutsCalculated == 0)
    #expect(with.systemsSolved * 2 == without.systemsSolved && with.layoutsCalculated > 0)
    #expect(with.textsMeasured < without.textsMeasured)
    #expect(with.textsShaped < without.textsShaped)
    #expect(with.groupsPushed == without.groupsPushed)
    #expect(with.scaledPixels == without.scaledPixels)
  }

  @Test("heights by hand: no constraints; all when it opens, and less for each row that shows")
  func heights() throws {
    let all = StudyPictureTests.messages.count
    let without = try works(try #require(StudyConfiguration.staticLayouts.ordinary))
    let with = try works(try #require(StudyConfiguration.manualHeights.ordinary))
    #expect(without.all.systemsSolved > 0 && with.all.systemsSolved == 0)
    #expect(with.all.heightsComputed == without.all.heightsComputed + all)
    #expect(without.opening.heightsComputed == 0 && with.opening.heightsComputed == all)
    // While it is scrolled, which is what the thesis measured.
    for count in [\OrdinaryWork.textsMeasured, \.textsShaped] {
      let scrolled = (
        without: without.all[keyPath: count] - without.opening[keyPath: count],
        with: with.all[keyPath: count] - with.opening[keyPath: count]
      )
      #expect(scrolled.with > 0 && scrolled.with < scrolled.without)
    }
    // A measured text is a shaped one: nothing is kept of it.
    #expect(with.opening.textsShaped == with.opening.textsMeasured)
    #expect(with.all.groupsPushed == without.all.groupsPushed)
  }

  @Test("heights remembered: each once")
  func remembered() throws {
    let all = StudyPictureTests.messages.count
    let (without, with) = (try work(.manualHeights), try work(.heightCache))
    #expect(with.heightsComputed == all)
    #expect(without.heightsComputed > all)
    #expect(with.textsMeasured < without.textsMeasured)
    #expect(with.textsShaped < without.textsShaped)
    #expect(with.cellsMade == without.cellsMade)
    #expect(with.systemsSolved == 0 && without.systemsSolved == 0)
  }

  @Test("pictures at their size: none is scaled as it is drawn")
  func targetSize() throws {
    let (without, with) = (try work(.heightCache), try work(.targetSize))
    #expect(without.scaledPixels > 0 && with.scaledPixels == 0)
    var same = with
    same.scaledPixels = without.scaledPixels
    #expect(same == without)
  }

  @Test("corners: no group is pushed")
  func groups() throws {
    let (without, with) = (try work(.targetSize), try work(.noOffscreen))
    #expect(without.groupsPushed > 0 && with.groupsPushed == 0)
    var same = with
    same.groupsPushed = without.groupsPushed
    #expect(same == without)
  }

  @Test("rows kept: groups are pushed once a row, not once a frame")
  func rows() throws {
    let (without, with) = (try work(.targetSize), try work(.rowBitmaps))
    #expect(without.rowsDrawn == 0 && with.rowsDrawn > 0)
    #expect(with.groupsPushed * 5 < without.groupsPushed)
    #expect(with.groupsPushed > 0)
  }

  @Test("Luge's text changes how text is measured and drawn, and nothing else")
  func fastText() throws {
    let (without, with) = (try work(.noOffscreen), try work(.fastText))
    #expect(without.paragraphsFromWords == 0 && with.paragraphsFromWords > 0)
    #expect(with.textsShaped * 4 < without.textsShaped)
    var same = with
    same.paragraphsFromWords = 0
    same.textsShaped = without.textsShaped
    #expect(same == without)
  }

  @Test("rows prepared: what a thread had ready is neither measured nor drawn here")
  func prepared() async throws {
    let switches = try #require(StudyConfiguration.preparedRows.ordinary)
    let list = OrdinaryList(
      messages: StudyPictureTests.messages, style: .bubbles, switches: switches,
      pictures: StudyPictureTests.Stub(switches))
    list.open(StudyPictureTests.size, at: 0)
    let opened = list.work
    // The thread has as long as it needs, within a bound that ends a test of one that stopped.
    var waits = 0
    while !list.isPrepared, waits < 30_000 {
      waits += 1
      try await Task.sleep(for: .milliseconds(2))
    }
    try #require(list.isPrepared)
    _ = list.frame(at: 0)
    #expect(list.work.layoutsTaken > 0)
    #expect(list.work.textsMeasured == opened.textsMeasured)
    #expect(list.work.labelsDrawn == 0)
  }

  @Test("rows are prepared from those in view on, then those before them")
  func order() {
    var state = RowPreparer.State()
    state.wanted = 10..<20
    state.visible = 14..<16
    var made: [Int] = []
    while let next = state.next {
      made.append(next)
      state.ready[next] = RowPreparer.Row(layout: StudyLayout(height: 1), label: nil)
    }
    #expect(made == Array(14..<20) + (10..<14).reversed())
    state.wanted = 0..<2
    #expect(state.next == 1)
  }

  @Test("each configuration differs from its base in one switch")
  func oneThingAStep() throws {
    for configuration in StudyConfiguration.allCases {
      guard let base = configuration.base?.ordinary, let own = configuration.ordinary else {
        continue
      }
      let differences = [
        base.reusesCells != own.reusesCells, base.layout != own.layout,
        base.heights != own.heights, base.usesTargetSize != own.usesTargetSize,
        base.corners != own.corners, base.keepsRows != own.keepsRows,
        base.usesFastText != own.usesFastText, base.preparesRows != own.preparesRows,
      ]
      #expect(differences.count(where: \.self) == 1, "\(configuration)")
    }
  }

  @Test("texts break where their line feeds are, and ids have no gaps")
  func data() {
    let messages = StudyMessage.messages(count: 500, address: "x")
    #expect(messages.map(\.number) == Array(0..<500))
    let text = PangoText(usesFastPath: false)
    var lines: Set<Int> = []
    for message in messages where message.pictures.isEmpty {
      let layout = StudyLayout.make(message, .bubbles, width: 400, text: text)
      let expected = message.text.split(separator: "\n").count
      #expect(layout.text?.layout.lines.count == expected)
      lines.insert(expected)
    }
    #expect(lines == [1, 2, 3])
    let media = messages.first { !$0.pictures.isEmpty }
    #expect(
      media.map { StudyLayout.words($0, .plain) }
        == media.map {
          "Media message with ID \($0.number)"
        })
  }

  @Test("published figures stand at the configuration that they belong to")
  func published() throws {
    #expect(StudyPublished.figures(of: .luge) == nil)
    let end = try #require(StudyPublished.figures(of: .noOffscreen))
    #expect(end.frameRateFps == 53.4)
    #expect(abs((end.cpuRatio ?? 0) - 3.6) < 0.01)
    // The thesis' own steps lead from its worst case to its end result, rasterising left out.
    let steps = StudyConfiguration.allCases.filter { $0 != .rowBitmaps }
      .compactMap { StudyPublished.figures(of: $0)?.step?.frameRateFps }.reduce(0, +)
    let worst = try #require(StudyPublished.figures(of: .worst)?.frameRateFps)
    #expect(abs(worst + steps - 53.4) < 0.3)
    let value = try reported(
      """
      {"runs": [
        {"configuration": 1, "mode": "60hz", "duration_s": 19.5,
         "spread_percent": {"frame_rate_fps": 50, "memory_mb": 10}},
        {"configuration": 3, "mode": "60hz", "frame_rate_fps": 44,
         "spread_percent": {"frame_rate_fps": 0.1}},
        {"configuration": 4, "mode": "60hz", "frame_rate_fps": 50,
         "spread_percent": {"frame_rate_fps": 0.1}},
        {"configuration": 5, "mode": "60hz", "frame_rate_fps": 50.2,
         "spread_percent": {"frame_rate_fps": 0.5}},
        {"configuration": 6, "mode": "60hz", "frame_rate_fps": 59, "memory_mb": 60.5},
        {"configuration": 7, "mode": "60hz", "memory_mb": 40.5},
        {"configuration": 7, "mode": "uncapped", "frame_rate_fps": 300, "memory_mb": 90},
        {"configuration": 8, "mode": "slow", "cpu_percent": 29, "cpu_ms_per_frame": 4,
         "spread_percent": {"cpu_ms_per_frame": 10}},
        {"configuration": 10, "mode": "slow", "cpu_percent": 28, "cpu_ms_per_frame": 3,
         "spread_percent": {"cpu_ms_per_frame": 10}},
        {"configuration": 8, "mode": "60hz", "cpu_percent": 30, "duration_s": 19.5,
         "open_ms": 250},
        {"configuration": 8, "mode": "uncapped", "frame_rate_fps": 350, "cpu_percent": 40,
         "duration_s": 9, "open_ms": 100},
        {"configuration": 13, "mode": "60hz", "open_ms": 250}]}
      """)
    let table = try #require(StudyLabCommand.publishedTable(value))
    #expect(table.columns == ["what", "published", "here, 60 Hz", "uncapped", "slowed"])
    #expect(table.rows.contains { $0[0].contains("8 ") && $0[1] == "53.40" && $0[3] == "350" })
    #expect(
      table.rows.contains {
        $0[0].contains("against 7") && $0[1] == "+3.10" && $0[3] == "+50 (single runs)"
      })
    // Steps of which nothing is published stand there as well, and the quota is no share that a
    // list uses.
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("10 ") && $0[0].hasSuffix("against 8: CPU of a frame") && $0[1] == "–"
          && $0[4] == "-1 ms"
      })
    #expect(
      table.rows.contains { $0[0].hasSuffix("against 8: CPU") && $0[1] == "–" && $0[4] == "–" })
    #expect(!table.rows.contains { $0[0].hasPrefix("12 ") && $0[1] != "–" })
    // Figures that mean something else without a pace have no published figure beside them.
    let ends = table.rows.filter { $0[0].hasPrefix("8 ") && !$0[0].contains("against") }
    #expect(ends.contains { $0[1] == "57.90 %" && $0[2] == "30 %" && $0[3] == "–" })
    #expect(ends.contains { $0[1] == "87.40 s" && $0[2] == "19.50 s" && $0[3] == "–" })
    // Memory of a step in its direction, and a share as a share.
    #expect(
      table.rows.contains {
        $0[0].contains("against 6: memory") && $0[1] == "33 to 78 MB"
          && $0[2] == "60.50 to 40.50 MB (single runs)" && $0[3] == "–"
      })
    #expect(table.rows.contains { $0[0].contains("against 7: GPU") && $0[1] == "-29 %" })
    // What was told as "almost" so much is shown as that.
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("8 ") && $0[0].hasSuffix("stability") && $0[1] == "almost +10 points"
      })
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("13 ") && $0[1] == "AsyncDisplayKit: over 10 s" && $0[2] == "0.25 s"
      })
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("13 ") && $0[1] == "AsyncDisplayKit: 20.29 % (worked out)"
      })
    // The factor was published, the share of a processor was not.
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("13 ") && $0[1] == "AsyncDisplayKit: 1.26"
      })
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("1 ") && $0[1] == "66.40 s (worked out)" && $0[0].contains("another script")
      })
    // A step that is no larger than runs are apart says so.
    #expect(
      table.rows.contains {
        $0[0].hasPrefix("5 ") && $0[2] == "+0.20 (within the spread of runs)"
      })
    // Of the two that are compared: others may be further apart. What ran once is marked as well.
    #expect(table.rows.contains { $0[0].hasPrefix("4 ") && $0[2] == "+6" })
    #expect(table.rows.contains { $0[0].hasPrefix("6 ") && $0[2] == "+8.80 (single runs)" })
  }

  @Test("figures that were computed, and another library's, are marked in the words as well")
  func publishedWords() throws {
    let best = StudyTable.words(try #require(StudyPublished.figures(of: .best)))
    #expect(best.hasSuffix("66.4 s (worked out)"))
    let text = StudyTable.words(try #require(StudyPublished.figures(of: .lugeText)))
    #expect(text.hasPrefix("AsyncDisplayKit: 58.5 fps"))
    #expect(text.contains("20.29 % CPU (worked out)"))
    let end = StudyTable.words(try #require(StudyPublished.figures(of: .noOffscreen)))
    #expect(!end.contains("worked out"))
    #expect(end.contains("101.5 MB") && end.contains("from 78.0 MB"))
    let worst = StudyTable.words(try #require(StudyPublished.figures(of: .worst)))
    #expect(worst.hasSuffix("105.5 s"))
  }
}
