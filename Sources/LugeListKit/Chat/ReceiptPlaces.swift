import LugeChat
import LugeCore

/// Decides where read receipts are shown: at the last message that a person has read, if it is in
/// the list and has space for them, otherwise at the nearest message before it that has. So the
/// receipts of a deleted message move to the one before.
@MainActor
final class ReceiptPlaces {
  /// Number of messages at the list's end in which receipts are moved; receipts further up stay at
  /// their messages.
  static let reach = 2_000
  /// Number of messages kept for each message with receipts, as places to move to: several messages
  /// may be deleted together.
  static let remembered = 16

  private let facts: ChatFacts

  // MARK: Mutable State (main actor)

  /// Versions of the receipts and of the list at the last check.
  private var seen: (receipts: Int, changes: Int) = (-1, -1)
  /// For each message with receipts, the messages with space for them, from it upwards: where its
  /// receipts go when it is removed.
  private var places: [ItemID: [ItemID]] = [:]

  init(_ facts: ChatFacts) { self.facts = facts }

  /// Decides where receipts are shown, if they or the list have changed.
  ///
  /// - Parameter changes: a number that changes with the list.
  /// - Complexity: O(messages after the first one with a receipt), within ``reach``.
  func look(changes: Int, _ items: () -> [ChatMessage]) {
    guard facts.receiptsVersion != seen.receipts || changes != seen.changes else { return }
    let (version, wanted) = facts.receipts
    seen = (version, changes)
    let (hosts, authors) = wanted.isEmpty ? ([:], [:]) : guests(wanted, items())
    facts.showReceipts(of: hosts, authors: authors)
  }

  /// Returns the messages that show others' receipts, and the authors of those with receipts.
  private func guests(
    _ wanted: Set<ItemID>, _ items: [ChatMessage]
  ) -> (hosts: [ItemID: [ItemID]], authors: [ItemID: Int64]) {
    let near = items.suffix(Self.reach)
    var missing = wanted
    var last = near.startIndex
    for index in near.indices.reversed() where missing.remove(items[index].id) != nil {
      last = index
      if missing.isEmpty { break }
    }
    // In list order, so that the messages before each one are known.
    var known: [ItemID] = near[..<last].reversed().lazy.filter(Self.hasPlace)
      .prefix(Self.remembered).map(\.id)
    var next: [ItemID: [ItemID]] = [:]
    var hosts: [ItemID: [ItemID]] = [:]
    var authors: [ItemID: Int64] = [:]
    for message in near[last...] {
      if Self.hasPlace(message) {
        known.insert(message.id, at: 0)
        if known.count > Self.remembered { known.removeLast() }
      }
      guard wanted.contains(message.id) else { continue }
      next[message.id] = known
      authors[message.id] = message.author.id
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
    // Newest first: a larger distance to its host means that a removed message was newer.
    for (gone, host, _) in moved.sorted(by: { $0.distance < $1.distance }) {
      hosts[host, default: []].insert(gone, at: 0)
    }
    places = next
    return (hosts, authors)
  }

  private static func hasPlace(_ message: ChatMessage) -> Bool {
    message.tracksState && !message.isService && !message.isDeleted
  }
}
