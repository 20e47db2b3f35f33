import LugeCore
import LugeEngine

/// Text of a message.
public struct TextKind: BubbleBlockKind {
  public static let name: KindName = "text"

  /// Number of lines of a long text before "Show more"; nil: the whole text is shown. A program
  /// that folds texts handles ``ChatAction/fold`` by toggling ``ChatMessage/isUnfolded``.
  public var foldedLines: Int?

  /// Maximum number of signs of a text that are turned into emoji
  /// (``EmojiOnly/presented(_:limit:)``).
  private static let mostEmoji = 3

  public init(foldedLines: Int? = nil) { self.foldedLines = foldedLines }

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.text.isBlank else { return [] }
    let fold = foldedLines.map { TextBlock.Fold(lines: $0, isUnfolded: message.isUnfolded) }
    if let parts = CodeParts.parts(of: message.text), !message.isDeleted {
      return parts.map { part in
        guard let language = part.language else {
          return TextBlock(text: part.text, offset: part.offset, isDeleted: false, fold: fold)
        }
        return CodeBlock(text: part.text, offset: part.offset, language: language)
      }
    }
    let text = EmojiOnly.presented(message.text, limit: Self.mostEmoji)
    return [TextBlock(text: text, offset: 0, isDeleted: message.isDeleted, fold: fold)]
  }
}

struct TextBlock: BubbleBlock {
  /// State of folding a long text.
  struct Fold {
    var lines: Int
    var isUnfolded: Bool
    /// Whether the text is only a part of the message's text.
    var isPart = false
  }

  let text: StyledText
  /// UTF-8 offset of `text` in the message's whole text.
  let offset: Int
  /// Whether the author deleted the message but the archive kept it; it is shown faintly.
  let isDeleted: Bool
  /// State of folding; nil if the whole text is shown, whatever its length, without "Show less".
  var fold: Fold?
  /// Text that "Copy" copies, if it is more than `text`; otherwise nil.
  var whole: String?

  func parts() -> [any BubbleBlock] {
    // A folded text shows at most its first part.
    let isFolded = fold?.isUnfolded == false
    let parts = TextSplitter.parts(of: text, limit: isFolded ? 1 : .max)
    guard parts.count > 1 || parts[0].text.string.utf8.count < text.string.utf8.count else {
      return [self]
    }
    func block(_ part: TextSplitter.Part, _ fold: Fold?) -> TextBlock {
      TextBlock(
        text: part.text, offset: offset + part.offset, isDeleted: isDeleted, fold: fold)
    }
    guard var fold else { return parts.map { block($0, nil) } }
    fold.isPart = true
    guard fold.isUnfolded else {
      var first = block(parts[0], fold)
      first.whole = text.string
      return [first]
    }
    return parts.enumerated().map { block($1, $0 == parts.count - 1 ? fold : nil) }
  }

  static func layout(_ block: TextBlock, in context: BlockContext) -> BlockLayout {
    let sizes = context.style.type.emoji
    let emoji =
      block.isDeleted ? nil : EmojiOnly.count(block.text.string, limit: sizes.count)
    // A part cut after a line break would end with an empty line.
    let text = TextSplitter.withoutFinalBreak(block.text.disclosed(context.base.isDisclosed))
    func layOut(_ maxLines: Int?) -> TextLayout {
      context.layout(
        text, points: emoji.map { sizes[$0 - 1] } ?? context.style.type.text,
        isItalic: block.isDeleted, maxLines: maxLines)
    }
    guard let fold = block.fold else { return block.aligned(layOut(nil), emoji, in: context) }
    let folded = FoldedText(
      isUnfolded: fold.isUnfolded, lines: fold.lines, hasRest: fold.isPart, layOut: layOut)
    return block.aligned(
      folded.layout, emoji, offering: folded.offer, width: folded.width, in: context)
  }

  /// Lays out a sentence of the program in place of a message's text: faint like a deleted one, and
  /// neither selected nor copied.
  static func layout(notice: String, in context: BlockContext) -> BlockLayout {
    var layout = Self.layout(
      TextBlock(text: StyledText(notice), offset: 0, isDeleted: true), in: context)
    layout.copyText = nil
    layout.texts = []
    return layout
  }

  /// Returns the layout with "Show more" or "Show less" below the text, if offered.
  ///
  /// Each line is aligned to the side where its paragraph begins, also in a bubble that is wider
  /// than the text. If all paragraphs begin at the bubble's own side, the layout does not depend on
  /// the width.
  private func aligned(
    _ layout: TextLayout, _ emoji: Int?, offering offer: FoldedText.Offer? = nil, width: Int = 0,
    in context: BlockContext
  ) -> BlockLayout {
    @Sendable func placed(_ width: Int, _ context: BlockContext) -> BlockLayout {
      var result = shown(layout.widened(to: width), emoji, in: context)
      if let offer { add(offer, to: &result, in: context) }
      return result
    }
    let isBare = emoji.map { $0 <= context.style.type.bareEmoji } ?? false
    let dependsOnWidth =
      !isBare && (context.base.environment.isMirrored || layout.hasRightToLeft)
    var result = placed(offer == nil ? layout.size.width : width, context)
    if dependsOnWidth { result.stretch = placed }
    return result
  }

  private func shown(_ shown: TextLayout, _ emoji: Int?, in context: BlockContext) -> BlockLayout {
    let colors = context.colors
    return BlockLayout(
      size: shown.size,
      drawList: DrawList(
        TextBacking.commands(for: shown, in: context) + [
          .text(
            shown, at: .zero, color: isDeleted ? colors.secondary : colors.text,
            linkColor: colors.link)
        ] + context.base.inlineImages(of: shown, placeholder: colors.pill)),
      lines: shown.lines.map { LineMark(top: $0.top, key: offset + $0.range.lowerBound) },
      accessibleText: shown.request.text.string, copyText: whole ?? text.string,
      texts: [RowText(linking: shown, offset: offset)],
      trailerSpace: Self.trailerSpace(of: shown),
      isBare: emoji.map { $0 <= context.style.type.bareEmoji } ?? false)
  }

  /// Adds "Show more" below the text, at the side where the text begins.
  private func add(
    _ offer: FoldedText.Offer, to layout: inout BlockLayout, in context: BlockContext
  ) {
    let words = context.line(
      offer == .more ? context.strings.more : context.strings.less,
      points: context.style.type.secondary, weight: .semibold)
    let isMirrored = Directionality.startsRightToLeft(text.string)
    let x = isMirrored ? max(0, layout.size.width - words.size.width) : 0
    let gap = context.px(4)
    let y = layout.size.height + gap
    layout.drawList.append(.plainText(words, x: x, y: y, color: context.colors.link))
    layout.size.height = y + words.size.height
    layout.size.width = max(layout.size.width, words.size.width)
    layout.hitRegions.append(
      HitRegion(
        Rect(x: x, y: y - gap, width: words.size.width, height: words.size.height + gap),
        .custom(ChatAction.fold)))
    layout.trailerSpace =
      isMirrored
      ? .rightToLeftLine(length: words.size.width) : .lastLine(endX: words.size.width)
  }

  /// Returns the space for the time. Lines of a right-to-left paragraph are right-aligned, where
  /// the time would be; in other paragraphs with right-to-left text, the end of the last line is
  /// not known.
  private static func trailerSpace(of layout: TextLayout) -> BlockLayout.TrailerSpace {
    let text = layout.request.text.string
    guard let last = layout.lines.last else { return .none }
    let length = min(last.width, layout.size.width)
    if Directionality.endsRightToLeft(text) { return .rightToLeftLine(length: length) }
    guard Directionality.hasRightToLeft(text, in: last.range) else {
      return .lastLine(endX: length)
    }
    return layout.lines.count == 1 ? .beside : .none
  }
}

extension TextLayout {
  /// Whether a line may begin at the right. Most texts have no such line, which their bytes show
  /// quickly.
  fileprivate var hasRightToLeft: Bool {
    let text = request.text.string
    return Directionality.hasRightToLeft(text, in: 0..<text.utf8.count)
  }

  /// Returns the same lines in a larger width, with those of right-to-left paragraphs at its right
  /// edge.
  fileprivate func widened(to width: Int) -> TextLayout {
    guard width > size.width else { return self }
    return TextLayout(
      request: request, size: PixelSize(width: width, height: size.height), lines: lines,
      pieces: pieces)
  }
}

extension StyledText {
  /// Whether nothing of the text is visible. Spans, which may be pictures, count as visible.
  var isBlank: Bool { spans.isEmpty && string.isBlank }

  /// Returns the text without its spoilers, if they are disclosed.
  fileprivate func disclosed(_ isDisclosed: Bool) -> StyledText {
    guard isDisclosed, spans.contains(where: { $0.attribute == .spoiler }) else { return self }
    return StyledText(string, spans: spans.filter { $0.attribute != .spoiler })
  }
}
