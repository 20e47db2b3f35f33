import LugeCore
import LugeEngine

/// Pictures and videos as a grid; other files as lines below.
public struct MediaPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard !post.media.isEmpty, !post.isCovered else { return [] }
    let media = Array(post.media.prefix(64))
    return [
      MediaRow(
        id: RowID(item: post.id, part: FeedPart.media),
        revision: context.revision { mix in
          for medium in media { mix.add(medium) }
          mix.add(post.mediaWarning)
          mix.add(post.reader.isRevealed)
        },
        media: media, cover: cover(post, context), isRevealed: post.reader.isRevealed)
    ]
  }
}

extension MediaPiece {
  /// Returns the text of the cover over the media; nil when they are not covered.
  private func cover(_ post: Post, _ context: PieceContext) -> String? {
    // The warning about the whole post was opened before the media are visible.
    guard post.warning?.isEmpty != false, let words = post.mediaWarning else { return nil }
    return words.isEmpty ? context.appearance.strings.sensitive : words
  }
}

struct MediaRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.media"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let media: [PostMedia]
  /// Text of the cover; nil when the media are not covered.
  let cover: String?
  let isRevealed: Bool

  static func content(of row: MediaRow, in context: CardContext) -> RowLayout {
    let pictures = row.media.filter(\.hasCell)
    let grid = MediaGrid(pictures, in: context)
    if let cover = row.cover, !row.isRevealed { return covered(pictures, grid, cover, context) }
    var layout = RowLayout(size: .zero)
    for (index, (medium, cell)) in zip(pictures, grid.cells).enumerated() {
      let radii = grid.radii(cell, Double(context.px(context.style.media.cornerRadius)))
      layout.drawList.append(
        .image(
          medium.imageKey, cell, radii,
          placeholder: context.placeholder(
            medium.imageKey == nil ? .none : medium.mark, medium.preview)))
      if medium.imageKey == nil { sayAbsence(of: medium, in: cell, context, &layout) }
      if index == grid.cells.count - 1, grid.hidden > 0 {
        cover(cell, radii, "+\(grid.hidden)", context, &layout)
      } else {
        decorate(medium, cell, radii, context, &layout)
      }
      if let action = medium.openAction { layout.hitRegions.append(HitRegion(cell, action)) }
    }
    if row.cover != nil,
      let last = grid.cells.first(where: { $0.y == 0 && $0.maxX >= Double(grid.width) })
        ?? grid.cells.first
    {
      hideButton(in: last, context, &layout)
    }
    var y = grid.height
    for medium in row.media where !medium.hasCell {
      if y > 0 { y += context.px(4) }
      y += line(medium, y: y, context, &layout)
    }
    layout.size = PixelSize(width: context.width, height: y + context.rowGap)
    layout.accessibleText = row.media.prefix(8).map { medium in
      medium.caption.isEmpty
        ? context.strings.name(medium.kind)
        : "\(context.strings.name(medium.kind)): \(Clipping.singleLine(medium.caption))"
    }.joined(separator: ", ")
    return layout
  }

  private static func decorate(
    _ medium: PostMedia, _ cell: Rect, _ radii: CornerRadii, _ context: CardContext,
    _ layout: inout RowLayout
  ) {
    if medium.mayMove, let key = medium.imageKey {
      layout.rowLayers.append(RowLayer(key: key, rect: cell, radii: radii))
    } else if medium.imageKey != nil, !medium.isMissing,
      medium.kind == .video || medium.kind == .animation
    {
      context.playMark(over: cell, into: &layout.drawList)
    }
    if medium.kind == .animation {
      context.pill(context.strings.animationBadge, in: cell, into: &layout.drawList)
    } else if let duration = context.strings.duration(medium.duration) {
      context.pill(duration, in: cell, into: &layout.drawList)
    } else if !medium.caption.isEmpty {
      context.pill(context.strings.captionBadge, in: cell, into: &layout.drawList)
    }
  }

  /// Shows that a picture is named by its source but missing.
  private static func sayAbsence(
    of medium: PostMedia, in cell: Rect, _ context: CardContext, _ layout: inout RowLayout
  ) {
    let text = context.line(
      context.strings.absentPicture, context.style.type.small, .medium,
      room: max(1, Int(cell.width) - 2 * context.px(10)))
    let (paddingX, paddingY) = (context.px(8), context.px(3))
    let size = PixelSize(
      width: text.size.width + 2 * paddingX, height: text.size.height + 2 * paddingY)
    guard Double(size.width) <= cell.width, Double(size.height) <= cell.height else { return }
    let (x, y) = (Int(cell.midX) - size.width / 2, Int(cell.midY) - size.height / 2)
    layout.drawList.append(
      .roundedRectangle(
        Rect(x: x, y: y, width: size.width, height: size.height),
        CornerRadii(Double(size.height) / 2), fill: context.colors.overlay, stroke: nil))
    layout.drawList.append(
      .plainText(text, x: x + paddingX, y: y + paddingY, color: context.colors.overlayText))
  }

  /// Draws "+N" over the last picture.
  private static func cover(
    _ cell: Rect, _ radii: CornerRadii, _ words: String, _ context: CardContext,
    _ layout: inout RowLayout
  ) {
    layout.drawList.append(
      .roundedRectangle(cell, radii, fill: context.colors.overlay, stroke: nil))
    let text = context.line(words, 22, .semibold, room: max(1, Int(cell.width)))
    layout.drawList.append(
      .plainText(
        text, x: Int(cell.midX) - text.size.width / 2, y: Int(cell.midY) - text.size.height / 2,
        color: context.colors.overlayText))
  }

  /// Adds a line with an icon for a file without a picture. Returns its height.
  private static func line(
    _ medium: PostMedia, y: Int, _ context: CardContext, _ layout: inout RowLayout
  ) -> Int {
    let side = context.px(32)
    let gap = context.px(10)
    let title =
      medium.caption.isEmpty
      ? medium.path.map { String($0.pathParts.last ?? "") }
        ?? context.strings.name(medium.kind)
      : medium.caption
    let words = [title, context.strings.duration(medium.duration) ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    let text = context.line(
      words, context.style.type.secondary, room: max(1, context.width - side - gap))
    let circle = Rect(x: 0, y: y, width: side, height: side)
    layout.drawList.append(
      .roundedRectangle(
        circle, CornerRadii(Double(side) / 2), fill: context.colors.accent, stroke: nil))
    let glyph: MediaGlyph = medium.kind == .audio || medium.kind == .video ? .play : .page
    layout.drawList.append(
      .path(glyph.path(in: circle), fill: context.colors.onAccent, stroke: nil))
    layout.drawList.append(
      .plainText(
        text, x: side + gap, y: y + (side - text.size.height) / 2, color: context.colors.text))
    if let action = medium.openAction {
      layout.hitRegions.append(
        HitRegion(Rect(x: 0, y: y, width: context.width, height: side), action))
    }
    return side
  }
}

extension PostMedia {
  /// Whether it has a cell among the pictures, even if the picture is missing.
  fileprivate var hasCell: Bool {
    if imageKey != nil { return true }
    return path == nil && (kind == .photo || kind == .video || kind == .animation)
  }

  fileprivate var mark: ImagePlaceholder.Mark {
    switch kind {
    case .photo: .photo
    case .video, .animation: mayMove || isMissing ? .photo : .playable
    case .audio, .file: .file
    }
  }

  /// Action of a click: shows the picture, or opens the file.
  fileprivate var openAction: HitRegion.Action? {
    if let imageKey, kind == .photo || mayMove { return .openImage(imageKey) }
    return path.map { .openFile($0) }
  }
}

/// Media that are covered until the user opens them; no file is read for covered media.
extension MediaRow {
  static func covered(
    _ pictures: [PostMedia], _ grid: MediaGrid, _ words: String, _ context: CardContext
  ) -> RowLayout {
    let colors = context.colors
    var list = DrawList()
    // Without pictures, a strip is drawn to be clicked.
    let height = max(grid.height, context.px(52))
    let cells =
      grid.cells.isEmpty
      ? [Rect(x: 0, y: 0, width: context.width, height: height)] : grid.cells
    let radius = Double(context.px(context.style.media.cornerRadius))
    for (index, cell) in cells.enumerated() {
      let radii = grid.cells.isEmpty ? CornerRadii(radius) : grid.radii(cell, radius)
      let preview = pictures.indices.contains(index) ? pictures[index].preview : nil
      list.append(
        .image(
          nil, cell, radii,
          placeholder: ImagePlaceholder(
            fill: colors.picturePlaceholder, mark: .none, preview: preview)))
    }
    let extent = cells.reduce(0.0) { max($0, $1.maxX) }
    let area = Rect(x: 0, y: 0, width: Int(extent), height: height)
    let room = max(1, Int(area.width) - context.px(24))
    let text = context.line(
      "\(words) · \(context.strings.reveal)", context.style.type.secondary, .semibold, room: room)
    let (paddingX, paddingY) = (context.px(14), context.px(7))
    let pill = PixelSize(
      width: min(Int(area.width), text.size.width + 2 * paddingX),
      height: text.size.height + 2 * paddingY)
    let x = (Int(area.width) - pill.width) / 2
    let y = (height - pill.height) / 2
    list.append(
      .roundedRectangle(
        Rect(x: x, y: y, width: pill.width, height: pill.height),
        CornerRadii(Double(pill.height) / 2), fill: colors.overlay, stroke: nil))
    list.append(
      .plainText(
        text, x: x + (pill.width - text.size.width) / 2, y: y + paddingY, color: colors.overlayText)
    )
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.rowGap), drawList: list,
      hitRegions: [HitRegion(area, FeedAction.disclose.action)],
      accessibleText: text.request.text.string)
  }

  /// Draws the button that covers the media again, over the pictures.
  static func hideButton(in cell: Rect, _ context: CardContext, _ layout: inout RowLayout) {
    let text = context.line(
      context.strings.hide, context.style.type.small, .semibold, room: max(1, Int(cell.width)))
    let (paddingX, paddingY, gap) = (context.px(9), context.px(4), context.px(8))
    let size = PixelSize(
      width: text.size.width + 2 * paddingX, height: text.size.height + 2 * paddingY)
    guard Double(size.width + 2 * gap) <= cell.width, Double(size.height + 2 * gap) <= cell.height
    else { return }
    let rect = Rect(
      x: Int(cell.maxX) - gap - size.width, y: Int(cell.y) + gap, width: size.width,
      height: size.height)
    layout.drawList.append(
      .roundedRectangle(
        rect, CornerRadii(rect.height / 2), fill: context.colors.overlay, stroke: nil))
    layout.drawList.append(
      .plainText(
        text, x: Int(rect.x) + paddingX, y: Int(rect.y) + paddingY,
        color: context.colors.overlayText))
    layout.hitRegions.append(HitRegion(rect, FeedAction.disclose.action))
  }
}
