import LugeCore
import LugeEngine
import Synchronization

/// Text and drawing without fonts: every character is half an em wide, every bitmap is blank, and
/// both take the time that the costs say. Equal on every machine.
final class ReplayTools: LaneTools {
  let text: any TextMeasuring
  private let clock: VirtualTime
  private let rates: ReplayRates
  private let counts: ReplayCounts

  init(_ clock: VirtualTime, _ rates: ReplayRates, _ counts: ReplayCounts) {
    self.clock = clock
    self.rates = rates
    self.counts = counts
    text = EvenText(clock, rates, counts)
  }

  func paint(
    _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
  ) -> Bitmap {
    let size = PixelSize(width: max(1, layout.size.width), height: max(1, slice.count))
    let costs = rates.costs(at: clock.workTime)
    clock.charge(costs.drawBitmap + costs.drawPixel * Double(size.width * size.height))
    counts.draws.add(1, ordering: .relaxed)
    return Bitmap(size: size)
  }
}

/// Work that was done, by whichever thread.
final class ReplayCounts: Sendable {
  let texts = Atomic<Int>(0)
  let draws = Atomic<Int>(0)
}

/// Breaks lines at spaces, or inside of words that are too long for a line.
final class EvenText: TextMeasuring {
  private let clock: VirtualTime
  private let rates: ReplayRates
  private let counts: ReplayCounts

  init(_ clock: VirtualTime, _ rates: ReplayRates, _ counts: ReplayCounts) {
    self.clock = clock
    self.rates = rates
    self.counts = counts
  }

  func layout(_ request: TextRequest) -> TextLayout {
    let bytes = request.text.string.utf8
    let costs = rates.costs(at: clock.workTime)
    clock.charge(costs.layoutText + costs.layoutByte * Double(bytes.count))
    counts.texts.add(1, ordering: .relaxed)
    let advance = max(1, Int((request.font.pixelSize / 2).rounded(.up)))
    let height = max(1, Int((request.font.pixelSize * 1.4).rounded(.up)))
    let room = max(1, request.maxWidth / advance)
    var ends: [(start: Int, end: Int, width: Int)] = []
    var (start, lastBlank, offset) = (0, -1, 0)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        ends.append((start, offset, offset - start))
        start = offset + 1
        lastBlank = -1
      } else if offset - start >= room {
        let end = lastBlank >= start ? lastBlank + 1 : offset
        ends.append((start, end, min(room, end - start)))
        start = end
        lastBlank = -1
      }
      if byte == UInt8(ascii: " ") { lastBlank = offset }
      offset += 1
    }
    ends.append((start, offset, offset - start))
    if let limit = request.maxLines { ends = Array(ends.prefix(max(1, limit))) }
    let lines = ends.enumerated().map { index, line in
      TextLayout.Line(
        range: line.start..<line.end, top: index * height, height: height,
        baseline: height * 3 / 4, width: min(request.maxWidth, line.width * advance))
    }
    let size = PixelSize(width: lines.map(\.width).max() ?? 0, height: lines.count * height)
    return TextLayout(request: request, size: size, lines: lines)
  }

  func rectangles(for range: Range<Int>, in layout: TextLayout) -> [Rect] { [] }
}
