import LugeChat
package import LugeCore
package import LugeQt
import LugeWords

extension ChatView {
  /// Maximum pages, and maximum seconds, that are loaded for one wish of the user.
  private static let mostPages = 200
  private static let mostSeconds = 60.0

  /// Asks the user for a day and scrolls to its first message, or to the next message after it. If
  /// the day is before all loaded messages, older ones are loaded first (``loadOlder``). The
  /// keyboard cursor moves along.
  public func askForDate() {
    let zone = options.configuration.zone
    let items = items
    guard let first = oldest, let last = items.last else { return }
    let shown = list.engine.metrics.firstVisiblePosition
      .flatMap { items.indices.contains($0) && !items[$0].id.isReserved ? items[$0] : nil }
    var days = [first, last, shown ?? last].map { zone.localSeconds(of: $0) }
    if older.phase != .none {
      // The beginning of the conversation may be unknown: then any day may be chosen.
      days[0] = min(days[0], firstTime.map { zone.localSeconds(at: $0) } ?? 0)
    }
    Task { @MainActor [weak self] in
      let chosen = await self?.window.askForDay(first: days[0], last: days[1], selected: days[2])
      if let chosen { self?.go(to: chosen) }
    }
  }

  func go(to day: CivilDate) {
    seeking?.cancel()
    seeksBeginning = false
    guard older.phase != .none, isBeforeAll(day) else { return showDay(day) }
    seeking = Task { [weak self] in await self?.load(until: day) }
  }

  /// Whether nothing that is loaded is as old as the beginning of a day.
  private func isBeforeAll(_ day: CivilDate) -> Bool {
    guard let oldest else { return false }
    return options.configuration.zone.localSeconds(of: oldest) >= day.localMidnight
  }

  private func load(until day: CivilDate) async {
    let date = appearance.strings.dates.short(CivilDate(localSeconds: day.localMidnight))
    let isDone = await loadPages(
      saying: localized("Loading messages back to {date} …", ["date": date]),
      while: { isBeforeAll(day) })
    guard isDone, let oldest else { return }
    if isBeforeAll(day) { noteLoadedUntil(oldest) } else { noteOlderFailed() }
    showDay(day)
  }

  /// Loads older messages as long as that is wanted, and says so beside a button that stops it.
  ///
  /// - Parameter isWanted: asked before each page.
  /// - Returns: false if it was stopped.
  func loadPages(saying words: String, while isWanted: @MainActor () -> Bool) async -> Bool {
    guard isWanted() else { return true }
    var isOffered = true
    list.area.offer(words, button: localized("Stop"), seconds: Self.mostSeconds) {
      [weak self] isTaken in
      isOffered = false
      if isTaken { self?.seeking?.cancel() }
    }
    // Another offer, such as undoing a deletion, may have replaced this one.
    defer { if isOffered { list.area.answerOffer(isTaken: false) } }
    let end = ContinuousClock.now + .seconds(Self.mostSeconds)
    for _ in 0..<Self.mostPages where isWanted() && ContinuousClock.now < end {
      guard let oldest else { return true }
      let isLoaded = await older.page(before: oldest)
      await shown()
      if Task.isCancelled { return false }
      if !isLoaded { break }
    }
    return true
  }

  /// Says why older messages than this one are not loaded, unless there are none.
  func noteLoadedUntil(_ oldest: ChatMessage) {
    guard !noteOlderFailed(), older.phase != .none else { return }
    let reached = CivilDate(localSeconds: options.configuration.zone.localSeconds(of: oldest))
    list.area.toast(
      localized(
        "Messages are loaded back to {date} only",
        ["date": appearance.strings.dates.short(reached)]))
  }

  private func showDay(_ day: CivilDate) {
    let zone = options.configuration.zone
    let midnight = day.localMidnight
    // A clock may have been wrong: times are not always ascending.
    guard
      let position = items.firstIndex(where: {
        !$0.id.isReserved && zone.localSeconds(of: $0) >= midnight
      })
    else { return list.scrollToEnd() }
    list.jump(to: position, highlighting: true)
  }
}

extension Window {
  /// Asks for a day between two moments, given as local times in seconds since 1970.
  ///
  /// - Parameter selected: the day that the dialog shows first.
  /// - Returns: nil if the user cancels.
  package func askForDay(
    first: Int64, last: Int64, selected: Int64
  ) async -> CivilDate? {
    let days = [first, last, selected].map { CivilDate(localSeconds: $0) }
    return await askForDate(
      title: localized("Go to Date"), accept: localized("Go", context: "to a date"),
      first: days[0], last: days[1], selected: days[2])
  }
}

extension CivilDate {
  /// Midnight that the day begins with on a clock on the wall, as seconds since 1970.
  package var localMidnight: Int64 { Int64(daysSince1970) * 86_400 }
}
