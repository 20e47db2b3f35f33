import LugeCore

/// A slice of a row's picture, drawn.
struct DrawnSlice: Sendable {
  let key: BitmapKey
  let drawn: DrawnBitmap
}

/// A slice that somebody has to draw.
struct MissingSlice: Sendable {
  let key: BitmapKey
  /// The row and not its layout: a frame makes dozens of these, and copying a layout is a dozen of
  /// reference counts that another thread's drawing has in its cache.
  let row: RealizedRow
  /// Of pictures, when it was asked for.
  let generation: Int

  func draw(
    with tools: any LaneTools, background: ThemeColor, now: () -> Double
  ) -> DrawnSlice {
    let layout = row.layout
    let range = RowSlices.range(key.slice, of: layout.size.height)
    let columns = layout.inkColumns
    let start = now()
    let bitmap = tools.paint(
      layout, slice: range, columns: columns, scheme: key.content.scheme, background: background)
    let surroundings = layout.liveLayers(in: range).map {
      $0.content != nil
        ? LayerSurroundings()
        : tools.paintSurroundings(
          of: $0, in: layout, scheme: key.content.scheme, background: background)
    }
    return DrawnSlice(
      key: key,
      drawn: DrawnBitmap(
        bitmap: bitmap, surroundings: surroundings, generation: generation,
        seconds: Float(now() - start)))
  }
}

extension RowLayout {
  /// The layers whose upper edge is within a slice; the slice's drawing holds what is around them.
  func liveLayers(in slice: Range<Int>) -> [LiveLayer] {
    guard !liveLayers.isEmpty else { return [] }
    return liveLayers.filter { layer in
      layer.rect.y >= Double(slice.lowerBound) && layer.rect.y < Double(slice.upperBound)
    }
  }
}
