import LugeArchive
import LugeChat
import LugeCore
import LugeEngine

extension ChatPane {
  /// Shows all of a long message, or its beginning again.
  ///
  /// What was unfolded grows downwards from where it was. What is folded up keeps its beginning if
  /// that is in view, and otherwise lets what follows it stay: the reader has read on.
  func turnFold(of item: ItemID, at position: Int, then: (@MainActor () -> Void)? = nil) {
    guard marks.perform(.fold, on: item) else { return }
    let rows = surface.engine.visibleRows
    var held = position
    if !marks.isExpanded(item), let top = rows.first(where: { $0.position == position })?.y,
      top < 0,
      rows.contains(where: { $0.position == position + 1 })
    {
      held = position + 1
    }
    surface.engine.update(
      to: provider, changes: [.reload(position..<position + 1)],
      options: UpdateOptions(holds: held)
    ) {
      MainActor.assumeIsolated { then?() }
    }
    surface.requestFrame()
  }

  /// A find in the part of a message that is folded away unfolds it.
  func reveal(_ place: Int, message: StoredMessage?, range: Range<Int>?) {
    let target = TextPlace(position: place, offset: range?.lowerBound ?? 0)
    let show = { @MainActor [weak self] in
      guard let self else { return }
      surface.reveal(target, below: Double(controller.find.reach), highlighting: range == nil)
    }
    guard let message, let range, Self.isFoldedAway(range.lowerBound, in: message.text.string),
      !marks.isExpanded(ItemID(message.id))
    else { return show() }
    turnFold(of: ItemID(message.id), at: place, then: show)
  }

  /// Whether a place of a text may be below its fold, however wide the list is: unfolding a message
  /// whose find was in view does no harm.
  private static func isFoldedAway(_ offset: Int, in text: String) -> Bool {
    let (lines, fewestBytes) = (ChatPresentation.foldedLines, 12)
    var (breaks, breaksBefore) = (0, 0)
    for (index, byte) in text.utf8.enumerated() where byte == 0x0A {
      breaks += 1
      if index < offset { breaksBefore += 1 }
    }
    let bytes = text.utf8.count
    return (breaks >= lines || bytes / fewestBytes >= lines)
      && (breaksBefore + 2 >= lines || offset / fewestBytes + 2 >= lines)
  }
}
