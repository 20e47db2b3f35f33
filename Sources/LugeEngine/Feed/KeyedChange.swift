public import LugeCore

/// A change of a list that names items instead of positions. It means the same whatever changed
/// before, so no sequence of changes can be inconsistent.
public enum KeyedChange<Item: Sendable>: Sendable {
  /// Inserts items after the given item; nil: at the start; unknown: at the end. Items already in
  /// the list are replaced in place.
  case insert([Item], after: ItemID?)
  case append([Item])
  /// Removes items; unknown identifiers are ignored.
  case remove([ItemID])
  /// Replaces the item with the same identifier; ignored if the list has none.
  case replace(Item)
  /// Moves an item after the given item; nil: to the start. Ignored when either is unknown.
  case move(ItemID, after: ItemID?)
}

/// A list that keyed changes are applied to: a linked chain of items with a table of identifiers,
/// so that a change takes the same time in a list of any length.
struct ItemChain<Item: Sendable> {
  private struct Link {
    var item: Item
    var previous: Int
    var next: Int
  }

  /// Links of the chain. Link 0 would be before the start and after the end; here both are -1.
  private var links: [Link] = []
  private var indexes: [ItemID: Int]
  private var first = -1
  private var last = -1
  private let name: (Item) -> ItemID
  /// Number of changes that named unknown items.
  private(set) var unknown = 0

  /// Makes a chain. If several items have one identifier, the first is kept.
  ///
  /// - Complexity: O(items).
  init(_ items: [Item], name: @escaping (Item) -> ItemID) {
    self.name = name
    indexes = Dictionary(minimumCapacity: items.count)
    links.reserveCapacity(items.count)
    for item in items where indexes[name(item)] == nil { put(item, after: last) }
  }

  /// Items in their order.
  ///
  /// - Complexity: O(items).
  var items: [Item] {
    var items: [Item] = []
    items.reserveCapacity(indexes.count)
    var index = first
    while index >= 0 {
      items.append(links[index].item)
      index = links[index].next
    }
    return items
  }

  /// Applies a change.
  ///
  /// - Complexity: O(items of the change).
  mutating func apply(_ change: KeyedChange<Item>) {
    switch change {
    case .append(let new): insert(new, at: last)
    case .insert(let new, nil): insert(new, at: -1)
    case .insert(let new, .some(let after)):
      if indexes[after] == nil { unknown += 1 }
      insert(new, at: indexes[after] ?? last)
    case .remove(let names):
      for name in names {
        guard let index = indexes.removeValue(forKey: name) else {
          unknown += 1
          continue
        }
        cut(index)
      }
    case .replace(let item):
      guard let index = indexes[name(item)] else {
        unknown += 1
        return
      }
      links[index].item = item
    case .move(let name, let after):
      guard let index = indexes[name], after == nil || after.map({ indexes[$0] != nil }) == true
      else {
        unknown += 1
        return
      }
      guard after != name else { return }
      cut(index)
      join(index, after: after.flatMap { indexes[$0] } ?? -1)
    }
  }

  private mutating func insert(_ new: [Item], at place: Int) {
    var place = place
    for item in new {
      if let known = indexes[name(item)] {
        links[known].item = item
      } else {
        put(item, after: place)
        place = links.count - 1
      }
    }
  }

  private mutating func put(_ item: Item, after place: Int) {
    indexes[name(item)] = links.count
    links.append(Link(item: item, previous: -1, next: -1))
    join(links.count - 1, after: place)
  }

  private mutating func join(_ index: Int, after place: Int) {
    let next = place < 0 ? first : links[place].next
    links[index].previous = place
    links[index].next = next
    if place < 0 { first = index } else { links[place].next = index }
    if next < 0 { last = index } else { links[next].previous = index }
  }

  private mutating func cut(_ index: Int) {
    let (previous, next) = (links[index].previous, links[index].next)
    if previous < 0 { first = next } else { links[previous].next = next }
    if next < 0 { last = previous } else { links[next].previous = previous }
  }
}
