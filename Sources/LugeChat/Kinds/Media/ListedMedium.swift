package import LugeCore
import LugeEngine

/// Medium in a list of a conversation's media, drawn as in its bubble.
package struct ListedMedium: Hashable, Sendable {
  package var medium: ChatMedia
  /// Item of the list that shows it, which the player uses as the recording's message.
  package var item: ItemID
  /// Sender and date, which a bubble has beside the medium.
  package var source: String

  package init(_ medium: ChatMedia, in item: ItemID, source: String) {
    self.medium = medium
    self.item = item
    self.source = source
  }

  /// Lays out the medium: a recording that is there with its controls, a video with its still,
  /// anything else as a line.
  package func layout(in context: BlockContext) -> BlockLayout {
    if medium.playsInRow,
      let playable = Playable(medium, 0, of: item, isOutgoing: context.isOutgoing)
    {
      return recording(playable, in: context)
    }
    return medium.kind.form.isFilm
      ? VideoLineBlock(medium: medium, source: source).layout(in: context)
      : MediaLineBlock(medium: medium, source: source).layout(in: context)
  }

  /// Lays out a recording, and below it ``source``: what the player draws over the line of details
  /// would hide it there.
  private func recording(_ playable: Playable, in context: BlockContext) -> BlockLayout {
    let inner = BlockContext(
      base: context.base, appearance: context.appearance, isOutgoing: context.isOutgoing,
      maxWidth: min(context.maxWidth, context.px(context.style.media.recordingWidth)))
    var layout = AudioBlock(medium: medium, playable: playable).layout(in: inner)
    let left = context.px(context.style.media.fileIconSize) + context.px(10)
    guard !source.isEmpty, left < context.maxWidth else { return layout }
    let words = context.line(
      source, points: context.style.type.secondary, maxWidth: context.maxWidth - left)
    layout.drawList.append(
      .plainText(words, x: left, y: layout.size.height, color: context.colors.secondary))
    layout.size = PixelSize(
      width: max(layout.size.width, left + words.size.width),
      height: layout.size.height + words.size.height)
    layout.accessibleText += ", " + source
    return layout
  }
}
