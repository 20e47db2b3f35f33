import LugeCore
public import LugeEngine

/// Turns messages into rows by asking the kinds of its configuration.
public struct ChatRowFactory: RowFactory {
  public let configuration: ChatConfiguration

  public init(_ configuration: ChatConfiguration) { self.configuration = configuration }

  /// - Complexity: O(content of the message); of the neighbours only author, time and role are
  ///   looked at.
  public func rows(for item: ChatMessage, previous: ChatMessage?, next: ChatMessage?)
    -> [any RowModel]
  {
    let facts = NeighbourContext(
      for: item, previous: previous, next: next, isGroupChat: configuration.isGroup,
      rule: configuration.appearance.style.grouping, zone: configuration.zone)
    let context = RowContext(
      facts: facts, appearance: configuration.appearance, kinds: configuration.kinds,
      styleRevision: configuration.styleRevision)
    let rows = configuration.kinds.rowKinds.flatMap { $0.rows(for: item, in: context) }
    return rows.isEmpty
      ? [BlankRow(id: RowID(item: item.id, part: ChatPart.bubble), revision: context.revision())]
      : rows
  }
}

/// Stands for a message that no registered kind shows: every item has a row.
struct BlankRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "chat.blank"
  let id: RowID
  let revision: Revision

  static func layout(_ row: BlankRow, in context: LayoutContext) -> RowLayout {
    RowLayout(size: PixelSize(width: max(0, context.width), height: 1))
  }
}
