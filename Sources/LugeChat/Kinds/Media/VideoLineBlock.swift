import LugeCore
import LugeEngine

/// Video in a list of videos: its still with a play button, and beside it its name and details.
struct VideoLineBlock: BubbleBlock {
  let medium: ChatMedia
  /// Text after the details; empty for none.
  let source: String

  static func layout(_ block: VideoLineBlock, in context: BlockContext) -> BlockLayout {
    var medium = block.medium
    // Without file and picture it was left out of the export, and nothing can be played.
    if medium.path == nil, medium.imageKey == nil { medium.isMissing = true }
    let metrics = context.style.media
    let gap = context.px(12)
    let width = max(1, min(context.px(metrics.videoTileWidth), context.maxWidth / 3))
    let tile = Rect(x: 0, y: 0, width: width, height: max(1, width * 9 / 16))
    let indent = width + gap
    let room = max(1, context.maxWidth - indent)
    let title = MediaLineBlock.title(medium, context.strings)
    let details = MediaLineBlock.details(medium, context.strings, block.source)
    let name = context.line(
      title, points: context.style.type.text, weight: .medium, maxWidth: room)
    let facts = context.layout(
      StyledText(details), points: context.style.type.secondary, maxWidth: room, maxLines: 2)
    let textHeight = name.size.height + facts.size.height
    let height = max(Int(tile.height), textHeight)

    let picture = tile.offsetBy(x: 0, y: Double((height - Int(tile.height)) / 2))
    var placeholder = medium.placeholder(context)
    // There is no space for the reason.
    placeholder.words = nil
    if medium.isMissing { (placeholder.mark, placeholder.reportsProblems) = (.none, false) }
    let radii = CornerRadii(Double(context.px(DesignTokens.standard.radii.inset)))
    var list = DrawList([.image(medium.imageKey, picture, radii, placeholder: placeholder)])
    PlayMark.draw(over: picture, isThere: !medium.isMissing, in: context, into: &list)
    let y = (height - textHeight) / 2
    list.append(.plainText(name, x: indent, y: y, color: context.colors.text))
    list.append(
      .plainText(facts, x: indent, y: y + name.size.height, color: context.colors.secondary))
    return BlockLayout(
      size: PixelSize(width: context.maxWidth, height: height), drawList: list,
      hitRegions: medium.openRegion(
        Rect(x: 0, y: 0, width: context.maxWidth, height: height),
        label: medium.spoken(context.strings)),
      accessibleText: [title, details].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
