import Synchronization

/// Assigns ``ItemID``s to a program's own identifiers of items, such as strings: one number for
/// each name, in the order of the requests, none used twice.
///
/// An item that first has a name made by this program and later one from a server keeps its number,
/// and so its row: see ``rename(_:to:)``. Thread-safe.
///
/// To keep the numbers over launches, for saved reading places, store ``pairs`` and pass them to
/// `init`.
public final class ItemNames<Name: Hashable & Sendable>: Sendable {
  private struct State: Sendable {
    var numbers: [Name: ItemID] = [:]
    var names: [ItemID: Name] = [:]
    var next: Int64
  }

  // MARK: Mutable State (the mutex owns it)

  private let state: Mutex<State>

  /// - Parameter pairs: an earlier value of ``pairs``. If a name or a number occurs twice, the
  ///   first pair counts.
  public init(_ pairs: [(name: Name, id: ItemID)] = []) {
    var first = State(next: 1)
    for (name, id) in pairs where first.numbers[name] == nil && first.names[id] == nil {
      first.numbers[name] = id
      first.names[id] = name
      // After the largest number, counting continues below the numbers in use.
      first.next = max(first.next, id.rawValue == .max ? first.next : id.rawValue + 1)
    }
    state = Mutex(first)
  }

  /// The number of a name; a new one if the name is new.
  ///
  /// - Complexity: O(1) on average.
  public func id(of name: Name) -> ItemID {
    state.withLock { state in
      if let id = state.numbers[name] { return id }
      while state.names[ItemID(state.next)] != nil || ItemID(state.next).isReserved {
        state.next = Self.following(state.next)
      }
      let id = ItemID(state.next)
      state.next = Self.following(state.next)
      state.numbers[name] = id
      state.names[id] = name
      return id
    }
  }

  /// After the largest number come the first ones that are free.
  private static func following(_ number: Int64) -> Int64 { number == .max ? 1 : number + 1 }

  /// The number of a name; nil for an unknown name.
  public func knownID(of name: Name) -> ItemID? { state.withLock { $0.numbers[name] } }

  /// The latest name of an item; nil for an unknown item.
  public func name(of id: ItemID) -> Name? { state.withLock { $0.names[id] } }

  /// Gives an item another name; the old one still leads to it. For a message sent under the
  /// program's own name, which got its name from the server.
  ///
  /// - Returns: false when nothing was changed: the old name is unknown, or the new one belongs to
  ///   another item. That happens when the server's answer arrives in two ways; the program then
  ///   removes the item of the old name.
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

  /// All items with their latest names, in the order of their numbers.
  ///
  /// - Complexity: O(n log n).
  public var pairs: [(name: Name, id: ItemID)] {
    state.withLock { state in
      state.names.map { (name: $0.value, id: $0.key) }.sorted { $0.id < $1.id }
    }
  }
}
