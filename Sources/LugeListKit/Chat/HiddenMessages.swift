import LugeChat
import LugeCore
import LugeEngine

/// Messages that are hidden while their deletion can be undone, each with the message before it.
/// Changes that the program makes to them meanwhile are applied here, so that they are there when
/// the messages are shown again.
struct HiddenMessages {
  private struct Place {
    var message: ChatMessage
    /// The message before, which may be hidden as well; nil at the start.
    var previous: ItemID?
  }

  private var places: [ItemID: Place] = [:]

  var isEmpty: Bool { places.isEmpty }

  func contains(_ id: ItemID) -> Bool { places[id] != nil }

  /// Hides messages. O(number of shown messages).
  ///
  /// - Parameter messages: all that are shown, in order.
  mutating func hide(_ ids: Set<ItemID>, among messages: [ChatMessage]) {
    // Messages that were hidden before stand in between.
    var following: [ItemID?: ItemID] = [:]
    for (id, place) in places { following[place.previous] = id }
    var last: ItemID?
    for message in messages {
      while let next = following.removeValue(forKey: last) { last = next }
      if ids.contains(message.id) { places[message.id] = Place(message: message, previous: last) }
      last = message.id
    }
  }

  /// Returns the changes that show messages again; those that are not hidden have none.
  mutating func show(_ ids: [ItemID]) -> [KeyedChange<ChatMessage>] {
    let wanted = Set(ids)
    var changes: [KeyedChange<ChatMessage>] = []
    for id in ids {
      // The hidden messages right before it that are shown as well come first.
      var chain: [ItemID] = []
      var next: ItemID? = id
      while let id = next, let place = places[id] {
        if wanted.contains(id) { chain.append(id) }
        next = place.previous
      }
      for id in chain.reversed() {
        guard let place = places.removeValue(forKey: id) else { continue }
        changes.append(.insert([place.message], after: shown(place.previous)))
      }
    }
    return changes
  }

  /// Takes a complete state, and returns it without the hidden messages. One that is not in the
  /// state was removed: showing it again would bring back what is gone.
  mutating func take(state messages: [ChatMessage]) -> [ChatMessage] {
    guard !isEmpty else { return messages }
    let before = places
    places = [:]
    var last: ItemID?
    return messages.filter { message in
      defer { last = message.id }
      guard before[message.id] != nil else { return true }
      places[message.id] = Place(message: message, previous: last)
      return false
    }
  }

  /// Takes a change, and returns what of it concerns the list: nil if that is nothing.
  ///
  /// - Parameter previous: returns the shown message before one; asked only about those that a
  ///   hidden message stands behind. Inserted messages that are not hidden are taken as new ones.
  mutating func take(
    _ change: KeyedChange<ChatMessage>, previous: (ItemID) -> ItemID?
  ) -> KeyedChange<ChatMessage>? {
    guard !isEmpty else { return change }
    switch change {
    case .append(let messages):
      let others = withoutHidden(messages)
      return others.isEmpty && !messages.isEmpty ? nil : .append(others)
    case .insert(let messages, let place):
      let others = withoutHidden(messages)
      if let last = others.last { relink(from: place, to: last.id) }
      return others.isEmpty && !messages.isEmpty ? nil : .insert(others, after: shown(place))
    case .replace(let message):
      return withoutHidden([message]).isEmpty ? nil : change
    case .remove(let ids):
      for id in ids {
        if let place = places.removeValue(forKey: id) {
          relink(from: id, to: place.previous)
        } else {
          leave(id, Set(ids), previous)
        }
      }
      return change
    case .move(let id, let place) where id == place:
      return contains(id) ? nil : change
    case .move(let id, let place):
      guard let hidden = places.removeValue(forKey: id) else {
        leave(id, [id], previous)
        let target = shown(place)
        relink(from: place, to: id)
        return .move(id, after: target)
      }
      relink(from: id, to: hidden.previous)
      relink(from: place, to: id)
      places[id] = Place(message: hidden.message, previous: place)
      return nil
    }
  }

  /// Forgets messages once their deletion cannot be undone any more.
  mutating func release(_ ids: [ItemID]) {
    for id in ids {
      guard let place = places.removeValue(forKey: id) else { continue }
      relink(from: id, to: place.previous)
    }
  }

  /// The last shown message up to the given one.
  private func shown(_ id: ItemID?) -> ItemID? {
    var last = id
    while let id = last, let place = places[id] { last = place.previous }
    return last
  }

  /// Keeps what changed in hidden messages, and returns the others.
  private mutating func withoutHidden(_ messages: [ChatMessage]) -> [ChatMessage] {
    messages.filter { message in
      guard places[message.id] != nil else { return true }
      places[message.id]?.message = message
      return false
    }
  }

  /// Hidden messages behind a shown one that leaves its place, among others, stand behind the last
  /// one before it that stays, and behind what is hidden there.
  private mutating func leave(
    _ id: ItemID, _ leaving: Set<ItemID>, _ previous: (ItemID) -> ItemID?
  ) {
    guard places.values.contains(where: { $0.previous == id }) else { return }
    // What is hidden behind the others that leave before it comes first.
    var run = [id]
    var before = previous(id)
    while let last = before, leaving.contains(last) {
      run.append(last)
      before = previous(last)
    }
    for id in run.reversed() {
      while let next = places.first(where: { $0.value.previous == before })?.key { before = next }
      relink(from: id, to: before)
    }
  }

  private mutating func relink(from old: ItemID?, to new: ItemID?) {
    for (id, place) in places where place.previous == old { places[id]?.previous = new }
  }
}
