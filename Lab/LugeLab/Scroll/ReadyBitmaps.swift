import LugeChat
import LugeCore
import LugeEngine
import LugeSamples

/// The floor with which ``ScrollLab`` compares a list: finished bitmaps that are moved by the same
/// compositor and the same toolkit. What a list costs beyond that is the cost of its rows.
struct ReadyBitmaps {
  let size: PixelSize
  private let bitmaps: [Bitmap]
  private let tops: [Int]
  private let total: Int

  /// - Parameters:
  ///   - rowWidth: width of the bitmaps, which begin at the list's left edge.
  ///   - count: number of bitmaps. The default is more than a processor's cache holds, as in a list
  ///     that goes on for ever.
  init(size: PixelSize, rowWidth: Int, count: Int = 320) {
    self.size = size
    var random = Xoshiro256(seed: 1)
    var tops: [Int] = []
    var top = 0
    bitmaps = (0..<count).map { _ in
      // As high as the rows of a chat: one line to five.
      let height = 34 + Int(random.next() % 5) * 19
      tops.append(top)
      top += height
      let bitmap = Bitmap(size: PixelSize(width: min(size.width, rowWidth), height: height))
      let word = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
      bitmap.withMutablePixels { $0.update(repeating: word) }
      return bitmap
    }
    self.tops = tops
    total = top
  }

  /// Returns the average width of the bitmaps in a list's frame, weighted by their heights; the
  /// frame's width if it has none. Beside a bubble a frame is filled with one colour, which costs
  /// less than copying.
  static func rowWidth(of plan: FramePlan) -> Int {
    var (area, height) = (0, 0)
    for piece in plan.pieces {
      guard case .bitmap(let bitmap) = piece.content else { continue }
      area += bitmap.size.width * piece.height
      height += piece.height
    }
    return height > 0 ? max(1, area / height) : plan.size.width
  }

  /// Returns the frame at an offset of the bitmaps, which are repeated endlessly.
  func plan(at offset: Int) -> FramePlan {
    var plan = FramePlan(
      size: size, scheme: .light, background: ChatStyle.background, pieces: [])
    plan.pieces.reserveCapacity(24)
    let into = ((offset % total) + total) % total
    var index = (tops.firstIndex { $0 > into } ?? tops.count) - 1
    var y = tops[index] - into
    while y < size.height {
      let bitmap = bitmaps[index]
      plan.pieces.append(
        .init(row: nil, y: y, height: bitmap.size.height, content: .bitmap(bitmap)))
      y += bitmap.size.height
      index = (index + 1) % bitmaps.count
    }
    return plan
  }
}
