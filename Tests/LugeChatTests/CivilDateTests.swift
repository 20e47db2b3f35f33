import Foundation
import LugeChat
import LugeCore
import Testing

@Suite("Civil dates and zones") struct CivilDateTests {
  @Test("10,000 random days equal Foundation's calendar")
  func againstFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    let zone = try #require(TimeZone(secondsFromGMT: 0))
    calendar.timeZone = zone
    var random = SplitMix(1)
    for _ in 0..<10_000 {
      // 1600 to 2500: Foundation changes to the Julian calendar before 1582.
      let day = Int(random.next() % 328_718) - 135_140
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday],
        from: Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200))
      let date = CivilDate(daysSince1970: day)
      #expect(date.year == parts.year && date.month == parts.month && date.day == parts.day)
      #expect(date.weekday + 1 == parts.weekday)
    }
  }

  @Test("Days before 1970 and at the ends of time")
  func edges() {
    #expect(CivilDate.day(ofLocalSeconds: -1) == -1)
    #expect(CivilDate.secondOfDay(ofLocalSeconds: -1) == 86_399)
    #expect(CivilDate(localSeconds: -1) == CivilDate(daysSince1970: -1))
    for seconds in [Int64.min, Int64.max] {
      let date = CivilDate(localSeconds: seconds)
      #expect((1...12).contains(date.month) && (1...31).contains(date.day))
      #expect((0...6).contains(date.weekday))
    }
  }

  @Test(
    "A zone's table equals the zone",
    arguments: ["Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Europe/Moscow"])
  func zones(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let table = ZoneOffsets(zone, years: 1990...2030)
    var random = SplitMix(2)
    for _ in 0..<5_000 {
      let seconds = 631_152_000 + Int64(random.next() % 1_262_000_000)
      #expect(
        table.offset(at: seconds)
          == zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
  }

  @Test("A wall clock time is shown as it is, another in the zone")
  func wallClock() {
    let zone = ZoneOffsets(entries: [.init(start: 0, offset: 7200)])
    var here = message(1)
    #expect(zone.localSeconds(of: here) == sampleTime + 7200)
    here.timeIsLocalWallClock = true
    #expect(zone.localSeconds(of: here) == sampleTime)
    here.timeIsLocalWallClock = false
    here.time = .max
    #expect(zone.localSeconds(of: here) == .max)
  }

  @Test("Times and dates in words")
  func words() {
    var strings = ChatStrings()
    #expect(strings.timeOfDay(0) == "00:00" && strings.timeOfDay(86_399) == "23:59")
    strings.clock = ClockWords(noon: .init(before: "am", after: "pm"))
    #expect(strings.timeOfDay(0) == "12:00 am" && strings.timeOfDay(50_700) == "2:05 pm")
    strings.dates.longDate = "{weekday}, {day}. {month} {year} {other"
    strings.dates.weekdays = ["Sonntag", "Montag"]
    let date = CivilDate(localSeconds: sampleTime)
    #expect(strings.dates.long(date) == "Montag, 3. June 2024 {other")
    #expect(strings.dates.short(date, currentYear: 2024) == "3 Jun")
    #expect(strings.dates.short(date, currentYear: 2025) == "3 Jun 2024")
  }

  @Test("Day numbers and dates lead back to each other")
  func dayNumbers() {
    for days in Swift.stride(from: -1_000_000, through: 1_000_000, by: 37) {
      let date = CivilDate(daysSince1970: days)
      #expect(CivilDate.day(year: date.year, month: date.month, day: date.day) == days)
    }
    #expect(CivilDate.day(year: 1970, month: 1, day: 1) == 0)
    #expect(CivilDate.day(year: 2024, month: 2, day: 29) == 19_782)
  }

  @Test("A day number beyond all dates has the date of the bound", arguments: [Int.min, .max])
  func beyond(days: Int) {
    let bound = CivilDate(daysSince1970: days < 0 ? -(1 << 53) : 1 << 53)
    #expect(CivilDate(daysSince1970: days) == bound)
    #expect((1...12).contains(bound.month) && (0...6).contains(bound.weekday))
  }
}
