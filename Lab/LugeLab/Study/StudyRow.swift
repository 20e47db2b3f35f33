import LugeCore
import LugeEngine

/// A message of the study as a row of Luge's.
struct StudyRow: RowModel {
  static let reuseIdentifier = ReuseIdentifier("study")
  var id: RowID
  var revision: Revision { Revision(0) }
  var message: StudyMessage
  var style: StudyStyle

  init(_ message: StudyMessage, _ style: StudyStyle = .bubbles) {
    id = RowID(item: message.id, part: 0)
    self.message = message
    self.style = style
  }

  static func layout(_ row: StudyRow, in context: LayoutContext) -> RowLayout {
    let message = row.message
    let layout = StudyLayout.make(message, row.style, width: context.width, text: context.text)
    var list = DrawList()
    if let bubble = layout.bubble {
      list.append(
        .roundedRectangle(
          bubble, CornerRadii(StudyLayout.Metrics.radius),
          fill: StudyLayout.bubbleColor(isOutgoing: message.isOutgoing),
          stroke: StudyLayout.border))
    }
    if let text = layout.text {
      list.append(
        .text(
          text.layout, at: text.origin, color: StudyLayout.textColor,
          linkColor: StudyLayout.textColor))
    }
    var layers: [RowLayer] = []
    let radii = CornerRadii(StudyLayout.Metrics.radius)
    for (picture, rect) in zip(message.pictures, layout.pictures) {
      list.append(
        .image(
          picture.key, rect, radii,
          placeholder: ImagePlaceholder(fill: StudyLayout.placeholder, mark: .none)))
      if picture.isAnimated {
        layers.append(RowLayer(key: picture.key, rect: rect, radii: radii))
      }
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: layout.height), drawList: list,
      rowLayers: layers, accessibleText: message.text)
  }
}
