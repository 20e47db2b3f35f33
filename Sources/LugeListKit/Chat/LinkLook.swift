import LugeChat
import LugeCore

/// Links of the messages that came into view: which messages were looked at, and which wait for the
/// preview of a page.
struct LinkLook {
  /// Messages that were looked at, with their revisions.
  private var looked: [ItemID: Revision] = [:]
  /// Messages that wait for a page's preview, by its address.
  private var waiting: [String: Set<ItemID>] = [:]

  /// Number of messages that are held, although some of them may not be in the list.
  var count: Int { looked.count }

  /// Forgets messages that are not in the list. They are looked at anew when they come back.
  mutating func forget(except listed: Set<ItemID>) {
    looked = looked.filter { listed.contains($0.key) }
    waiting = waiting.compactMapValues { items in
      let left = items.intersection(listed)
      return left.isEmpty ? nil : left
    }
  }

  /// Looks at a message in view.
  ///
  /// - Returns: whether it was not looked at before in this revision.
  mutating func look(at message: ChatMessage) -> Bool {
    looked.updateValue(message.revision, forKey: message.id) != message.revision
  }

  /// Returns the first link of a message without any preview; the message then waits for that of
  /// the page.
  mutating func takeLink(of message: ChatMessage) -> String? {
    guard message.links.isEmpty, let address = message.text.webAddresses.first else { return nil }
    expect(address, in: message.id)
    return address
  }

  /// Makes a message wait for the preview of a page.
  mutating func expect(_ address: String, in item: ItemID) {
    waiting[address, default: []].insert(item)
  }

  /// Returns the messages that wait for the preview of a page; they wait no longer.
  mutating func takeWaiting(for address: String) -> Set<ItemID> {
    waiting.removeValue(forKey: address) ?? []
  }
}
