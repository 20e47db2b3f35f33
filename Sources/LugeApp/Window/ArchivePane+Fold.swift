import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit

extension ArchivePane {
  /// Shows all of a long text, or its beginning again.
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

  /// Runs something that shows a find; one in the part of a text that is folded away unfolds it
  /// first.
  ///
  /// - Parameter range: of the find in the message's text; nil when it is elsewhere.
  func unfolding(
    _ place: Int, _ found: FoundItem?, _ range: Range<Int>?,
    then show: @escaping @MainActor () -> Void
  ) {
    guard let found, let range,
      FoldedText.mayHide(range.lowerBound, in: found.text.string, lines: foldedLines),
      !marks.isExpanded(found.item)
    else { return show() }
    turnFold(of: found.item, at: place, then: show)
  }
}

extension ChatPane {
  var foldedLines: Int { ChatPresentation.foldedLines }

  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    unfolding(place, item, range) { [weak self] in
      guard let self else { return }
      surface.reveal(
        TextPlace(position: place, offset: range?.lowerBound ?? 0),
        below: Double(controller.find.reach), highlighting: range == nil)
    }
  }
}
