import LugeCore
import LugeEngine

/// Layout of one bubble row: measures the blocks, finds the bubble's width, places the time, draws.
struct BubbleStack {
  private struct Placed {
    var layout: BlockLayout
    var margin: BlockMargin
    /// Block that is laid out a second time if it does not fill the bubble, or its corners change.
    var block: (any BubbleBlock)?
    /// See ``BubbleBlock/keepsDistance``.
    var keepsDistance = false
    var x = 0
    var y = 0
  }

  private enum TrailerPlace { case ownLine, lastLine, overPicture }

  private let row: BubbleRow
  private let context: LayoutContext
  private let frame: BubbleFrame
  private let metrics: ChatStyle.BubbleMetrics
  private var stacked: [Placed] = []
  private var trailer: Placed?
  private var width = 0
  private var height = 0
  private var isBare = false
  /// Whether the time is beside the whole last block, rather than beside its last line.
  private var isBesideBlock = false
  private var isTimeOverPicture = false

  init(_ row: BubbleRow, _ context: LayoutContext) {
    self.row = row
    self.context = context
    metrics = row.appearance.style.bubble
    frame = BubbleFrame(context, row.appearance.style, hasAvatars: row.hasAvatars)
  }

  /// Returns the bubble's corners, inside its border, for a block that fills the bubble.
  private func corners(atTop: Bool, atBottom: Bool) -> CornerRadii {
    let inset = Double(frame.mediaPadding)
    func inner(_ radius: Double) -> Double { max(0, radius - inset) }
    let outer = BubbleShape.radii(
      round: Double(context.pixels(metrics.cornerRadius)),
      joined: Double(context.pixels(metrics.joinedCornerRadius)), opensGroup: row.facts.opensGroup,
      isOutgoing: row.isOutgoing, ends: row.ends)
    return CornerRadii(
      topLeft: atTop ? inner(outer.topLeft) : 0, topRight: atTop ? inner(outer.topRight) : 0,
      bottomRight: atBottom ? inner(outer.bottomRight) : 0,
      bottomLeft: atBottom ? inner(outer.bottomLeft) : 0)
  }

  /// Computes every block's layout and position, from the bubble's upper left.
  mutating func measure() {
    var trailing: (any BubbleBlock)?
    // Text below a wide picture is wrapped to its width, so that it does not make the bubble wider.
    let shown = row.blocks.indices.filter { row.blocks[$0].role != .trailer }
    let pictures = shown.filter { row.blocks[$0].margin == .picture }.map {
      layout(
        row.blocks[$0], on: .bubble,
        corners: corners(atTop: $0 == shown.first, atBottom: $0 == shown.last))
    }
    let pictureWidth = pictures.map(\.size.width).max() ?? 0
    let captionWidth = max(pictureWidth, context.pixels(metrics.captionMinimum))
    var nextPicture = pictures.makeIterator()
    var blocks: [any BubbleBlock] = []
    for block in row.blocks {
      if block.role == .trailer, trailing == nil {
        trailing = block
        continue
      }
      blocks.append(block)
      if block.margin == .picture, let layout = nextPicture.next() {
        stacked.append(Placed(layout: layout, margin: .picture, block: block))
      } else {
        let limit = captionWidth + 2 * (frame.paddingX(.picture) - frame.paddingX(block.margin))
        stacked.append(
          Placed(
            layout: layout(block, on: .bubble, atMost: pictures.isEmpty ? nil : limit),
            margin: block.margin, keepsDistance: block.keepsDistance))
      }
    }
    isBare = !stacked.isEmpty && stacked.allSatisfy(\.layout.isBare)
    if isBare {
      // Text beside a sticker needs a background of its own.
      for (index, block) in blocks.enumerated() {
        stacked[index].layout = layout(block, on: .picture)
      }
    }
    width = stacked.map { $0.layout.size.width + 2 * frame.paddingX($0.margin) }.max() ?? 0
    // All rows of one long bubble must have the same width.
    if row.ends != [.top, .bottom] { width = frame.maxWidth }

    var place = TrailerPlace.ownLine
    if let trailing { place = measureTrailer(trailing) }
    width = min(max(width, 1), frame.maxWidth)
    stack(place)
    placeTrailer(place)
  }

  private func layout(
    _ block: any BubbleBlock, on surface: BlockContext.Surface, atMost limit: Int? = nil,
    corners: CornerRadii = .zero, filling width: Int? = nil
  ) -> BlockLayout {
    let room = min(frame.maxWidth - 2 * frame.paddingX(block.margin), limit ?? .max)
    var inner = BlockContext(
      base: context, appearance: row.appearance, isOutgoing: row.isOutgoing, maxWidth: room,
      surface: surface)
    inner.corners = corners
    inner.filledWidth = width
    var layout = block.layout(in: inner)
    layout.size.width = min(max(0, layout.size.width), max(1, room))
    layout.size.height = max(0, layout.size.height)
    return layout
  }

  /// Decides where the trailer goes, and widens the bubble for it.
  private mutating func measureTrailer(_ block: any BubbleBlock) -> TrailerPlace {
    let space = stacked.last?.layout.trailerSpace ?? .none
    let surface: BlockContext.Surface = isBare || space == .overPicture ? .picture : .bubble
    var placed = Placed(layout: layout(block, on: surface), margin: block.margin)
    let size = placed.layout.size
    let padding = frame.paddingX(block.margin)
    var place = TrailerPlace.ownLine
    switch space {
    case .overPicture:
      let picture = stacked.last?.layout.size ?? .zero
      let inset = 2 * context.pixels(metrics.blockGap)
      if size.width + inset <= picture.width, size.height + inset <= picture.height {
        place = .overPicture
      } else if !isBare {
        placed.layout = layout(block, on: .bubble)
      }
    case .lastLine, .rightToLeftLine, .beside:
      guard let (end, isBeside) = lineEnd(space) else { break }
      let last = frame.paddingX(stacked.last?.margin ?? .text)
      let needed = last + end + context.pixels(metrics.trailerGap) + size.width + padding
      if needed <= frame.maxWidth {
        place = .lastLine
        isBesideBlock = isBeside
        width = max(width, needed)
      }
    case .none: break
    }
    if place == .ownLine {
      width = max(width, placed.layout.size.width + 2 * padding)
    }
    trailer = placed
    return place
  }

  /// Returns the smallest x at which the time may begin in the line of the last block, and whether
  /// the whole block has to end before it; nil if there is no space for it.
  private func lineEnd(_ space: BlockLayout.TrailerSpace) -> (x: Int, isBeside: Bool)? {
    guard let last = stacked.last?.layout else { return nil }
    // A mirrored row is laid out like others and then mirrored, so the space beside a last line is
    // free if the line begins at the right.
    let isMirrored = context.environment.isMirrored
    switch space {
    case .lastLine(let end):
      return isMirrored ? (max(end, last.size.width), true) : (end, false)
    case .rightToLeftLine(let length):
      if isMirrored { return (length, false) }
      return last.lines.count == 1 ? (last.size.width, true) : nil
    case .beside: return (last.size.width, true)
    case .none, .overPicture: return nil
    }
  }

  private mutating func stack(_ place: TrailerPlace) {
    var y = isBare || !row.ends.contains(.top) ? 0 : frame.paddingY(stacked.first?.margin ?? .text)
    for index in stacked.indices {
      if index > 0 { y += gap(above: index) }
      let padding = frame.paddingX(stacked[index].margin)
      let room = width - 2 * padding - besideText(index, place)
      fit(index, into: room, place)
      let layout = stacked[index].layout
      if layout.size.width < room, let stretch = layout.stretch {
        let inner = BlockContext(
          base: context, appearance: row.appearance, isOutgoing: row.isOutgoing, maxWidth: room)
        stacked[index].layout = stretch(room, inner)
        // The block should keep its height; the stack does not rely on it.
        stacked[index].layout.size.width = min(room, stacked[index].layout.size.width)
      }
      stacked[index].x = isBare && row.isOutgoing ? leaning(layout, place) : padding
      stacked[index].y = y
      y += max(0, stacked[index].layout.size.height)
    }
    height = y
  }

  /// Returns the distance of a block from the one above it.
  private func gap(above index: Int) -> Int {
    let gap = context.pixels(metrics.blockGap)
    guard stacked[index].keepsDistance, stacked[index - 1].margin == .picture else { return gap }
    return max(gap, frame.textPaddingY)
  }

  /// Returns the width that the time takes from a block beside it, whose lines are aligned within
  /// the rest.
  private func besideText(_ index: Int, _ place: TrailerPlace) -> Int {
    guard place == .lastLine, index == stacked.count - 1, isBesideBlock, let trailer
    else { return 0 }
    return context.pixels(metrics.trailerGap) + trailer.layout.size.width
  }

  /// Lays a picture out again to fill a wider bubble, or with square lower corners when the time is
  /// below it.
  private mutating func fit(_ index: Int, into room: Int, _ place: TrailerPlace) {
    guard let block = stacked[index].block else { return }
    let isLast = index == stacked.count - 1
    let isNarrow = stacked[index].layout.size.width < room
    guard isNarrow || isLast && trailer != nil && place == .ownLine else { return }
    let old = stacked[index].layout.size
    stacked[index].layout = layout(
      block, on: .bubble,
      corners: corners(
        atTop: index == 0, atBottom: isLast && (trailer == nil || place != .ownLine)),
      filling: isNarrow ? room : nil)
    // The block should keep its height; the stack does not rely on it.
    stacked[index].layout.size.height = old.height
  }

  /// Returns the x at which a block without a bubble begins if it is aligned to its author's side,
  /// the right: left of the time, if that is at the end of its last line.
  private func leaning(_ layout: BlockLayout, _ place: TrailerPlace) -> Int {
    var x = width - layout.size.width
    if place == .lastLine, let trailer, let endX = lineEnd(layout.trailerSpace)?.x {
      x = min(
        x,
        width - frame.paddingX(trailer.margin) - trailer.layout.size.width
          - context.pixels(metrics.trailerGap) - endX)
    }
    return max(0, x)
  }

  private mutating func placeTrailer(_ place: TrailerPlace) {
    var bottom = stacked.last?.margin ?? .text
    if var placed = trailer {
      let size = placed.layout.size
      let gap = context.pixels(metrics.blockGap)
      placed.x = max(0, width - frame.paddingX(placed.margin) - size.width)
      switch place {
      case .overPicture:
        guard let picture = stacked.last else { break }
        placed.x = picture.x + picture.layout.size.width - gap - size.width
        placed.y = height - gap - size.height
        isTimeOverPicture = true
      case .lastLine:
        placed.y = max(stacked.last?.y ?? 0, height - size.height)
        height = max(height, placed.y + size.height)
      case .ownLine:
        placed.y = height + (stacked.isEmpty ? 0 : gap / 2)
        height = placed.y + size.height
        bottom = placed.margin
      }
      trailer = placed
    }
    if !isBare, row.ends.contains(.bottom) { height += frame.paddingY(bottom) }
    height = max(height, 1)
  }

  /// Height of the measured row: the bubble with the gaps above and below.
  var rowHeight: Int {
    topGap + height + gap(row.facts.closesGroup, at: .bottom)
  }

  /// Whether the avatar is shown, which is beside the last message of a group.
  private var showsAvatar: Bool {
    frame.avatarSide > 0 && row.facts.closesGroup && row.ends.contains(.bottom)
  }

  /// Space above the bubble, larger if the avatar is higher than the bubble.
  private var topGap: Int {
    let gap = gap(row.facts.opensGroup, at: .top)
    return showsAvatar ? max(gap, frame.avatarSide - height) : gap
  }

  private func avatarRegion(top: Int) -> HitRegion {
    let side = frame.avatarSide
    let strings = row.appearance.strings
    return HitRegion(
      Rect(x: frame.avatarLeft, y: top + height - side, width: side, height: side),
      AuthorAction(author: row.author),
      label: Clipping.singleLine(
        row.author.name.isEmpty ? strings.unknownAuthor : row.author.name),
      cornerRadius: Double(side) / 2)
  }

  /// Returns the measured bubble as a row of the list.
  func rowLayout() -> RowLayout {
    let top = topGap
    let left = frame.left(ofWidth: width, isOutgoing: row.isOutgoing)
    var layout = RowLayout(
      size: PixelSize(width: frame.listWidth, height: rowHeight))
    if showsAvatar {
      layout.drawList.commands = Avatar(row.author).commands(
        x: frame.avatarLeft, y: top + height - frame.avatarSide, side: frame.avatarSide,
        style: row.appearance.style, in: context)
    }
    let shape = shape(left: left, top: top)
    layout.body = shape.body
    if !isBare { layout.drawList.commands += shape.commands() }
    var spoken: [String] = []
    var copied: [String] = []
    for placed in stacked + [trailer].compactMap({ $0 }) {
      let origin = Point(x: Double(left + placed.x), y: Double(top + placed.y))
      layout.drawList.append(placed.layout.drawList, at: origin)
      layout.hitRegions += placed.layout.hitRegions.map {
        $0.offsetBy(x: origin.x, y: origin.y)
      }
      layout.lines += placed.layout.lines.map {
        LineMark(top: $0.top + top + placed.y, key: $0.key)
      }
      layout.texts += placed.layout.texts.map { $0.offsetBy(x: origin.x, y: origin.y) }
      layout.labels += placed.layout.labels.map { $0.offsetBy(x: origin.x, y: origin.y) }
      layout.slots += placed.layout.slots.map { $0.offsetBy(x: origin.x, y: origin.y) }
      layout.rowLayers += placed.layout.rowLayers.map { $0.offsetBy(x: origin.x, y: origin.y) }
      if !placed.layout.accessibleText.isEmpty { spoken.append(placed.layout.accessibleText) }
      if let text = placed.layout.copyText { copied.append(text) }
    }
    if isTimeOverPicture, let trailer {
      let size = trailer.layout.size
      layout.plates.append(
        Rect(x: left + trailer.x, y: top + trailer.y, width: size.width, height: size.height))
    }
    if row.ends.contains(.bottom), let readers = readersSlot(left: left, top: top) {
      layout.slots.append(readers)
    }
    if row.appearance.style.avatar.isButton {
      // Regions of the author come after those of the message, so that keys reach the latter first.
      let names = layout.hitRegions.filter(\.action.isAuthor)
      layout.hitRegions.removeAll(where: \.action.isAuthor)
      layout.hitRegions += names
      if showsAvatar { layout.hitRegions.append(avatarRegion(top: top)) }
    }
    let said = spoken.joined(separator: "\n")
    layout.accessibleText = row.ends.contains(.top) ? "\(row.speaker): \(said)" : said
    layout.copyText = copied.isEmpty ? nil : copied.joined(separator: "\n")
    return layout
  }

  /// Returns the slot for readers' avatars beside the bubble's bottom, on the free side. It takes
  /// no space in the layout, so nothing moves when avatars come and go.
  private func readersSlot(left: Int, top: Int) -> RowSlot? {
    guard row.tracksState else { return nil }
    let height = context.pixels(ReadersMark.side)
    let gap = context.pixels(metrics.blockGap)
    let room =
      row.isOutgoing
      ? left - gap - frame.columnLeft - frame.sideMargin
      : frame.columnLeft + frame.columnWidth - frame.sideMargin - gap - left - width
    let slot = min(room, context.pixels(ReadersMark.width))
    guard slot >= height, self.height >= height else { return nil }
    return RowSlot(
      SlotKey(
        item: row.id.item,
        part: row.isOutgoing ? ChatSlot.readersBeforeBubble : ChatSlot.readersAfterBubble),
      Rect(
        x: row.isOutgoing ? left - gap - slot : left + width + gap,
        y: top + self.height - height, width: slot, height: height))
  }

  /// Returns half of the gap to a neighbour, whose row has the other half.
  private func gap(_ isGroupEdge: Bool, at end: BubbleRow.Ends) -> Int {
    guard row.ends.contains(end) else { return 0 }
    return context.pixels((isGroupEdge ? metrics.gapBetweenGroups : metrics.gapInGroup) / 2)
  }

  private func shape(left: Int, top: Int) -> BubbleShape {
    let colors = row.appearance.style.colors.bubble(isOutgoing: row.isOutgoing)
    return BubbleShape(
      rect: Rect(x: left, y: top, width: width, height: height), fill: colors.fill,
      border: colors.border, borderWidth: frame.border, shadow: frame.shadow,
      radius: context.pixels(metrics.cornerRadius),
      joinedRadius: context.pixels(metrics.joinedCornerRadius),
      opensGroup: row.facts.opensGroup, isOutgoing: row.isOutgoing, ends: row.ends)
  }
}
