import LugeCore

/// A cell of an ordinary list: its views, and what was drawn of them.
final class OrdinaryCell {
  /// Cells of one kind can take each other's place.
  enum Kind: Hashable {
    /// One cell for all messages, with all views that any of them needs.
    case any
    case text
    case pictures(Int)
  }

  final class Label {
    var words = ""
    var frame = Rect.zero
    /// Bitmap that the label drew when it was laid out, as toolkits keep it; nil where whole rows
    /// are kept, into which its text is drawn.
    var layer: Bitmap?
    var text: TextLayout?
    var isHidden = true
  }

  final class PictureView {
    var picture: StudyPicture?
    var frame = Rect.zero
    var isHidden = true
  }

  final class Box {
    var frame = Rect.zero
    var color = StudyLayout.placeholder
    var isHidden = true
  }

  let kind: Kind
  let bubble: Box?
  let label: Label?
  let pictures: [PictureView]
  private(set) var message: StudyMessage?
  private(set) var height = 0
  /// The whole row, where rows are kept.
  var drawn: Bitmap?

  /// Columns of the row up to the end of what it shows; beside it is background. At least 1.
  var contentWidth: Int {
    let ends =
      [
        bubble.flatMap { $0.isHidden ? nil : $0.frame },
        label.flatMap { $0.isHidden ? nil : $0.frame },
      ]
      .compactMap(\.self) + pictures.filter { !$0.isHidden }.map(\.frame)
    return max(1, ends.map { Int($0.maxX.rounded(.up)) }.max() ?? 1)
  }

  init(kind: Kind) {
    self.kind = kind
    let count =
      switch kind {
      case .any: 3
      case .text: 0
      case .pictures(let count): count
      }
    let hasText = count == 0 || kind == .any
    bubble = hasText ? Box() : nil
    label = hasText ? Label() : nil
    pictures = (0..<count).map { _ in PictureView() }
  }

  static func kind(of message: StudyMessage, _ layout: OrdinarySwitches.Layout) -> Kind {
    guard layout == .calculated else { return .any }
    return message.pictures.isEmpty ? .text : .pictures(message.pictures.count)
  }

  /// Takes a message on and places its views.
  ///
  /// - Parameter drawn: the text that its label shows; nil if the cell draws its text itself.
  func show(_ message: StudyMessage, _ layout: StudyLayout, label drawn: Bitmap?) {
    self.message = message
    height = layout.height
    self.drawn = nil
    bubble?.isHidden = layout.bubble == nil
    bubble?.frame = layout.bubble ?? .zero
    bubble?.color = StudyLayout.bubbleColor(isOutgoing: message.isOutgoing)
    label?.isHidden = layout.text == nil
    if let label, let text = layout.text {
      label.words = text.layout.request.text.string
      label.frame = Rect(
        x: text.origin.x, y: text.origin.y, width: Double(text.layout.size.width),
        height: Double(text.layout.size.height))
      label.layer = drawn
      label.text = text.layout
    }
    for (index, view) in pictures.enumerated() {
      let isShown = index < min(message.pictures.count, layout.pictures.count)
      view.isHidden = !isShown
      view.picture = isShown ? message.pictures[index] : nil
      view.frame = isShown ? layout.pictures[index] : .zero
    }
  }
}
