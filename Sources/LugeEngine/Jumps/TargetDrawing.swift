import LugeCore

/// Draws on the lane what a jump will show, right after it was laid out, so that the jump needs
/// only one round trip.
struct TargetDrawing: Sendable {
  let position: Int
  let reach: JumpReach
  let style: DrawnStyle
  let background: ThemeColor
  /// Generation of pictures at the request.
  let generation: Int
  let now: @Sendable () -> Double

  /// Draws the items that the jump will show.
  ///
  /// - Parameter lower: position of the first item.
  func draw(_ items: [RealizedItem], at lower: Int, with tools: any LaneTools) -> [DrawnSlice] {
    let positions = lower..<lower + items.count
    guard !items.isEmpty else { return [] }
    let target = positions.contains(position) ? items[position - lower].height : 0
    let (above, below) = (reach.above, reach.below(withTarget: target))
    var drawn: [DrawnSlice] = []
    func draw(_ item: RealizedItem, top: Int) {
      drawn += self.draw(item, top: top, from: -above, to: below, with: tools)
    }
    var y = 0
    var next = min(max(position, lower), positions.upperBound)
    while y < below + (position < lower ? 0 : 1), next < positions.upperBound {
      let item = items[next - lower]
      draw(item, top: y)
      y += item.height
      next += 1
    }
    y = 0
    next = min(max(position, lower), positions.upperBound)
    while y < above, next > lower {
      next -= 1
      let item = items[next - lower]
      y += item.height
      draw(item, top: -y)
    }
    return drawn
  }

  private func draw(
    _ item: RealizedItem, top: Int, from first: Int, to last: Int, with tools: any LaneTools
  ) -> [DrawnSlice] {
    var drawn: [DrawnSlice] = []
    var y = top
    for row in item.rows {
      let height = row.layout.size.height
      for slice in 0..<RowSlices.count(height) {
        let range = RowSlices.range(slice, of: height)
        guard y + range.upperBound > first, y + range.lowerBound <= last else { continue }
        let content = CellContentKey(of: row, style)
        let missing = MissingSlice(
          key: BitmapKey(content: content, slice: slice), row: row, generation: generation)
        drawn.append(missing.draw(with: tools, background: background, now: now))
      }
      y += height
    }
    return drawn
  }
}
