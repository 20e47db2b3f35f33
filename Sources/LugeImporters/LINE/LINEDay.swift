import Foundation
import LugeCore

/// A day: `2020/01/31(Fri)`, `2020.01.31 Friday`, `Fri, 01/31/2020`, `2020/01/31（金）`, `T6,
/// 31/01/2020`.
struct LINEDay {
  /// The date's numbers as they are written.
  let numbers: (Int, Int, Int)
  /// The word for the weekday, and the weekday in the form of ``CivilDate/weekday``; nil for a word
  /// that is not known.
  let word: String
  let weekday: Int?

  init?(_ line: String) {
    guard line.utf8.count < 64, !line.contains("\t"), !line.contains(":") else { return nil }
    let (word, rest) = Self.numberedWeekday(line) ?? (nil, line[...])
    let numbers = WrittenTime.numbers(in: rest)
    guard numbers.count == 3, line.contains("/") || line.contains(".") else { return nil }
    // A weekday is required, so that a number in a text is not a day.
    let letters = word ?? String(rest.filter(\.isLetter))
    guard !letters.isEmpty, letters.count <= 12 else { return nil }
    // Thai phones count years from Buddha; which of them are leap years shows in ours.
    func year(_ number: Int) -> Int { (2500..<2700).contains(number) ? number - 543 : number }
    self.numbers = (year(numbers[0]), numbers[1], year(numbers[2]))
    let written = "\(self.numbers.0)/\(self.numbers.1)/\(self.numbers.2)"
    guard WrittenTime.day(written, monthFirst: true) != nil else { return nil }
    self.word = letters.lowercased()
    weekday = LINEWeekdays.named(self.word)
  }

  /// Returns the date, and whether the line alone tells it.
  ///
  /// - Parameter order: order of day and month, if the year is last and the weekday does not tell.
  func date(_ order: DateOrder) -> (date: CivilDate?, isCertain: Bool) {
    let text = "\(numbers.0)/\(numbers.1)/\(numbers.2)"
    let (monthFirst, dayFirst) = (
      WrittenTime.day(text, monthFirst: true), WrittenTime.day(text, monthFirst: false)
    )
    if monthFirst == dayFirst { return (monthFirst, true) }
    if let weekday, (monthFirst?.weekday == weekday) != (dayFirst?.weekday == weekday) {
      return (monthFirst?.weekday == weekday ? monthFirst : dayFirst, true)
    }
    return (order == .monthDayYear ? monthFirst : dayFirst, false)
  }

  /// Whether the date, in some order, is of the day of the week that the line names.
  var isRight: Bool {
    guard let weekday else { return false }
    return [DateOrder.dayMonthYear, .monthDayYear].contains { date($0).date?.weekday == weekday }
  }

  /// Splits off a Vietnamese weekday, which has a number: `T4, 01/05/2024` and `Th 4, 01/05/2024`
  /// are a Wednesday.
  private static func numberedWeekday(_ line: String) -> (word: String?, rest: Substring)? {
    guard let comma = line.firstIndex(of: ",") else { return nil }
    let word = line[..<comma].filter { !$0.isWhitespace && $0 != "\u{FEFF}" }.lowercased()
    guard let number = word.last, ("2"..."8").contains(number),
      ["t", "th", "thứ"].contains(String(word.dropLast()))
    else { return nil }
    return (word, line[line.index(after: comma)...])
  }
}

/// Evidence in a file for the order of day and month.
struct LINEDayOrder {
  private var evidence = DateOrderEvidence()
  /// Days whose weekday tells the order, by order.
  private var told = (dayFirst: 0, monthFirst: 0)
  /// Weekdays that each word would have, by order: a right order gives each word one.
  private var weekdays: [String: (dayFirst: Set<Int>, monthFirst: Set<Int>)] = [:]
  private var isEnglish = false
  private var savedAs: DateOrder?
  private var hasDays = false

  private static let mostWords = 100

  mutating func add(_ day: LINEDay) {
    hasDays = true
    // The year is first, which is no question.
    guard day.numbers.0 <= 31 else { return }
    evidence.add(day.numbers)
    isEnglish = isEnglish || LINEWeekdays.isEnglish(day.word)
    let dayFirst = DateOrder.dayMonthYear.date(day.numbers)?.weekday
    let monthFirst = DateOrder.monthDayYear.date(day.numbers)?.weekday
    if let weekday = day.weekday {
      if dayFirst == weekday, monthFirst != weekday { told.dayFirst += 1 }
      if monthFirst == weekday, dayFirst != weekday { told.monthFirst += 1 }
    }
    guard weekdays[day.word] != nil || weekdays.count < Self.mostWords else { return }
    if let dayFirst { weekdays[day.word, default: ([], [])].dayFirst.insert(dayFirst) }
    if let monthFirst { weekdays[day.word, default: ([], [])].monthFirst.insert(monthFirst) }
  }

  /// Takes the date of `Saved on: 26/04/2026, 04:36PM` above the first day.
  mutating func add(heading line: String) {
    guard !hasDays, savedAs == nil, line.contains("/"), !line.contains("\t") else { return }
    let numbers = WrittenTime.numbers(in: line)
    guard numbers.count >= 3, numbers[0] <= 31, numbers[1] <= 31, numbers[2] > 1000 else { return }
    if numbers[0] > 12 {
      savedAs = .dayMonthYear
    } else if numbers[1] > 12 {
      savedAs = .monthDayYear
    }
  }

  /// The order, and whether something in the file supports it.
  var decision: (order: DateOrder, hasEvidence: Bool) {
    if told.dayFirst != told.monthFirst {
      return (told.dayFirst > told.monthFirst ? .dayMonthYear : .monthDayYear, true)
    }
    let wrong = weekdays.values.reduce(into: (dayFirst: 0, monthFirst: 0)) { wrong, found in
      if found.dayFirst.count > 1 { wrong.dayFirst += 1 }
      if found.monthFirst.count > 1 { wrong.monthFirst += 1 }
    }
    if wrong.dayFirst != wrong.monthFirst {
      return (wrong.dayFirst < wrong.monthFirst ? .dayMonthYear : .monthDayYear, true)
    }
    let (order, certainty) = evidence.decision(isAmerican: isEnglish)
    if certainty != .guessed, order != .yearMonthDay { return (order, true) }
    if let savedAs { return (savedAs, true) }
    return (isEnglish ? .monthDayYear : .dayMonthYear, false)
  }
}

/// Names of weekdays in the languages of LINE, as phones write them.
enum LINEWeekdays {
  /// Returns the weekday that a word is in one of the languages; nil if it is in none, or differs
  /// between them.
  static func named(_ word: String) -> Int? {
    if let last = word.last, let number = last.wholeNumberValue, word.first == "t" {
      return (2...8).contains(number) ? (number - 1) % 7 : nil
    }
    return english.firstIndex(of: String(word.prefix(3))) ?? names[word] ?? nil
  }

  static func isEnglish(_ word: String) -> Bool { english.contains(String(word.prefix(3))) }

  private static let english = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private static let languages = [
    "ar", "de", "es", "fr", "id", "it", "ja", "ko", "ms", "pl", "pt", "ru", "th", "tr", "vi",
    "zh-Hans", "zh-Hant",
  ]

  /// Languages in which one sign is enough for a weekday.
  private static let oneSign = ["ja", "ko", "zh-Hans", "zh-Hant"]

  private static let names: [String: Int?] = {
    var names: [String: Int?] = [:]
    for language in languages {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = Locale(identifier: language)
      for list in [
        calendar.weekdaySymbols, calendar.shortWeekdaySymbols,
        calendar.standaloneWeekdaySymbols, calendar.shortStandaloneWeekdaySymbols,
        oneSign.contains(language) ? calendar.veryShortWeekdaySymbols : [],
      ] {
        for (weekday, name) in list.enumerated() {
          let word = name.filter(\.isLetter).lowercased()
          guard !word.isEmpty else { continue }
          if let known = names[word], known != weekday {
            names[word] = .some(nil)
          } else {
            names[word] = weekday
          }
        }
      }
    }
    return names
  }()
}
