import LugeCore
public import LugeEngine

/// The bubble: it collects the blocks of every ``BubbleBlockKind`` in the registry and stacks them.
public struct BubbleKind: RowKind {
  public static let name: KindName = "bubble"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard !message.isService, !message.isFolded else { return [] }
    let rows = Self.distributed(
      context.kinds.blockKinds.flatMap { $0.blocks(for: message, in: context.facts) })
    return rows.enumerated().map { index, blocks in
      var ends = BubbleRow.Ends()
      if index == 0 { ends.insert(.top) }
      if index == rows.count - 1 { ends.insert(.bottom) }
      var row = BubbleRow(
        id: RowID(item: message.id, part: ChatPart.bubble + UInt32(clamping: index)),
        revision: context.revision(
          message.revision.rawValue,
          Self.bits(of: context.facts) | (message.isUnfolded ? 16 : 0)
            | (message.tracksState ? 32 : 0),
          UInt64(bitPattern: context.facts.localSeconds), UInt64(ends.rawValue)),
        blocks: blocks, isOutgoing: message.isOutgoing, facts: context.facts, ends: ends,
        author: message.author, appearance: context.appearance)
      row.tracksState = message.tracksState
      return row
    }
  }

  /// Returns the blocks of each row: each part of a block except the first begins a row.
  private static func distributed(_ blocks: [any BubbleBlock]) -> [[any BubbleBlock]] {
    var rows: [[any BubbleBlock]] = [[]]
    for block in blocks {
      for (index, part) in block.parts().enumerated() {
        if index > 0 { rows.append([]) }
        rows[rows.count - 1].append(part)
      }
    }
    return rows
  }

  private static func bits(of facts: NeighbourContext) -> UInt64 {
    (facts.startsDay ? 1 : 0) | (facts.opensGroup ? 2 : 0) | (facts.closesGroup ? 4 : 0)
      | (facts.isGroupChat ? 8 : 0)
  }
}
