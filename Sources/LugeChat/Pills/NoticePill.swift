public import LugeCore
public import LugeEngine

/// A short text over a list, on a pill like those between messages.
public struct NoticePill: RowDecoration {
  private let words: String
  private let appearance: ChatAppearance

  public init(_ words: String, appearance: ChatAppearance) {
    self.words = words
    self.appearance = appearance
  }

  public static func == (a: NoticePill, b: NoticePill) -> Bool {
    a.words == b.words
      && a.appearance.style.colors.servicePill == b.appearance.style.colors.servicePill
      && a.appearance.style.type.service == b.appearance.style.type.service
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(words) }

  public func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    PillRow.drawList(of: words, appearance, size: size, in: context)
  }
}
