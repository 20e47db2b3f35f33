import Foundation
package import LugeChat

/// Watches for the beginning of another day, so that "Today" in headings stays right.
@MainActor
package final class DayWatch {
  /// Called when the day is another one than at the last call.
  package var onChange: (@MainActor () -> Void)?

  private let day: CurrentDay
  private let now: @MainActor () -> Int64

  // MARK: Mutable State (main actor)
  private var shown: Int
  private var midnight: Task<Void, Never>?

  /// - Parameter now: seconds since 1970 UTC.
  package init(_ day: CurrentDay, now: @escaping @MainActor () -> Int64 = { DayWatch.systemTime }) {
    self.day = day
    self.now = now
    shown = day.day
    midnight = Task { [weak self] in
      while !Task.isCancelled, let seconds = self?.secondsToMidnight {
        try? await Task.sleep(for: .seconds(seconds + 1))
        self?.look()
      }
    }
  }

  deinit { midnight?.cancel() }

  /// A frame does so, too: the computer may have slept, or its clock may have been set.
  package func look() {
    day.update(now: now())
    guard day.day != shown else { return }
    shown = day.day
    onChange?()
  }

  private var secondsToMidnight: Int64 { day.secondsToMidnight(from: now()) }

  package nonisolated static var systemTime: Int64 { Int64(Date().timeIntervalSince1970) }
}
