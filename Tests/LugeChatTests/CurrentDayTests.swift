import Foundation
import LugeChat
import LugeCore
import LugeEngine
import Testing

@Suite("Headings of days that are close")
struct CurrentDayTests {
  /// Monday, 3 June 2024, 14:05, as ``sampleTime``.
  private let day = CurrentDay(zone: .utc, now: sampleTime)

  private func heading(_ day: CurrentDay?, after seconds: Int64, _ zone: ZoneOffsets = .utc)
    -> (words: String?, revision: Revision?)
  {
    let factory = ChatRowFactory(
      ChatConfiguration(
        appearance: ChatAppearance(currentDay: day), isGroup: true, zone: zone))
    let row = factory.rows(for: message(1, after: seconds), previous: nil, next: nil).first
    return (row?.layout(in: context()).accessibleText, row?.revision)
  }

  @Test("Today, yesterday, this year; whole dates elsewhere, and where nobody says which day it is")
  func words() {
    let hour: Int64 = 3600
    #expect(heading(day, after: 0).words == "Today")
    #expect(heading(day, after: -14 * hour).words == "Today")
    #expect(heading(day, after: -15 * hour).words == "Yesterday")
    #expect(heading(day, after: -38 * hour).words == "Yesterday")
    #expect(heading(day, after: -39 * hour).words == "Saturday, 1 June")
    // A clock that is ahead.
    #expect(heading(day, after: 24 * hour).words == "Tuesday, 4 June")
    #expect(heading(day, after: -154 * 24 * hour).words == "Monday, 1 January")
    #expect(heading(day, after: -155 * 24 * hour).words == "Sunday, 31 December 2023")
    #expect(heading(nil, after: 0).words == "Monday, 3 June 2024")
    #expect(heading(nil, after: -15 * hour).words == "Sunday, 2 June 2024")
    // A whole date is the same row with a current day and without one.
    let far = -155 * 24 * hour
    #expect(heading(day, after: far).revision == heading(nil, after: far).revision)
  }

  @Test("After midnight the rows concerned have another revision and key, and only these")
  func midnight() {
    let hour: Int64 = 3600
    let configuration = ChatConfiguration(
      appearance: ChatAppearance(currentDay: day), isGroup: true)
    let ages: [Int64] = [0, -15, -39, -200 * 24]
    func look() -> (words: [String?], revisions: [Revision?], keys: [ItemKey]) {
      let rows = ages.map { heading(day, after: $0 * hour) }
      return (
        rows.map(\.words), rows.map(\.revision),
        ages.map { configuration.key(of: message(1, after: $0 * hour)) }
      )
    }
    let before = look()
    #expect(day.secondsToMidnight(from: sampleTime) == 9 * hour + 55 * 60)
    day.update(now: sampleTime + 9 * hour + 55 * 60 - 1)
    #expect(look() == before)
    day.update(now: sampleTime + 9 * hour + 55 * 60)
    let after = look()
    #expect(after.words == ["Yesterday", "Sunday, 2 June", "Saturday, 1 June", before.words[3]])
    for index in ages.indices {
      #expect((before.revisions[index] != after.revisions[index]) == (index < 2))
      #expect((before.keys[index] != after.keys[index]) == (index < 2))
    }
    // At New Year all of the year before gets its year.
    day.update(now: sampleTime + 250 * 24 * hour)
    #expect(look().words.prefix(1) == ["Monday, 3 June 2024"])
  }

  @Test("Days begin when they do in the reader's zone, also when its clocks change")
  func zones() throws {
    let zone = ZoneOffsets(try #require(TimeZone(identifier: "Europe/Berlin")), years: 2023...2026)
    // Sunday, 31 March 2024, 00:30 in Berlin: a day of 23 hours.
    let spring: Int64 = 1_711_841_400
    // Sunday, 27 October 2024, 00:30: one of 25 hours.
    let autumn: Int64 = 1_729_981_800
    for (now, hours) in [(spring, 22.5), (autumn, 24.5)] {
      let day = CurrentDay(zone: zone, now: now)
      let today = day.day
      let midnight = now + day.secondsToMidnight(from: now)
      #expect(Double(midnight - now) == hours * 3600)
      day.update(now: midnight - 1)
      #expect(day.day == today)
      day.update(now: midnight)
      #expect(day.day == today + 1 && day.closeness(of: today) == .yesterday)
    }
    // In UTC it is another day still.
    #expect(CurrentDay(zone: .utc, now: spring).day == CurrentDay(zone: zone, now: spring).day - 1)
  }

  @Test("Days beyond all dates are far", arguments: [Int.min, .min + 1, .max - 1, .max])
  func beyond(number: Int) { #expect(day.closeness(of: number) == .far) }
}
