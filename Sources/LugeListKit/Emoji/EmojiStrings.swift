import LugeWords

/// Every word that the emoji picker says by itself, in one language. English by default; the
/// emoji's own names are Unicode's.
public struct EmojiStrings: Hashable, Sendable {
  public var search = localized("Search emoji")
  public var recent = localized("Recently used")
  public var nothing = localized("No emoji is called so")

  public init() {}
}
