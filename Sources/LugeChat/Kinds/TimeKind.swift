import LugeCore
import LugeEngine

/// Exact time of a message, as the action of the region of its time. A press does nothing; a
/// program may show it as a hint.
public struct MessageTime: RowAction {
  /// Local time, seconds since 1970.
  public let localSeconds: Int64

  public init(localSeconds: Int64) { self.localSeconds = localSeconds }
}

/// Time of a message, and whether it was edited, came late or was written with a bot, at the
/// bubble's bottom trailing corner.
public struct TimeKind: BubbleBlockKind {
  public static let name: KindName = "time"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    return [
      TimeBlock(
        localSeconds: facts.localSeconds, isEdited: message.isEdited && !message.isDeleted,
        isLate: message.isLate, via: message.isDeleted ? nil : message.via,
        mark: message.failure != nil
          ? .failed : message.tracksState && message.isOutgoing ? .state(message.id) : .none)
    ]
  }
}

struct TimeBlock: BubbleBlock {
  let localSeconds: Int64
  let isEdited: Bool
  let isLate: Bool
  let via: String?
  let mark: Mark

  /// Mark after the time.
  enum Mark: Hashable {
    case none
    /// The delivery state, from ``ChatFacts``.
    case state(ItemID)
    case failed
  }

  var role: BlockRole { .trailer }

  static func layout(_ block: TimeBlock, in context: BlockContext) -> BlockLayout {
    let strings = context.strings
    let second = CivilDate.secondOfDay(ofLocalSeconds: block.localSeconds)
    let time = strings.timeOfDay(second)
    let facts = (block.isLate ? [strings.late] : []) + (block.isEdited ? [strings.edited] : [])
    let via = block.via.map { [strings.naming(strings.via, Clipping.singleLine($0))] } ?? []
    let words = (facts + [time]).joined(separator: " ")
    let wordsWithBot = (via + [words]).joined(separator: " ")
    let spoken = (via + facts).joined(separator: ", ")
    let mark = block.mark == .none ? 0 : context.px(StateMark.width)
    let height = context.px(StateMark.height)
    let gap = mark > 0 ? context.px(3) : 0
    func place(x: Int, in whole: Int) -> Rect {
      Rect(x: x, y: (whole - height) / 2, width: mark, height: height)
    }
    func add(_ part: UInt32, x: Int, to layout: inout BlockLayout) {
      guard mark > 0, height > 0, height <= layout.size.height else { return }
      let place = place(x: x, in: layout.size.height)
      switch block.mark {
      case .none: break
      case .state(let item): layout.slots = [RowSlot(SlotKey(item: item, part: part), place)]
      case .failed:
        layout.drawList.append(
          StateMark.failure(context.style.colors, size: PixelSize(width: mark, height: height)),
          at: place.origin)
      }
    }
    switch context.surface {
    case .bubble:
      func line(_ words: String) -> TextLayout {
        context.line(
          words, points: context.style.type.time, maxWidth: context.maxWidth - mark - gap)
      }
      var text = line(wordsWithBot)
      // The time matters more than the bot's name.
      if !via.isEmpty, text.isShortened { text = line(words) }
      var layout = BlockLayout(
        size: PixelSize(width: text.size.width + gap + mark, height: text.size.height),
        drawList: DrawList([.plainText(text, x: 0, y: 0, color: context.colors.secondary)]),
        accessibleText: spoken)
      layout.hitRegions = [
        HitRegion(
          Rect(x: 0, y: 0, width: text.size.width, height: text.size.height),
          MessageTime(localSeconds: block.localSeconds), label: "")
      ]
      add(ChatSlot.state, x: text.size.width + gap, to: &layout)
      return layout
    case .picture:
      var pill = OverlayPill(wordsWithBot, keeping: gap + mark, in: context)
      if !via.isEmpty, pill.isShortened {
        pill = OverlayPill(words, keeping: gap + mark, in: context)
      }
      var layout = BlockLayout(
        size: pill.size, drawList: pill.drawList(context.style.colors), accessibleText: spoken)
      add(ChatSlot.stateOverPicture, x: pill.keptX + gap, to: &layout)
      return layout
    }
  }
}
