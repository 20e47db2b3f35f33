import LugeChat
import LugeCore

/// Additions of a chat view to the program's messages: whether a long text is expanded, previews of
/// pages. It is kept when the program passes a changed message.
struct MessageAdditions {
  private struct Addition {
    /// The message without additions.
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
      // Differs from the program's revision, also from its next one.
      let fold: UInt64 = isUnfolded.map { $0 ? 2 : 1 } ?? 0
      shown.revision = Revision(
        message.revision.rawValue &+ (UInt64(cards.count) &* 3 &+ fold) &* 0x9E37_79B9_7F4A_7C15)
      return shown
    }
  }

  private var additions: [ItemID: Addition] = [:]

  /// Adds to a message of the program.
  ///
  /// - Complexity: O(1); O(links) with previews.
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

  /// Shows what is left of a message that is about to be deleted, or all of it again.
  ///
  /// - Parameter message: as it is shown.
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
  /// Targets of its links, in their order.
  package var webAddresses: [String] {
    spans.compactMap {
      if case .link(let target) = $0.attribute { target } else { nil }
    }
  }
}
