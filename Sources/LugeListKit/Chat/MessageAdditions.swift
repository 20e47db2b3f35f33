import LugeChat
import LugeCore

/// Additions of a chat view to the program's messages: whether a long text is expanded, previews of
/// pages. They stay when the program passes a changed message.
struct MessageAdditions {
  private struct Addition {
    /// The message as the program passed it.
    var message: ChatMessage
    var isUnfolded: Bool?
    var cards: [LinkCard] = []
    var isDeleted = false

    var shown: ChatMessage {
      guard !isDeleted || message.isDeleted else {
        var left = message.deleted
        left.revision = Revision(~message.revision.rawValue)
        return left
      }
      var shown = message
      if let isUnfolded { shown.isUnfolded = isUnfolded }
      let addresses = cards.isEmpty ? [] : Set(message.text.webAddresses)
      for card in cards
      where addresses.contains(card.url) && !shown.links.contains(where: { $0.url == card.url }) {
        shown.links.append(card)
      }
      // Distinct from the program's revision, and from its next one.
      let fold: UInt64 = isUnfolded.map { $0 ? 2 : 1 } ?? 0
      shown.revision = Revision(
        message.revision.rawValue &+ (UInt64(cards.count) &* 3 &+ fold) &* 0x9E37_79B9_7F4A_7C15)
      return shown
    }
  }

  private var additions: [ItemID: Addition] = [:]

  /// Number of messages that are held, although some of them may not be in the list.
  var count: Int { additions.count }

  /// Forgets the previews of messages that are not in the list. They are added anew when the
  /// messages come back; what the user has done stays.
  mutating func forgetCards(except listed: Set<ItemID>) {
    for (id, addition) in additions where !listed.contains(id) {
      if addition.isUnfolded == nil, !addition.isDeleted {
        additions[id] = nil
      } else {
        additions[id]?.cards = []
      }
    }
  }

  /// Returns a message of the program with its additions.
  ///
  /// - Complexity: O(1); O(links) if there are previews.
  mutating func take(_ message: ChatMessage) -> ChatMessage {
    guard additions[message.id] != nil else { return message }
    additions[message.id]?.message = message
    return additions[message.id]?.shown ?? message
  }

  /// Expands a long text, or folds it again.
  ///
  /// - Parameter message: with its additions.
  mutating func turnFold(of message: ChatMessage) -> ChatMessage {
    change(message) { $0.isUnfolded = !message.isUnfolded }
  }

  /// Adds the preview of a page that a message links to.
  ///
  /// - Parameter message: with its additions.
  mutating func add(_ card: LinkCard, to message: ChatMessage) -> ChatMessage {
    change(message) { addition in
      addition.cards.removeAll { $0.url == card.url }
      addition.cards.append(card)
    }
  }

  /// Shows a message as deleted, or restores it.
  ///
  /// - Parameter message: as it is shown now.
  mutating func setDeleted(_ isDeleted: Bool, _ message: ChatMessage) -> ChatMessage {
    change(message) { $0.isDeleted = isDeleted }
  }

  /// Forgets a deletion, so that the program's next state of the message counts again.
  mutating func forgetDeletion(of message: ItemID) { additions[message]?.isDeleted = false }

  private mutating func change(
    _ message: ChatMessage, _ body: (inout Addition) -> Void
  ) -> ChatMessage {
    var addition = additions[message.id] ?? Addition(message: message)
    body(&addition)
    additions[message.id] = addition
    return addition.shown
  }
}

extension StyledText {
  /// Targets of the text's links, in their order.
  package var webAddresses: [String] {
    spans.compactMap {
      if case .link(let target) = $0.attribute { target } else { nil }
    }
  }
}
