import Synchronization

/// Gives a program's own names for items, texts for instance, the ``ItemID``s that lists know them
/// by: one number for each name, in the order in which they are asked for, never one twice.
///
/// An item that is first known by a name of this program's and later by a server's keeps its
/// number, and so its row: see ``rename(_:to:)``. From any thread.
///
/// To keep numbers over launches, for reading places say, keep ``pairs`` and begin with them again.
public final class ItemNames<Name: Hashable & Sendable>: Sendable {
  private struct State: Sendable {
    var numbers: [Name: ItemID] = [:]
    var names: [ItemID: Name] = [:]
    var next: Int64
  }

  // MARK: Mutable State (the mutex owns it)

  private let state: Mutex<State>

  /// - Parameter pairs: what an earlier ``pairs`` gave. Of pairs with one name or one number the
  ///   first counts.
  public init(_ pairs: [(name: Name, id: ItemID)] = []) {
    var first = State(next: 1)
    for (name, id) in pairs where first.numbers[name] == nil && first.names[id] == nil {
      first.numbers[name] = id
      first.names[id] = name
      // The largest number has none after it: counting goes on below what is in use.
      first.next = max(first.next, id.rawValue == .max ? first.next : id.rawValue + 1)
    }
    state = Mutex(first)
  }

  /// The item of that name; a new number when the name is new.
  ///
  /// - Complexity: O(1) on average.
  public func id(of name: Name) -> ItemID {
    state.withLock { state in
      if let id = state.numbers[name] { return id }
      while state.names[ItemID(state.next)] != nil || ItemID(state.next).isReserved {
        state.next &+= 1
      }
      let id = ItemID(state.next)
      state.next &+= 1
      state.numbers[name] = id
      state.names[id] = name
      return id
    }
  }

  /// The item of that name, nil for a name that was never asked for.
  public func knownID(of name: Name) -> ItemID? { state.withLock { $0.numbers[name] } }

  /// The item's latest name.
  public func name(of id: ItemID) -> Name? { state.withLock { $0.names[id] } }

  /// From now on the item has another name, and its old one still leads to it: what was sent under
  /// a name of one's own, and got its name from the server.
  ///
  /// - Returns: false when nothing is changed: the old name is unknown, or the new one is another
  ///   item's. This happens when the server's answer comes by two ways; the program then removes
  ///   the item of the old name.
  @discardableResult
  public func rename(_ old: Name, to new: Name) -> Bool {
    state.withLock { state in
      guard let id = state.numbers[old], state.numbers[new] == nil || state.numbers[new] == id
      else { return false }
      state.numbers[new] = id
      state.names[id] = new
      return true
    }
  }

  /// Each item's latest name, in the order of their numbers.
  ///
  /// - Complexity: O(n log n).
  public var pairs: [(name: Name, id: ItemID)] {
    state.withLock { state in
      state.names.map { (name: $0.value, id: $0.key) }.sorted { $0.id < $1.id }
    }
  }
}
