import LugeCore
import LugeQt

/// Lets the user choose an emoji: recently used ones, groups, search by name.
@MainActor
final class EmojiPicker {
  private let recent: RecentEmoji
  private let picker: SymbolPicker
  private var shown: [Emoji] = []
  private let isForReaction: Bool
  private let onChoice: @MainActor (String) -> Void

  /// Symbols of groups whose first emoji does not represent them well.
  private static let symbols = ["Symbols": "🔣", "Objects": "💡", "Travel & Places": "🚗"]

  private init(
    over surface: Surface, recent: RecentEmoji, strings: EmojiStrings, isForReaction: Bool,
    onChoice: @escaping @MainActor (String) -> Void
  ) {
    self.isForReaction = isForReaction
    self.recent = recent
    self.onChoice = onChoice
    let table = EmojiTable.shared
    let groups =
      [SymbolPicker.Symbol("🕘", name: strings.recent)]
      + table.groups.map {
        SymbolPicker.Symbol(
          Self.symbols[$0.name] ?? table.emoji[$0.range.lowerBound].character,
          name: strings.groups[$0.name] ?? $0.name)
      }
    picker = SymbolPicker(
      over: surface, groups: groups, search: strings.search, empty: strings.nothing)
    // Its own callbacks keep it alive until it has closed.
    picker.onSearch = { [self] in search($0) }
    picker.onGroup = { [self] in show(group: $0) }
    picker.onChoice = { [self] in choose($0) }
    show(group: recent.emoji.isEmpty ? 1 : 0)
  }

  static func open(
    above composer: Composer, over surface: Surface, recent: RecentEmoji, strings: EmojiStrings,
    onChoice: @escaping @MainActor (String) -> Void
  ) {
    EmojiPicker(
      over: surface, recent: recent, strings: strings, isForReaction: false, onChoice: onChoice
    ).picker.open(above: composer)
  }

  static func openForReaction(
    over surface: Surface, at point: Point, recent: RecentEmoji, strings: EmojiStrings,
    onChoice: @escaping @MainActor (String) -> Void
  ) {
    EmojiPicker(
      over: surface, recent: recent, strings: strings, isForReaction: true, onChoice: onChoice
    ).picker.open(over: surface, at: point)
  }

  private func search(_ words: String?) {
    guard let words else { return show(group: recent.emoji.isEmpty ? 1 : 0) }
    show(EmojiTable.shared.search(words, recent: recent.emoji, limit: 200), group: nil)
  }

  private func show(group: Int) {
    let table = EmojiTable.shared
    if group == 0 {
      let used = recent.emoji
      let known = Dictionary(
        table.emoji.map { ($0.character, $0) }, uniquingKeysWith: { first, _ in first })
      show(used.map { known[$0] ?? Emoji(character: $0, name: $0) }, group: 0)
    } else if table.groups.indices.contains(group - 1) {
      show(Array(table.emoji[table.groups[group - 1].range]), group: group)
    }
  }

  private func show(_ emoji: [Emoji], group: Int?) {
    shown = emoji
    picker.show(emoji.map { SymbolPicker.Symbol($0.character, name: $0.name) }, group: group)
  }

  private func choose(_ index: Int) {
    guard shown.indices.contains(index) else { return }
    let emoji = shown[index].character
    if isForReaction { recent.react(emoji) } else { recent.use(emoji) }
    onChoice(emoji)
  }
}
