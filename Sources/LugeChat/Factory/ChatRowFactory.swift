import LugeCore
public import LugeEngine

/// Factory of the rows of messages, with the kinds of a configuration.
public struct ChatRowFactory: RowFactory {
  public let configuration: ChatConfiguration

  public init(_ configuration: ChatConfiguration) { self.configuration = configuration }

  /// Returns the rows of a message.
  ///
  /// - Complexity: O(content of the message); only author, time and role of the neighbours are
  ///   read.
  public func rows(for item: ChatMessage, previous: ChatMessage?, next: ChatMessage?)
    -> [any RowModel]
  {
    let facts = facts(of: item, previous: previous, next: next)
    let context = RowContext(
      facts: facts, appearance: configuration.appearance, kinds: configuration.kinds,
      styleRevision: configuration.styleRevision)
    let rows = configuration.kinds.rowKinds.flatMap { $0.rows(for: item, in: context) }
    guard rows.isEmpty else { return rows }
    let height = item.isFolded ? 0 : 1
    return [
      BlankRow(
        id: RowID(item: item.id, part: ChatPart.bubble),
        revision: context.revision(UInt64(height)), height: height)
    ]
  }

  private func facts(
    of item: ChatMessage, previous: ChatMessage?, next: ChatMessage?
  ) -> NeighbourContext {
    func facts(_ previous: ChatMessage?, _ next: ChatMessage?) -> NeighbourContext {
      NeighbourContext(
        for: item, previous: previous, next: next, isGroupChat: configuration.isGroup,
        rule: configuration.appearance.style.grouping, zone: configuration.zone)
    }
    let near = facts(
      previous ?? item.unshownPrevious?.message, next ?? item.unshownNext?.message)
    guard case .shown(let before, let after) = item.album else { return near }
    // The bubble shows the whole album; the date is above the album's first message.
    var facts = facts(before?.message, after?.message)
    facts.startsDay = near.startsDay
    return facts
  }
}

extension ChatMessage {
  /// Whether another message of its album, or of its run of people who joined and left, shows its
  /// content.
  var isFolded: Bool {
    if case .folded = album { true } else { joinRun == .folded }
  }
}

/// Row of a message that no registered kind shows, or that another message's row shows: every item
/// must have a row.
struct BlankRow: RowModel {
  static let reuseIdentifier: ReuseIdentifier = "chat.blank"
  let id: RowID
  let revision: Revision
  /// Height in device pixels.
  var height = 1

  static func layout(_ row: BlankRow, in context: LayoutContext) -> RowLayout {
    RowLayout(size: PixelSize(width: max(0, context.width), height: row.height))
  }
}
