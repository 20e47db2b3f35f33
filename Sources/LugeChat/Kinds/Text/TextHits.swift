import LugeCore
import LugeEngine

/// The custom actions that the library's kinds have, as ``LugeCore/HitRegion/Action/custom(_:)``.
public enum ChatAction {
  /// Followed by the person's id, or by the visible name where the source has no id.
  public static let mentionPrefix = "mention:"
  /// Followed by the hashtag as it stands in the text.
  public static let hashtagPrefix = "hashtag:"
}

/// The places of a text that can be clicked.
enum TextHits {
  static func regions(of layout: TextLayout, in context: BlockContext) -> [HitRegion] {
    var regions: [HitRegion] = []
    let text = layout.request.text
    for span in text.spans {
      guard let action = action(of: span, in: text.string) else { continue }
      for rect in context.base.text.rectangles(for: span.range, in: layout) {
        guard let rect = whole(rect, within: layout.size) else { continue }
        regions.append(HitRegion(rect, action))
      }
    }
    return regions
  }

  private static func action(of span: StyledText.Span, in text: String) -> HitRegion.Action? {
    switch span.attribute {
    case .link(let target): return .openLink(target)
    case .mention(let id):
      return .custom(ChatAction.mentionPrefix + (id ?? visible(span.range, in: text)))
    case .hashtag: return .custom(ChatAction.hashtagPrefix + visible(span.range, in: text))
    case .bold, .italic, .underline, .strike, .code, .preformatted, .spoiler, .blockquote,
      .customEmoji, .other:
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

  /// Grown to whole pixels and cut to the text; nil when nothing is left.
  private static func whole(_ rect: Rect, within size: PixelSize) -> Rect? {
    let left = max(0, rect.x.rounded(.down))
    let top = max(0, rect.y.rounded(.down))
    let right = min(Double(size.width), rect.maxX.rounded(.up))
    let bottom = min(Double(size.height), rect.maxY.rounded(.up))
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
