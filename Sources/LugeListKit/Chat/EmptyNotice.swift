import LugeChat
import LugeCore
import LugeEngine
import LugeQt

/// A text in the middle of a conversation without messages, saying that it has none.
@MainActor
final class EmptyNotice: FloatingSource {
  /// Size of the background, points; it is narrower in a narrow list.
  private static let size = (width: 360.0, height: 28.0)

  private let appearance: ChatAppearance
  /// The text; nil: nothing is shown.
  var words: String?
  /// Whether the list has no messages, and none are about to be added.
  var isEmpty: @MainActor () -> Bool = { false }
  /// Called with the text when it is shown, and with nil when it is not shown any more.
  var onChange: (@MainActor (String?) -> Void)?
  private var shown: String? { didSet { if shown != oldValue { onChange?(shown) } } }

  init(_ appearance: ChatAppearance) { self.appearance = appearance }

  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?) {
    shown = words.flatMap { $0.isEmpty || !isEmpty() ? nil : $0 }
    guard let shown else { return ([], nil) }
    let width = min(Double(size.width), (Self.size.width * unit).rounded())
    let height = (Self.size.height * unit).rounded()
    let rect = Rect(
      x: ((Double(size.width) - width) / 2).rounded(.down),
      y: max(0, ((Double(size.height) - height) / 2).rounded(.down)), width: width, height: height)
    return ([FloatingDecoration(NoticePill(shown, appearance: appearance), in: rect)], nil)
  }
}

/// Several floating sources of a list, combined.
@MainActor
final class FloatingSources: FloatingSource {
  private let sources: [any FloatingSource]

  init(_ sources: any FloatingSource...) { self.sources = sources }

  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?) {
    let shown = sources.map { $0.floating(over: size, unit: unit, at: time) }
    return (shown.flatMap(\.decorations), shown.compactMap(\.next).min())
  }
}
