import LugeCore
import LugeEngine

/// Backgrounds and bars of a message's text: a background behind each block of code, a bar along
/// each quotation. Both are in the bubble's margin, so that the text keeps its width and its lines.
enum TextBacking {
  /// Distance by which a background extends beyond the text, points.
  private static let plateReach = 5.0
  private static let plateRadius = 5.0
  private static let barWidth = 2.5
  private static let barDistance = 6.0

  /// Returns the commands that draw the backgrounds and bars.
  ///
  /// - Complexity: O(spans · log lines).
  static func commands(for layout: TextLayout, in context: BlockContext) -> [DrawCommand] {
    let spans = layout.request.text.spans
    guard !spans.isEmpty else { return [] }
    var commands: [DrawCommand] = []
    for rows in joined(spans.filter(\.attribute.isCodeBlock), layout) {
      let reach = Double(context.px(plateReach))
      commands.append(
        .roundedRectangle(
          Rect(
            x: -reach, y: Double(rows.lowerBound), width: Double(layout.size.width) + 2 * reach,
            height: Double(rows.count)),
          CornerRadii(Double(context.px(plateRadius))), fill: context.colors.text.faint, stroke: nil
        ))
    }
    let isMirrored = Directionality.startsRightToLeft(layout.request.text.string)
    for rows in joined(spans.filter { $0.attribute == .blockquote }, layout) {
      let width = Double(max(1, context.px(barWidth)))
      let distance = Double(context.px(barDistance))
      commands.append(
        .roundedRectangle(
          Rect(
            x: isMirrored ? Double(layout.size.width) + distance - width : -distance,
            y: Double(rows.lowerBound), width: width, height: Double(rows.count)),
          CornerRadii(width / 2), fill: context.colors.accent, stroke: nil))
    }
    return commands
  }

  /// Returns the vertical ranges of the lines that the spans cover completely, from top to bottom;
  /// adjacent ones are joined. A span within a line does not count.
  private static func joined(_ spans: [StyledText.Span], _ layout: TextLayout) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for span in spans {
      guard let first = index(of: span.range.lowerBound, in: layout),
        let last = index(of: span.range.upperBound - 1, in: layout),
        layout.lines[first].range.lowerBound >= span.range.lowerBound,
        layout.lines[last].range.upperBound <= span.range.upperBound
      else { continue }
      let rows =
        layout.lines[first].top..<layout.lines[last].top + layout.lines[last].height
      if let before = result.last, before.upperBound >= rows.lowerBound {
        result[result.count - 1] =
          min(before.lowerBound, rows.lowerBound)..<max(before.upperBound, rows.upperBound)
      } else {
        result.append(rows)
      }
    }
    return result
  }

  /// Returns the index of the last line that begins at or before an offset.
  private static func index(of offset: Int, in layout: TextLayout) -> Int? {
    let next = layout.lines.partitioningIndex { $0.range.lowerBound > offset }
    return next > 0 ? next - 1 : nil
  }
}

extension StyledText.Attribute {
  fileprivate var isCodeBlock: Bool {
    if case .preformatted = self { true } else { false }
  }
}

extension ThemeColor {
  /// The colour, as faint as the background of code within a line.
  fileprivate var faint: ThemeColor {
    func faint(_ color: RGBA) -> RGBA {
      var color = color
      color.alpha /= 12
      return color
    }
    return ThemeColor(light: faint(light), dark: faint(dark))
  }
}
