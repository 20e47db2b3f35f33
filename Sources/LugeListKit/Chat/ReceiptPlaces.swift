import LugeChat
import LugeCore

/// Decides where receipts are shown: at the message that a person has read as far as, if it is in
/// the list and has a place for them, otherwise at the nearest message before it that has one. So a
/// deleted message leaves its receipts to the one before.
@MainActor
final class ReceiptPlaces {
  /// Receipts further from the list's end than this many messages stay where they were told: only
  /// messages near the end lose or get any.
  static let reach = 2_000
  /// As many messages before one with receipts are remembered, because several may be deleted
  /// together.
  static let remembered = 16

  private let facts: ChatFacts

  // MARK: Mutable State (main actor)

  /// The numbers of the receipts and of the list's changes that were looked at.
  private var seen: (receipts: Int, changes: Int) = (-1, -1)
  /// For each message with receipts, it and those before it that had a place for them, the nearest
  /// first: where a message was that is not in the list any more.
  private var places: [ItemID: [ItemID]] = [:]

  init(_ facts: ChatFacts) { self.facts = facts }

  /// Looks where the receipts are to be shown, if they or the list have changed.
  ///
  /// - Parameter changes: a number that is another one once the list has changed.
  /// - Complexity: O(messages after the first one with a receipt), within ``reach``.
  func look(changes: Int, _ items: () -> [ChatMessage]) {
    guard facts.receiptsVersion != seen.receipts || changes != seen.changes else { return }
    let (version, wanted) = facts.receipts
    seen = (version, changes)
    facts.showReceipts(of: wanted.isEmpty ? [:] : guests(wanted, items()))
  }

  private func guests(_ wanted: Set<ItemID>, _ items: [ChatMessage]) -> [ItemID: [ItemID]] {
    let near = items.suffix(Self.reach)
    var missing = wanted
    var last = near.startIndex
    for index in near.indices.reversed() where missing.remove(items[index].id) != nil {
      last = index
      if missing.isEmpty { break }
    }
    // In the order of the list, so that each knows what is before it.
    var known: [ItemID] = near[..<last].reversed().lazy.filter(Self.hasPlace)
      .prefix(Self.remembered).map(\.id)
    var next: [ItemID: [ItemID]] = [:]
    var hosts: [ItemID: [ItemID]] = [:]
    for message in near[last...] {
      if Self.hasPlace(message) {
        known.insert(message.id, at: 0)
        if known.count > Self.remembered { known.removeLast() }
      }
      guard wanted.contains(message.id) else { continue }
      next[message.id] = known
      if !Self.hasPlace(message), let host = known.first {
        hosts[host, default: []].insert(message.id, at: 0)
      }
    }
    let present = missing.isEmpty ? [] : Set(near.lazy.filter(Self.hasPlace).map(\.id))
    var moved: [(gone: ItemID, host: ItemID, distance: Int)] = []
    for gone in missing {
      guard let before = places[gone] else { continue }
      next[gone] = before
      guard let distance = before.firstIndex(where: { $0 != gone && present.contains($0) })
      else { continue }
      moved.append((gone, before[distance], distance))
    }
    // The further it was from its host, the later it was.
    for (gone, host, _) in moved.sorted(by: { $0.distance < $1.distance }) {
      hosts[host, default: []].insert(gone, at: 0)
    }
    places = next
    return hosts
  }

  private static func hasPlace(_ message: ChatMessage) -> Bool {
    message.tracksState && !message.isService && !message.isDeleted
  }
}
