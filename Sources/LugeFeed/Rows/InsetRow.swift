import LugeCore
import LugeEngine

/// Preview of the page that the post links to.
public struct LinkPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    // A post with media of its own shows no preview.
    guard let link = post.link, post.media.isEmpty, !post.isCovered else { return [] }
    return [
      InsetRow(
        id: RowID(item: post.id, part: FeedPart.link),
        revision: context.revision {
          $0.add(link.url)
          $0.add(link.title)
          $0.add(link.summary)
          $0.add(link.imageKey?.source)
        },
        content: .link(link), action: .openLink(link.url))
    ]
  }
}

/// Post that the post quotes.
public struct QuotePiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard let quote = post.quote, !post.isCovered else { return [] }
    let time = quote.time.map { context.timeText($0) } ?? ""
    var shown = quote
    if quote.text.string.utf8.count > Clipping.sentenceLimit {
      shown.text = StyledText(
        Clipping.prefix(quote.text.string, bytes: Clipping.sentenceLimit), spans: quote.text.spans
      ).normalized()
    }
    return [
      InsetRow(
        id: RowID(item: post.id, part: FeedPart.quote),
        revision: context.revision {
          $0.add(quote.author)
          $0.add(quote.text)
          $0.add(time)
          $0.add(quote.imageKey?.source)
          $0.add(quote.item?.rawValue ?? 0)
          $0.add(quote.url)
        },
        content: .quote(shown, time: time),
        action: quote.item.map { .goTo($0) } ?? quote.url.map { .openLink($0) })
    ]
  }
}

/// Content from elsewhere on a background of its own: a linked page, another post.
struct InsetRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.inset"

  enum Content: Sendable {
    case link(LinkPreview)
    case quote(QuotedPost, time: String)
  }

  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let content: Content
  let action: HitRegion.Action?

  static func content(of row: InsetRow, in context: CardContext) -> RowLayout {
    var layout =
      switch row.content {
      case .link(let link): page(link, context)
      case .quote(let quote, let time): post(quote, time, context)
      }
    let surface = Rect(x: 0, y: 0, width: context.width, height: layout.size.height)
    if let action = row.action { layout.hitRegions.insert(HitRegion(surface, action), at: 0) }
    var list = DrawList()
    context.insetSurface(height: layout.size.height, into: &list)
    list.append(layout.drawList, at: .zero)
    layout.drawList = list
    layout.size.height += context.rowGap
    return layout
  }

  private static func page(_ link: LinkPreview, _ context: CardContext) -> RowLayout {
    let type = context.style.type
    let padding = context.px(context.style.card.insetPadding)
    let side =
      link.imageKey == nil ? 0 : min(context.px(context.style.media.linkSide), context.width / 3)
    let x = side + padding
    let room = max(1, context.width - x - padding)
    let host = context.line(link.host, type.small, room: room)
    let title = context.base.layout(
      StyledText(Clipping.singleLine(link.title.isEmpty ? link.url : link.title)),
      points: type.text, weight: .semibold, maxWidth: room, maxLines: 2)
    let summary =
      link.summary.isEmpty
      ? nil
      : context.base.layout(
        StyledText(Clipping.singleLine(link.summary)), points: type.secondary, maxWidth: room,
        maxLines: side > 0 ? 1 : 2)
    let lines = [host, title] + (summary.map { [$0] } ?? [])
    let textHeight = lines.reduce(0) { $0 + $1.size.height } + context.px(2) * (lines.count - 1)
    let height = max(side, textHeight + 2 * context.px(10))
    var list = DrawList()
    if let key = link.imageKey {
      // A click opens the page, even if its picture is missing.
      var placeholder = context.placeholder(.photo)
      placeholder.reportsProblems = false
      let radius = Double(min(context.px(context.style.card.insetRadius), height / 2))
      list.append(
        .image(
          key, Rect(x: 0, y: 0, width: side, height: height),
          CornerRadii(topLeft: radius, topRight: 0, bottomRight: 0, bottomLeft: radius),
          placeholder: placeholder))
    }
    var y = (height - textHeight) / 2
    for (index, line) in lines.enumerated() {
      let color = index == 1 ? context.colors.text : context.colors.secondary
      list.append(.plainText(line, x: x, y: y, color: color))
      y += line.size.height + context.px(2)
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height), drawList: list,
      accessibleText: [link.title, link.summary, link.host].filter { !$0.isEmpty }
        .joined(separator: ", "), copyText: link.url)
  }

  private static func post(_ quote: QuotedPost, _ time: String, _ context: CardContext)
    -> RowLayout
  {
    let type = context.style.type
    let padding = context.px(context.style.card.insetPadding)
    let side = context.px(20)
    let gap = context.px(8)
    let room = max(1, context.width - 2 * padding)
    let when = time.isEmpty ? nil : context.line(time, type.small, room: room / 3)
    let timeWidth = when.map { $0.size.width + gap } ?? 0
    let name = context.line(
      context.strings.name(of: quote.author), type.secondary, .semibold,
      room: max(1, room - side - gap - timeWidth))
    let imageSide = quote.imageKey == nil ? 0 : min(context.px(72), room / 3)
    let textRoom = max(1, room - (imageSide > 0 ? imageSide + gap : 0))
    // Only the URL of the post is known.
    let isAddress = quote.text.isEmpty && quote.imageKey == nil && quote.url != nil
    let said = isAddress ? StyledText(quote.url?.shownAddress ?? "") : quote.text
    let text = context.base.layout(
      said, points: type.secondary, maxWidth: textRoom,
      maxLines: isAddress ? 1 : max(1, context.style.quoteLines))
    let headHeight = max(side, name.size.height)
    let bodyY = context.px(10) + headHeight + context.px(4)
    let bodyHeight = max(imageSide, said.isEmpty ? 0 : text.size.height)
    var list = DrawList()
    let headY = context.px(10)
    context.avatar(
      quote.author, x: padding, y: headY + (headHeight - side) / 2, side: side, into: &list)
    list.append(
      .plainText(
        name, x: padding + side + gap, y: headY + (headHeight - name.size.height) / 2,
        color: context.colors.text))
    if let when {
      list.append(
        .plainText(
          when, x: context.width - padding - when.size.width,
          y: headY + (headHeight - when.size.height) / 2, color: context.colors.secondary))
    }
    let origin = Point(x: Double(padding), y: Double(bodyY))
    if !said.isEmpty {
      let color = isAddress ? context.colors.secondary : context.colors.text
      list.append(
        .text(text, at: origin, color: color, linkColor: context.colors.link))
      for image in context.base.inlineImages(
        of: text, at: origin, placeholder: context.colors.inset)
      {
        list.append(image)
      }
    }
    if let key = quote.imageKey {
      list.append(
        .image(
          key,
          Rect(
            x: context.width - padding - imageSide, y: bodyY, width: imageSide, height: imageSide),
          CornerRadii(Double(min(context.px(6), imageSide / 2))),
          placeholder: context.placeholder(.photo)))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: bodyY + bodyHeight + context.px(10)),
      drawList: list,
      hitRegions: context.base.regions(of: text).map {
        HitRegion($0.rect.offsetBy(x: origin.x, y: origin.y), $0.action)
      },
      accessibleText: [name.request.text.string, time, said.string]
        .filter { !$0.isEmpty }.joined(separator: ", "),
      copyText: isAddress ? quote.url : quote.text.string)
  }
}
