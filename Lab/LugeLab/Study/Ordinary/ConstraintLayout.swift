import LugeCore

/// The layout of a message as constraints between its views, put up and solved each time a cell is
/// laid out. Gives what ``StudyLayout`` gives.
struct ConstraintLayout {
  /// The four variables of a view.
  private struct View {
    let first: Int
    func x(_ factor: Double = 1) -> LinearSystem.Term { .init(variable: first, factor: factor) }
    func y(_ factor: Double = 1) -> LinearSystem.Term { .init(variable: first + 1, factor: factor) }
    func width(_ factor: Double = 1) -> LinearSystem.Term {
      .init(variable: first + 2, factor: factor)
    }
    func height(_ factor: Double = 1) -> LinearSystem.Term {
      .init(variable: first + 3, factor: factor)
    }
  }

  private typealias Metrics = StudyLayout.Metrics

  /// Lays out a message as layout engines do with labels of several lines: solves the constraints
  /// with the text's own size, measures the label at the width that it got, and solves them again.
  static func make(
    _ message: StudyMessage, width: Int, text: any TextMeasuring
  ) -> StudyLayout? {
    guard message.pictures.isEmpty else { return pictures(of: message, width: width) }
    func measured(_ room: Int) -> TextLayout {
      text.layout(
        TextRequest(StyledText(message.text), font: StudyLayout.font, maxWidth: max(1, room)))
    }
    let own = measured(Metrics.textWidth(width))
    guard let first = solve(message, own.size, width: width) else { return nil }
    let words = measured(Int(first.label.width))
    guard let solved = solve(message, words.size, width: width) else { return nil }
    return StudyLayout(
      height: Int(solved.height.rounded()), bubble: solved.bubble,
      text: (words, solved.label.origin))
  }

  private static func solve(
    _ message: StudyMessage, _ size: PixelSize, width: Int
  ) -> (bubble: Rect, label: Rect, height: Double)? {
    let (cell, bubble, label) = (View(first: 0), View(first: 4), View(first: 8))
    var system = LinearSystem(variables: 12)
    pin(cell, in: &system, width: width)
    system.add([label.width()], equals: Double(size.width))
    system.add([label.height()], equals: Double(size.height))
    system.add([label.x(), bubble.x(-1)], equals: Double(Metrics.paddingX))
    system.add([label.y(), bubble.y(-1)], equals: Double(Metrics.paddingY))
    system.add([bubble.width(), label.width(-1)], equals: Double(2 * Metrics.paddingX))
    system.add([bubble.height(), label.height(-1)], equals: Double(2 * Metrics.paddingY))
    system.add([bubble.y(), cell.y(-1)], equals: Double(Metrics.gap))
    system.add([cell.height(), bubble.height(-1)], equals: Double(2 * Metrics.gap))
    attach(bubble, bubble, to: cell, isOutgoing: message.isOutgoing, in: &system)
    guard let values = system.solved() else { return nil }
    return (rect(bubble, values), rect(label, values), values[cell.first + 3])
  }

  private static func pictures(of message: StudyMessage, width: Int) -> StudyLayout? {
    let side = Double(StudyLayout.side(of: message))
    let cell = View(first: 0)
    let views = message.pictures.indices.map { View(first: 4 + 4 * $0) }
    guard let first = views.first, let last = views.last else { return nil }
    var system = LinearSystem(variables: 4 + 4 * views.count)
    pin(cell, in: &system, width: width)
    for (index, view) in views.enumerated() {
      system.add([view.width()], equals: side)
      system.add([view.height(), view.width(-1)], equals: 0)
      system.add([view.y(), cell.y(-1)], equals: Double(Metrics.gap))
      guard index > 0 else { continue }
      let before = views[index - 1]
      system.add(
        [view.x(), before.x(-1), before.width(-1)], equals: Double(Metrics.between))
    }
    system.add([cell.height(), first.height(-1)], equals: Double(2 * Metrics.gap))
    attach(first, last, to: cell, isOutgoing: message.isOutgoing, in: &system)
    guard let values = system.solved() else { return nil }
    return StudyLayout(
      height: Int(values[cell.first + 3].rounded()), bubble: nil, text: nil,
      pictures: views.map { rect($0, values) })
  }

  private static func pin(_ cell: View, in system: inout LinearSystem, width: Int) {
    system.add([cell.x()], equals: 0)
    system.add([cell.y()], equals: 0)
    system.add([cell.width()], equals: Double(width))
  }

  /// To the cell's left edge, or to its right one.
  private static func attach(
    _ first: View, _ last: View, to cell: View, isOutgoing: Bool, in system: inout LinearSystem
  ) {
    let margin = Double(Metrics.margin)
    if isOutgoing {
      system.add([cell.x(), cell.width(), last.x(-1), last.width(-1)], equals: margin)
    } else {
      system.add([first.x(), cell.x(-1)], equals: margin)
    }
  }

  private static func rect(_ view: View, _ values: [Double]) -> Rect {
    Rect(
      x: values[view.first].rounded(), y: values[view.first + 1].rounded(),
      width: values[view.first + 2].rounded(), height: values[view.first + 3].rounded())
  }
}
