import Synchronization

/// Assigns ``ItemID``s to a program's own identifiers of items, such as strings: one number for
/// each name, in the order of the requests, none used twice.
///
/// An item that was created with a name of this program and later gets one from a server keeps its
/// number, and so its row: see ``rename(_:to:)``. Thread-safe.
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

  /// Makes a table, empty or from stored pairs.
  ///
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

  /// Returns the number of a name; a new one if the name is new.
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

  /// Returns the number after another; the largest number is followed by 1.
  private static func following(_ number: Int64) -> Int64 { number == .max ? 1 : number + 1 }

  /// Returns the number of a name; nil for an unknown name.
  public func knownID(of name: Name) -> ItemID? { state.withLock { $0.numbers[name] } }

  /// Returns the latest name of an item; nil for an unknown item.
  public func name(of id: ItemID) -> Name? { state.withLock { $0.names[id] } }

  /// Gives an item another name; the old one still leads to it. Used when the server has assigned a
  /// name to a message that was sent under a name of the program.
  ///
  /// - Returns: false when nothing was changed: the old name is unknown, or the new one belongs to
  ///   another item. The latter happens when the message has also arrived as an item of its own;
  ///   the program then removes the item of the old name.
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
