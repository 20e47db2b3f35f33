import LugeChat
import LugeCore
import LugeListKit
import Synchronization

/// Cards of pages that a conversation's messages link to, beyond those in the archive, if the user
/// requests them or has allowed all downloads.
///
/// Lanes that read messages record their links, and add the cards that are known; the window
/// decides for which links to get cards.
final class PageCards: Sendable {
  private struct Link {
    var addresses: [String]
    /// Position of the message in the conversation.
    var position: Int
    var isLookedAt = false
  }

  private struct State {
    /// Links of messages that have no card in the archive.
    var links: [ItemID: Link] = [:]
    var cards: [String: LinkCard] = [:]
  }

  /// Maximum entries of each table; others are recorded again when their message is read again.
  private static let limit = 4096
  /// Maximum addresses recorded per message.
  private static let addressesOfMessage = 16
  /// Maximum bytes of an address.
  private static let longestAddress = 4096

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State())

  /// Records a message's links, and adds the cards that are known. Called on lanes.
  func apply(to message: inout ChatMessage, at position: Int) {
    guard !message.isService, !message.isDeleted, message.links.isEmpty else { return }
    let addresses = Array(
      message.text.webAddresses.lazy.filter { $0.utf8.count <= Self.longestAddress }
        .prefix(Self.addressesOfMessage))
    guard !addresses.isEmpty else { return }
    let id = message.id
    let cards = state.withLock { state in
      if state.links.count >= Self.limit { state.links = [:] }
      state.links[id, default: Link(addresses: addresses, position: position)].position = position
      return addresses.compactMap { state.cards[$0] }
    }
    guard !cards.isEmpty else { return }
    var mix = RevisionMix(message.revision.rawValue)
    for card in cards where !message.links.contains(where: { $0.url == card.url }) {
      message.links.append(card)
      mix.add(card.url)
    }
    message.revision = mix.revision
  }

  /// Returns the first link of a message that came into view; nil if its card is known, if the
  /// message has none, or if this was called for the message before.
  func takeUnseen(of message: ItemID) -> String? {
    state.withLock { state in
      guard let link = state.links[message], !link.isLookedAt else { return nil }
      state.links[message]?.isLookedAt = true
      return link.addresses.first.flatMap { state.cards[$0] == nil ? $0 : nil }
    }
  }

  /// Whether any recorded message has links.
  var hasLinks: Bool { state.withLock { !$0.links.isEmpty } }

  /// Whether a message links to a page without showing its card.
  func lacksCard(of address: String, in message: ItemID) -> Bool {
    state.withLock { state in
      state.cards[address] == nil && state.links[message]?.addresses.contains(address) == true
    }
  }

  /// - Returns: positions of the messages that will show the card once they are read again.
  func add(_ card: LinkCard, of address: String) -> [Int] {
    state.withLock { state in
      if state.cards.count >= Self.limit { state.cards = [:] }
      state.cards[address] = card
      return state.links.values.filter { $0.addresses.contains(address) }.map(\.position).sorted()
    }
  }
}
