import LugeCore

/// A drawn slice of a row.
struct DrawnSlice: Sendable {
  let key: BitmapKey
  let drawn: DrawnBitmap
}

/// A slice that has to be drawn.
struct MissingSlice: Sendable {
  let key: BitmapKey
  /// The row, and not its layout: copying a layout changes a dozen reference counts, which are in
  /// the cache of the processor that draws, and a frame makes dozens of these values.
  let row: RealizedRow
  /// Generation of pictures at the request.
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
    let surroundings = layout.rowLayers(in: range).map {
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
  /// Returns the row layers whose upper edge is within a slice; that slice holds their
  /// surroundings.
  func rowLayers(in slice: Range<Int>) -> [RowLayer] {
    guard !rowLayers.isEmpty else { return [] }
    return rowLayers.filter { layer in
      layer.rect.y >= Double(slice.lowerBound) && layer.rect.y < Double(slice.upperBound)
    }
  }
}
