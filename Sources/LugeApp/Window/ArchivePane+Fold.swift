import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit

extension ArchivePane {
  /// Expands a long text, or folds it again.
  ///
  /// An expanded text grows downwards. A folded one keeps its beginning in place if that is in
  /// view; otherwise the next item keeps its place, because the user has read on.
  ///
  /// - Parameter count: number of items that are folded or expanded together, including this one.
  func toggleFold(
    of item: ItemID, at position: Int, count: Int = 1, then: (@MainActor () -> Void)? = nil
  ) {
    guard marks.perform(.fold, on: item) else { return }
    let rows = surface.engine.visibleRows
    var held = position
    if !marks.isExpanded(item), let top = rows.first(where: { $0.position == position })?.y,
      top < 0,
      rows.contains(where: { $0.position == position + count })
    {
      held = position + count
    }
    surface.engine.update(
      to: provider, changes: [.reload(position..<position + count)],
      options: UpdateOptions(holds: held)
    ) {
      MainActor.assumeIsolated { then?() }
    }
    surface.requestFrame()
  }

  /// Shows a match; a text whose folded part contains it is expanded first.
  ///
  /// - Parameter range: the match in the message's text; nil if it is elsewhere.
  func unfolding(
    _ place: Int, _ found: FoundItem?, _ range: Range<Int>?,
    then show: @escaping @MainActor () -> Void
  ) {
    guard let found, let range,
      FoldedText.mayHide(range.lowerBound, in: found.text.string, lines: foldedLines),
      !marks.isExpanded(found.item)
    else { return show() }
    toggleFold(of: found.item, at: place, then: show)
  }
}

extension ChatPane {
  var foldedLines: Int { ChatPresentation.foldedLines }

  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?) {
    unfolding(place, item, range) { [weak self] in
      self?.unfoldingJoins(at: place) {
        guard let self else { return }
        self.surface.reveal(
          TextPlace(position: place, offset: range?.lowerBound ?? 0),
          below: Double(self.controller.find.reach), highlighting: range == nil)
      }
    }
  }

  /// Expands a run of people who joined or left, or shows its summary again.
  func turnJoins(_ run: JoinRun, then: (@MainActor () -> Void)? = nil) {
    toggleFold(
      of: run.item, at: run.positions.lowerBound, count: run.positions.count, then: then)
  }

  /// Runs a function that shows a message. If the message is in a folded run of people who joined
  /// or left, the run is expanded first.
  func unfoldingJoins(at place: Int, then show: @escaping @MainActor () -> Void) {
    guard !showsEachJoin, conversation.service > 1 else { return show() }
    findJoins(at: place) { [weak self] run in
      guard let self, let run, !marks.isExpanded(run.item) else { return show() }
      turnJoins(run, then: show)
    }
  }

  /// Finds the run that contains a message.
  func findJoins(at place: Int, then: @escaping @MainActor (JoinRun?) -> Void) {
    let runs = JoinRuns(
      archive: archive, conversation: conversation, zone: controller.zone, firstNew: firstNew)
    Task { @MainActor in
      then(await Task.detached { try? runs.run(at: place) }.value)
    }
  }
}
