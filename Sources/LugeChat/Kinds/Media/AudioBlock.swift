import LugeCore
import LugeEngine

/// Voice message or audio whose file exists: play button, name, waveform or bar, duration, and
/// speed. Marks that change during playback are drawn in slots (``PlaybackFacts``), over this
/// block.
struct AudioBlock: BubbleBlock {
  let medium: ChatMedia
  let playable: Playable

  var keepsDistance: Bool { true }

  static func layout(_ block: AudioBlock, in context: BlockContext) -> BlockLayout {
    let medium = block.medium
    let playable = block.playable
    let metrics = context.style.media
    let type = context.style.type
    let strings = context.strings
    let gap = context.px(10)
    let side = min(context.px(metrics.fileIconSize), context.maxWidth)
    let room = context.maxWidth - side - gap
    let hasBar = room >= context.px(40)
    let width = hasBar ? side + gap + min(room, context.px(metrics.fileTextWidth)) : side
    let left = side + gap
    let kind = strings.media[medium.kind]
    let name = playable.name
    let details = [strings.duration(medium.duration), strings.byteSize(medium.byteSize)]
      .compactMap { $0 }.joined(separator: " · ")
    let spoken = strings.words(for: playable)

    var list = DrawList()
    var hits: [HitRegion] = []
    var slots: [RowSlot] = []
    func add(_ part: PlaybackSlot, _ rect: Rect) {
      slots.append(RowSlot(playable.slot(part), rect))
    }
    var y = 0
    var endX = side
    if hasBar {
      let column = width - left
      // File names of voice messages are meaningless.
      if medium.kind != .voice {
        let title = context.line(
          name.isEmpty ? kind : name, points: type.text, weight: .medium, maxWidth: column)
        list.append(.plainText(title, x: left, y: 0, color: context.colors.text))
        y = title.size.height
      }
      let speed = Rect(
        x: max(left, width - context.px(SpeedMark.width)), y: 0,
        width: min(column, context.px(SpeedMark.width)), height: context.px(SpeedMark.height))
      let hasSpeed = column - Int(speed.width) - gap >= context.px(60)
      let bar = Rect(
        x: left, y: y, width: hasSpeed ? column - Int(speed.width) - gap : column,
        height: context.px(PlaybackBar.height))
      let size = PixelSize(width: Int(bar.width), height: Int(bar.height))
      list.append(
        PlaybackBar(waveform: playable.waveform, fraction: 0, colors: context.colors)
          .bar(size: size, in: context.base), at: bar.origin)
      add(.bar, bar)
      // The region of the whole bar is above those of its halves, which are for input without a
      // position, as from keys.
      let half = (bar.width / 2).rounded()
      var (start, end) = (bar, bar)
      start.width = half
      end.x += half
      end.width -= half
      hits.append(
        HitRegion(start, PlayAction.skip(playable, isForwards: false), label: strings.back))
      hits.append(
        HitRegion(end, PlayAction.skip(playable, isForwards: true), label: strings.forward))
      hits.append(HitRegion(bar, PlayAction.seek(playable), label: strings.position))
      if hasSpeed {
        let place = speed.offsetBy(x: 0, y: bar.y + ((bar.height - speed.height) / 2).rounded())
        list.append(
          SpeedMark(1, context.colors, context.appearance).drawList(
            size: PixelSize(width: Int(place.width), height: Int(place.height)), in: context.base),
          at: place.origin)
        add(.speed, place)
        hits.append(
          HitRegion(
            place, PlayAction.speed(playable), label: strings.speed,
            cornerRadius: place.height / 2))
      }
      y += Int(bar.height) + context.px(2)
      // During playback the line shows position and duration, so it is as wide as those of the
      // recording, or as "10:00 / 10:00" if that is longer or the duration is unknown.
      let longest = strings.duration(max(medium.duration ?? 0, 600)) ?? ""
      let words = context.line(
        details.isEmpty ? kind : details, points: type.secondary, maxWidth: column)
      let both = context.line("\(longest) / \(longest)", points: type.secondary, maxWidth: column)
      list.append(.plainText(words, x: left, y: y, color: context.colors.secondary))
      let height = max(words.size.height, both.size.height)
      let taken = min(column, max(words.size.width, both.size.width))
      add(.words, Rect(x: left, y: y, width: taken, height: height))
      endX = left + taken
      y += height
    }
    let height = max(side, y)
    let circle = Rect(x: 0, y: (height - side) / 2, width: side, height: side)
    list.append(
      .roundedRectangle(
        circle, CornerRadii(Double(side) / 2), fill: context.colors.accent, stroke: nil))
    list.append(
      .path(MediaGlyph.play.path(in: circle), fill: context.colors.onAccent, stroke: nil))
    add(.mark, circle)
    // It is the first region, so that Enter and Space act on it.
    hits.insert(
      HitRegion(
        circle, PlayAction.toggle(playable), label: "\(strings.play): \(spoken)",
        cornerRadius: Double(side) / 2), at: 0)
    var layout = BlockLayout(
      size: PixelSize(width: width, height: height), drawList: list, hitRegions: hits,
      accessibleText: spoken, trailerSpace: .lastLine(endX: endX))
    layout.slots = slots
    return layout
  }
}
