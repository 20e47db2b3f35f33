public import LugeCore

extension LayoutContext {
  /// Returns the commands that draw the inline images of a text over it, except those hidden by a
  /// spoiler or an ellipsis.
  ///
  /// - Parameters:
  ///   - origin: the layout's upper left.
  ///   - placeholder: colour of an image that is not loaded yet.
  /// - Complexity: O(spans); with images O(bytes), plus shaping when the text is no longer cached.
  public func inlineImages(
    of layout: TextLayout, at origin: Point = .zero, placeholder: ThemeColor
  ) -> [DrawCommand] {
    let occurrences = layout.request.text.imageOccurrences
    guard !occurrences.isEmpty else { return [] }
    let geometry = text.geometry(of: layout)
    var places: [Int: (cell: TextGeometry.Cell, line: Int)] = [:]
    for (index, line) in geometry.lines.enumerated() {
      for cell in geometry.cells[line.cells] { places[Int(cell.offset)] = (cell, index) }
    }
    return occurrences.compactMap { occurrence in
      guard !occurrence.isConcealed, let place = places[occurrence.range.lowerBound],
        layout.lines.indices.contains(place.line)
      else { return nil }
      let line = layout.lines[place.line]
      let extent = occurrence.image.extent(fontSize: layout.request.font.pixelSize)
      return .image(
        occurrence.image.key,
        Rect(
          x: origin.x + Double(place.cell.x).rounded(),
          y: origin.y + Double(line.baseline - extent.ascent), width: Double(extent.width),
          height: Double(extent.ascent + extent.descent)), CornerRadii(0),
        placeholder: ImagePlaceholder(fill: placeholder, mark: .none))
    }
  }
}
