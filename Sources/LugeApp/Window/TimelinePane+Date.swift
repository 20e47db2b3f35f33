import LugeArchive
import LugeCore
import LugeListKit
import LugeQt

extension TimelinePane {
  /// Asks for a date and goes to its newest post, for posts are read from new to old; to the next
  /// older one where that day has none.
  func askForDate() {
    guard isHome, let first = timeline.first?.seconds, let last = timeline.last?.seconds else {
      return
    }
    let index = surface.engine.metrics.firstVisiblePosition ?? 0
    let selected = dates?.seconds(at: timeline.count - 1 - index) ?? last
    let local = [first, last, selected].map { controller.zone.localSeconds(at: $0) }
    Task { @MainActor [weak self, weak controller] in
      let chosen = await controller?.askForDate(
        first: local[0], last: local[1], selected: local[2])
      if let chosen { await self?.go(to: chosen) }
    }
  }

  private func go(to date: CalendarDate) async {
    let next = Timestamp(
      seconds: controller.zone.seconds(ofLocal: date.localMidnight + 86_400), certainty: .exact)
    let (archive, timeline) = (archive, timeline)
    let index = try? await Task.detached {
      try TimelinePresentation.index(ofNewestBefore: next, in: timeline, of: archive)
    }.value
    guard let index, controller.timeline === self else { return }
    surface.jump(to: index, highlighting: true)
  }
}

extension TimelinePresentation {
  /// Returns the index of the newest post before a time in a timeline that is read from new to old;
  /// of the oldest if all are newer.
  ///
  /// - Complexity: O(log² n).
  static func index(
    ofNewestBefore time: Timestamp, in timeline: ConversationSummary, of archive: Archive
  ) throws(ArchiveError) -> Int {
    let newer = try archive.position(in: timeline.id, atOrAfter: time) ?? timeline.count
    return max(0, min(timeline.count - newer, timeline.count - 1))
  }
}
