import LugeChat
package import LugeCore
package import LugeQt
import LugeWords

extension ChatView {
  /// Asks the user for a day and leads to its first message; to the next one where that day has
  /// none. The keys' cursor goes along.
  public func askForDate() {
    let zone = options.configuration.zone
    let items = items
    guard let first = items.first(where: { !$0.id.isReserved }), let last = items.last else {
      return
    }
    let shown = list.engine.metrics.firstVisiblePosition
      .flatMap { items.indices.contains($0) && !items[$0].id.isReserved ? items[$0] : nil }
    let days = [first, last, shown ?? last].map { zone.localSeconds(of: $0) }
    Task { @MainActor [weak self] in
      let chosen = await self?.window.askForDay(first: days[0], last: days[1], selected: days[2])
      if let chosen { self?.go(to: chosen) }
    }
  }

  private func go(to day: CalendarDate) {
    let zone = options.configuration.zone
    let midnight = day.localMidnight
    // A clock may have been set wrong: times are not always in order.
    guard
      let position = items.firstIndex(where: {
        !$0.id.isReserved && zone.localSeconds(of: $0) >= midnight
      })
    else { return list.scrollToEnd() }
    list.jump(to: position, highlighting: true)
  }
}

extension Window {
  /// Asks for a day between two moments, as a clock on the wall shows them.
  ///
  /// - Parameter selected: shown first.
  /// - Returns: nil when the user wants none.
  package func askForDay(
    first: Int64, last: Int64, selected: Int64
  ) async -> CalendarDate? {
    let days = [first, last, selected].map { CalendarDate(CivilDate(localSeconds: $0)) }
    return await askForDate(
      title: localized("Go to Date"), accept: localized("Go", context: "to a date"),
      first: days[0], last: days[1], selected: days[2])
  }
}

extension CalendarDate {
  package init(_ date: CivilDate) { self.init(year: date.year, month: date.month, day: date.day) }

  /// Midnight that the day begins with on a clock on the wall, as seconds since 1970.
  package var localMidnight: Int64 {
    Int64(CivilDate.day(year: year, month: month, day: day)) * 86_400
  }
}
