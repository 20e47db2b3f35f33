import LugeCore
import LugeEngine

/// Lengths of a bubble at one width of the list, in device pixels. In a very narrow list they
/// shrink, so that the content keeps most of the width.
struct BubbleFrame {
  let listWidth: Int
  /// Left edge and width of the message column.
  let columnLeft: Int
  let columnWidth: Int
  let sideMargin: Int
  /// Size of an avatar, and the space that bubbles leave for it; 0 without avatars.
  let avatarSide: Int
  let avatarRoom: Int
  /// Maximum width of a bubble.
  let maxWidth: Int
  let textPaddingX: Int
  let textPaddingY: Int
  let mediaPadding: Int
  let border: Int
  let shadow: Shadow?

  init(_ context: LayoutContext, _ style: ChatStyle, hasAvatars: Bool) {
    let metrics = style.bubble
    listWidth = max(0, context.width)
    let margin = context.pixels(metrics.sideMargin)
    // Bubbles must end within the list.
    let barRoom = max(0, min(context.pixels(metrics.barRoom), margin, listWidth / 16))
    columnWidth = min(listWidth + barRoom, max(1, context.pixels(metrics.columnWidth)))
    columnLeft = (listWidth + barRoom - columnWidth) / 2
    sideMargin = min(margin, columnWidth / 16)
    avatarSide = hasAvatars ? min(context.pixels(style.avatar.size), columnWidth / 6) : 0
    avatarRoom =
      hasAvatars ? avatarSide + min(context.pixels(style.avatar.gap), columnWidth / 32) : 0
    let share = min(max(metrics.maxWidthShare, 0), 1)
    maxWidth = max(
      1,
      min(
        Int((Double(columnWidth) * share).rounded(.down)), context.pixels(metrics.maxWidth),
        columnWidth - 2 * sideMargin - avatarRoom))
    textPaddingX = min(context.pixels(metrics.textPaddingX), maxWidth / 8)
    textPaddingY = context.pixels(metrics.textPaddingY)
    mediaPadding = min(context.pixels(metrics.mediaPadding), maxWidth / 16)
    border = min(context.pixels(metrics.borderWidth), mediaPadding)
    shadow = metrics.shadow.map {
      Shadow($0.color, blur: context.pixels($0.blur), drop: context.pixels($0.drop))
    }
  }

  func paddingX(_ margin: BlockMargin) -> Int {
    switch margin {
    case .text: textPaddingX
    case .picture: mediaPadding
    case .none: 0
    }
  }

  func paddingY(_ margin: BlockMargin) -> Int {
    switch margin {
    case .text: textPaddingY
    case .picture: mediaPadding
    case .none: 0
    }
  }

  /// Returns the left edge of a bubble of this width.
  func left(ofWidth width: Int, isOutgoing: Bool) -> Int {
    isOutgoing
      ? max(0, columnLeft + columnWidth - sideMargin - width)
      : columnLeft + sideMargin + avatarRoom
  }

  /// Left edge of an avatar.
  var avatarLeft: Int { columnLeft + sideMargin }
}
