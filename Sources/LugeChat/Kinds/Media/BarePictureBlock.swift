import LugeCore
import LugeEngine

/// Sticker or round video: a picture without a bubble.
struct BarePictureBlock: BubbleBlock {
  let medium: ChatMedia

  var margin: BlockMargin { .none }

  static func layout(_ block: BarePictureBlock, in context: BlockContext) -> BlockLayout {
    let medium = block.medium
    let isRound = medium.kind == .videoMessage
    let side = max(1, min(context.px(context.style.media.stickerSize), context.maxWidth))
    var size = PixelSize(width: side, height: side)
    if !isRound, let pixels = medium.pixelSize, pixels.width > 0, pixels.height > 0 {
      let ratio = min(max(Double(pixels.width) / Double(pixels.height), 0.25), 4)
      size =
        ratio >= 1
        ? PixelSize(width: side, height: max(1, Int(Double(side) / ratio)))
        : PixelSize(width: max(1, Int(Double(side) * ratio)), height: side)
    }
    let rect = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let radii = CornerRadii(
      min(
        isRound ? Double(side) / 2 : Double(context.px(context.style.media.cornerRadius)),
        Double(min(size.width, size.height)) / 2))
    var list = DrawList([
      .image(medium.imageKey, rect, radii, placeholder: medium.placeholder(context))
    ])
    if isRound, !medium.isMissing { PlayMark.draw(over: rect, in: context, into: &list) }
    return BlockLayout(
      size: size, drawList: list,
      hitRegions: medium.openRegion(rect, label: medium.spoken(context.strings)),
      rowLayers: medium.rowLayer(rect, radii),
      accessibleText: medium.spoken(context.strings), trailerSpace: .overPicture, isBare: true)
  }
}
