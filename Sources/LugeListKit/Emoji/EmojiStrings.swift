import LugeWords

/// All texts of the emoji picker, in one language. The default is the user's language; names of
/// emoji are in ``EmojiTable``.
public struct EmojiStrings: Hashable, Sendable {
  public var search = localized("Search emoji")
  public var recent = localized("Recently used")
  public var nothing = localized("No emoji found")

  /// Names of Unicode's groups, by their English names.
  public var groups = [
    "Smileys & Emotion": localized("Smileys & Emotion"),
    "People & Body": localized("People & Body"),
    "Animals & Nature": localized("Animals & Nature"),
    "Food & Drink": localized("Food & Drink"),
    "Travel & Places": localized("Travel & Places"),
    "Activities": localized("Activities", context: "emoji"),
    "Objects": localized("Objects", context: "emoji"),
    "Symbols": localized("Symbols", context: "emoji"),
    "Flags": localized("Flags", context: "emoji"),
  ]

  public init() {}
}
