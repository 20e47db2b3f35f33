/// Registry of the kinds of content that a conversation shows, in their order from top to bottom.
///
/// ```swift
/// var kinds = ChatKinds.standard
/// kinds.insert(PollKind(), after: TextKind.name)
/// ```
public struct ChatKinds: Sendable {
  /// All kinds in order.
  public private(set) var all: [any MessageKind]
  /// Kinds that make rows; derived from ``all``.
  private(set) var rowKinds: [any RowKind]
  /// Kinds that make blocks; derived from ``all``.
  private(set) var blockKinds: [any BubbleBlockKind]

  /// Makes a registry.
  ///
  /// - Parameter kinds: later ones replace earlier ones of the same name.
  public init(_ kinds: [any MessageKind] = []) {
    all = []
    rowKinds = []
    blockKinds = []
    for kind in kinds { place(kind, at: nil) }
    classify()
  }

  /// Adds a kind below all others; replaces one with the same name.
  public mutating func append(_ kind: any MessageKind) {
    place(kind, at: nil)
    classify()
  }

  /// Adds a kind right above another; below all if there is no such kind.
  public mutating func insert(_ kind: any MessageKind, before name: KindName) {
    remove(type(of: kind).name)
    place(kind, at: index(of: name))
    classify()
  }

  /// Adds a kind right below another; below all if there is no such kind.
  public mutating func insert(_ kind: any MessageKind, after name: KindName) {
    remove(type(of: kind).name)
    place(kind, at: index(of: name).map { $0 + 1 })
    classify()
  }

  /// Removes a kind; does nothing if there is none of this name.
  public mutating func remove(_ name: KindName) {
    all.removeAll { type(of: $0).name == name }
    classify()
  }

  private func index(of name: KindName) -> Int? {
    all.firstIndex { type(of: $0).name == name }
  }

  private mutating func place(_ kind: any MessageKind, at position: Int?) {
    if let position {
      all.insert(kind, at: position)
    } else if let same = index(of: type(of: kind).name) {
      all[same] = kind
    } else {
      all.append(kind)
    }
  }

  /// Fills the lists by type; done once for each change instead of once for each row, because
  /// casting is slow.
  private mutating func classify() {
    rowKinds = all.compactMap { $0 as? any RowKind }
    blockKinds = all.compactMap { $0 as? any BubbleBlockKind }
  }
}
