public import LugeCore

extension LayoutContext {
  /// Returns the clickable regions of a text: links, mentions, hashtags.
  ///
  /// - Complexity: O(spans and the lines that they cover).
  package func regions(of layout: TextLayout) -> [HitRegion] {
    var regions: [HitRegion] = []
    let styled = layout.request.text
    for span in styled.spans {
      guard let action = TextAction.action(of: span, in: styled.string) else { continue }
      for rect in text.rectangles(for: span.range, in: layout) {
        guard let rect = TextAction.whole(rect, within: layout.size) else { continue }
        regions.append(HitRegion(rect, action))
      }
    }
    return regions
  }
}

extension RowText {
  /// Makes the regions of the links, mentions and hashtags in a text.
  public init(linking layout: TextLayout, origin: Point = .zero, offset: Int = 0) {
    let text = layout.request.text
    self.init(
      layout, origin: origin, offset: offset,
      links: text.spans.compactMap { span in
        TextAction.action(of: span, in: text.string).map { Link(span.range, $0) }
      }
        // Spoilers come last, so that they are above the links that they cover.
        + text.spans.filter { $0.attribute == .spoiler }.map { Link($0.range, .disclose) })
  }
}

/// Actions of regions in a text, as ``LugeCore/HitRegion/Action/custom(_:)``.
public enum TextAction {
  /// Prefix of an action on a mention, followed by the person's id, or by the visible name if the
  /// source has no id.
  public static let mentionPrefix = "mention:"
  /// Prefix of an action on a hashtag, followed by the hashtag as written in the text.
  public static let hashtagPrefix = "hashtag:"

  fileprivate static func action(of span: StyledText.Span, in text: String) -> HitRegion.Action? {
    switch span.attribute {
    case .link(let target): return .openLink(target)
    case .mention(let id):
      return .custom(mentionPrefix + (id ?? visible(span.range, in: text)))
    case .hashtag: return .custom(hashtagPrefix + visible(span.range, in: text))
    case .bold, .italic, .underline, .strike, .code, .preformatted, .spoiler, .blockquote,
      .customEmoji, .image, .size, .other:
      return nil
    }
  }

  private static func visible(_ range: Range<Int>, in text: String) -> String {
    let utf8 = text.utf8
    guard
      let start = utf8.index(
        utf8.startIndex, offsetBy: max(0, range.lowerBound), limitedBy: utf8.endIndex)
    else { return "" }
    let end =
      utf8.index(start, offsetBy: range.count, limitedBy: utf8.endIndex) ?? utf8.endIndex
    return Clipping.singleLine(String(decoding: utf8[start..<end], as: UTF8.self))
  }

  /// Returns the rectangle extended to whole pixels and cut to the text's size; nil when it is
  /// empty.
  fileprivate static func whole(_ rect: Rect, within size: PixelSize) -> Rect? {
    let left = max(0, rect.x.rounded(.down))
    let top = max(0, rect.y.rounded(.down))
    let right = min(Double(size.width), rect.maxX.rounded(.up))
    let bottom = min(Double(size.height), rect.maxY.rounded(.up))
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
