import Foundation
import LugeArchive
import LugeCore

/// Parses dates in Takeout's sentences of many languages: `Tuesday, October 15, 2019 at 9:12:34 AM
/// UTC`, `mardi 2 avril 2024 à 12:10:00 UTC`, `2024年4月2日火曜日 12:10:00 UTC`. The time may come
/// before the day.
///
/// A month is a whole word, never the beginning of one: the `mar` of `mardi` is not a month. In
/// languages other than English the weekday must match the date, which proves that the month was
/// understood; it may be missing where no other language has such letters.
enum ProseTime {
  /// Maximum bytes of a date: each language's names are looked for in it.
  private static let longest = 512

  static func parse(_ text: String) -> Timestamp? {
    guard text.utf8.count <= longest else { return nil }
    let text = plain(text.lowercased())
    let day = withoutClock(text)
    guard let found = inEnglish(day) ?? inNumbers(text) ?? inOtherWords(day),
      years.contains(found.day.year), let clock = clock(text, behind: found.numbers)
    else { return nil }
    var time = WrittenTime.timestamp(found.day, clock)
    if let hours = words(text).lazy.compactMap(hoursOfZone).first {
      time = Timestamp(seconds: time.seconds - hours * 3600, certainty: .exact)
    }
    return time
  }

  /// Returns the hours of a zone's name of three letters, such as `utc` and `pdt`.
  private static func hoursOfZone(_ word: Substring) -> Int64? {
    word.utf8.count == 3 ? WrittenTime.hoursOfZone[word.uppercased()] : nil
  }

  /// Parses a date without a day of the week, whose month may be shortened: `Jan 05, 2024 3:04 pm`,
  /// `5. Okt. 2024, 15:04`, `05.10.2024 15:04`. A name that is one month in one language and
  /// another in another is not taken, and neither are numbers whose order is not certain.
  static func parseShort(_ text: String) -> Timestamp? {
    guard text.utf8.count <= longest else { return nil }
    let text = plain(text.lowercased())
    guard let found = inNumbers(text) ?? shortDay(withoutClock(text)),
      years.contains(found.day.year), let clock = clock(text, behind: found.numbers)
    else { return nil }
    return WrittenTime.timestamp(found.day, clock)
  }

  private static func shortDay(_ text: String) -> Found? {
    var month: Int?
    for word in words(text) {
      guard let named = shortMonths[String(word)] else { continue }
      guard named > 0, month == nil || month == named else { return nil }
      month = named
    }
    if let month { return day(text, month: month) }
    let numbers = WrittenTime.numbers(in: text)
    guard numbers.count == 3, text.contains(".") || numbers[0] > 31 else { return nil }
    let isYearFirst = numbers[0] > 31
    return CivilDate(
      year: numbers[isYearFirst ? 0 : 2], month: numbers[1], day: numbers[isYearFirst ? 2 : 0]
    ).map { ($0, 3) }
  }

  /// Months by their whole and their short names; 0 where languages differ.
  private static let shortMonths: [String: Int] = {
    var months: [String: Int] = [:]
    for identifier in ["en"] + identifiers {
      let formatter = formatter(identifier)
      let names = lowered([
        formatter.monthSymbols, formatter.standaloneMonthSymbols, formatter.shortMonthSymbols,
        formatter.shortStandaloneMonthSymbols,
      ])
      for (index, name) in names.enumerated() {
        let word = name.filter { $0 != "." }
        guard !word.isEmpty, word.allSatisfy(\.isLetter) else { continue }
        let month = index % 12 + 1
        months[word] = months[word].map { $0 == month ? month : 0 } ?? month
      }
    }
    return months
  }()

  /// Returns a text with ASCII digits in place of other scripts' and without direction marks.
  private static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber,
        let value = scalar.properties.numericValue,
        let digit = Unicode.Scalar(0x30 + UInt32(Int(clamping: value).clamped(to: 0...9)))
      {
        plain.append(digit)
      } else if !scalar.properties.isBidiControl {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Returns a text without its first time of the form `8:05` or `08:05:00`, whose numbers are none
  /// of the day's.
  private static func withoutClock(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && bytes[index] &- 0x30 < 10
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isDigit(colon - 1) else {
      return text
    }
    var (start, end) = (colon, colon)
    while isDigit(start - 1) { start -= 1 }
    while end < bytes.count, bytes[end] == UInt8(ascii: ":") || isDigit(end) { end += 1 }
    return String(decoding: bytes[..<start] + [0x20] + bytes[end...], as: UTF8.self)
  }

  /// Possible years of messages; another number is not a year.
  private static let years = 1990...2200

  /// The day that a text without a time names; the day of the week has to be there. In languages
  /// that write both in one word each.
  ///
  /// - Complexity: O(length of the text): a log has one in each line.
  static func day(_ text: String) -> CivilDate? {
    let text = text.lowercased()
    if text.contains("年") || text.contains("년") {
      let numbers = WrittenTime.numbers(in: text)
      guard numbers.count == 3 else { return nil }
      return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }
    let known = words(text).prefix(8).map { names[String($0)] ?? [] }
    for name in known.joined() where name.isMonth {
      guard let found = day(text, month: name.number)?.day, years.contains(found.year) else {
        continue
      }
      let isRight = known.joined().contains {
        !$0.isMonth && $0.language == name.language && $0.number == found.weekday
      }
      if isRight { return found }
    }
    return nil
  }

  private struct Name {
    var language: Int
    var isMonth: Bool
    /// A month from 1 on, or a day of the week from Sunday, 0, on.
    var number: Int
  }

  /// Months and weekdays by their names; a name may be one of several languages.
  private static let names: [String: [Name]] = {
    var names: [String: [Name]] = [:]
    for (number, language) in languages.enumerated() {
      for (index, word) in language.months.enumerated() {
        names[word, default: []].append(
          Name(language: number, isMonth: true, number: index % 12 + 1))
      }
      for (index, word) in language.weekdays.enumerated() {
        names[word, default: []].append(Name(language: number, isMonth: false, number: index % 7))
      }
    }
    return names
  }()

  /// A date, and how many of the text's numbers it used.
  private typealias Found = (day: CivilDate, numbers: Int)

  private static func words(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && $0 != "-" }
  }

  // MARK: Days

  /// Parses a date in which every word is one of an English date.
  private static func inEnglish(_ text: String) -> Found? {
    var month: Int?
    for word in words(text) {
      let bytes = Array(word.utf8)
      let (named, isWeekday) = bytes.withUnsafeBufferPointer {
        (EnglishDateWords.month($0) ?? (word == "sept" ? 9 : nil), EnglishDateWords.isWeekday($0))
      }
      if let named {
        guard month == nil else { return nil }
        month = named
      } else if !isWeekday, !["at", "am", "pm"].contains(word), hoursOfZone(word) == nil {
        return nil
      }
    }
    return month.flatMap { day(text, month: $0) }
  }

  /// Parses Chinese, Japanese and Korean dates.
  private static func inNumbers(_ text: String) -> Found? {
    guard text.contains("年") || text.contains("년") else { return nil }
    let numbers = WrittenTime.numbers(in: text)
    guard numbers.count >= 5 else { return nil }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).map { ($0, 3) }
  }

  private static func inOtherWords(_ text: String) -> Found? {
    for language in languages {
      let weekday = language.weekdays.firstIndex { has($0, in: text) }
      guard weekday != nil || language.hasOwnLetters else { continue }
      // In some languages, names of months contain names of days.
      let rest =
        weekday.map { text.replacingOccurrences(of: language.weekdays[$0], with: " ") } ?? text
      for (index, month) in language.months.enumerated() where has(month, in: rest) {
        // A month may have a number in its name: `tháng 3`.
        let others = rest.replacingOccurrences(of: month, with: " ")
        guard
          let found = day(others, month: index % 12 + 1, mayBeBuddhist: language.hasOwnLetters)
        else { continue }
        if weekday.map({ found.day.weekday == $0 % 7 }) ?? true {
          return (found.day, found.numbers + WrittenTime.numbers(in: month).count)
        }
      }
    }
    return nil
  }

  /// Returns the date in the first two numbers; the year is the number that cannot be a day.
  ///
  /// - Parameter mayBeBuddhist: whether years from 2400 on are those of the Buddhist era.
  private static func day(_ text: String, month: Int, mayBeBuddhist: Bool = false) -> Found? {
    let numbers = WrittenTime.numbers(in: text)
    guard numbers.count >= 2 else { return nil }
    let isYearFirst = numbers[0] > 31
    var year = numbers[isYearFirst ? 0 : 1]
    if mayBeBuddhist, (2400..<3000).contains(year) { year -= 543 }
    return CivilDate(year: year, month: month, day: numbers[isYearFirst ? 1 : 0]).map { ($0, 2) }
  }

  /// Whether a word, or several, stands in a text with no letters around it, and with no more
  /// digits behind a number.
  private static func has(_ words: String, in text: String) -> Bool {
    guard let range = text.range(of: words) else { return false }
    let before =
      range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
    let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
    return !continuesWord(before) && !continuesWord(after)
      && !(after.isNumber && words.last?.isNumber == true)
  }

  /// Whether a character belongs to the word that it is next to; Thai has no spaces between words.
  private static func continuesWord(_ character: Character) -> Bool {
    character.isLetter && !(character.unicodeScalars.first.map(isThai) ?? false)
  }

  private static func isThai(_ scalar: Unicode.Scalar) -> Bool {
    (0x0E00...0x0E7F).contains(scalar.value)
  }

  private struct Language {
    /// Names from Sunday on, in all forms, seven of each.
    var weekdays: [String]
    /// Names from January on, in all forms, twelve of each.
    var months: [String]
    /// Whether names in its letters have one meaning, so that no weekday has to confirm them.
    var hasOwnLetters: Bool
  }

  /// Languages whose names of days and months the system has.
  private static let identifiers = [
    "de", "fr", "es", "it", "pt", "pt_PT", "nl", "pl", "ru", "uk", "tr", "sv", "da", "nb", "fi",
    "cs", "sk", "hu", "ro", "el", "hr", "sl", "sr", "sr_Latn", "bg", "lt", "lv", "et", "ca", "eu",
    "gl", "id", "ms", "vi", "hi", "th", "he", "is", "af", "fil", "sw", "ar", "ar_LB", "ar_MA",
    "ar_DZ",
  ]

  private static func formatter(_ identifier: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: identifier)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = formatter.locale
    formatter.calendar = calendar
    return formatter
  }

  /// Returns the names of several lists, twelve or seven in each, in lower case.
  private static func lowered(_ lists: [[String]?]) -> [String] {
    lists.compactMap(\.self).flatMap { $0 }.map { $0.lowercased() }
  }

  private static let languages: [Language] = identifiers.map { identifier in
    let formatter = formatter(identifier)
    var months = lowered([formatter.monthSymbols, formatter.standaloneMonthSymbols])
    // "In May" is one word in Hebrew.
    if identifier == "he" { months += months.map { "ב" + $0 } }
    return Language(
      weekdays: lowered([formatter.weekdaySymbols, formatter.standaloneWeekdaySymbols]),
      months: months,
      hasOwnLetters: ["th", "he", "ar"].contains { identifier.hasPrefix($0) })
  }

  // MARK: Clock

  /// - Parameter count: number of the date's numbers, which come first.
  private static func clock(_ text: String, behind count: Int)
    -> (seconds: Int, hasSeconds: Bool)?
  {
    let bytes = Array(text.utf8)
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      var start = colon
      while start > 0, bytes[start - 1] &- 0x30 < 10 { start -= 1 }
      let written = bytes.withUnsafeBufferPointer { bytes in
        var scanner = ByteScanner(bytes, from: start)
        return WrittenTime.clock(&scanner)
      }
      guard let written else { return nil }
      return inPeriod(written, text)
    }
    // Such as `12.10.00` or `12時10分0秒`.
    let numbers = WrittenTime.numbers(in: text).dropFirst(count)
    guard numbers.count >= 2, let hour = numbers.first, hour < 24 else { return nil }
    let rest = Array(numbers.dropFirst())
    guard rest[0] < 60 else { return nil }
    let second = rest.count > 1 ? min(rest[1], 59) : 0
    return inPeriod((hour * 3600 + rest[0] * 60 + second, rest.count > 1), text)
  }

  /// Applies AM or PM in languages that write it before the time.
  private static func inPeriod(_ clock: (seconds: Int, hasSeconds: Bool), _ text: String)
    -> (seconds: Int, hasSeconds: Bool)
  {
    let isAfternoon = ["오후", "下午", "午後", "晚上"].contains { text.contains($0) }
    let isMorning = ["오전", "上午", "午前", "凌晨"].contains { text.contains($0) }
    guard isAfternoon || isMorning, clock.seconds < 13 * 3600 else { return clock }
    let inHalf = clock.seconds % (12 * 3600)
    return (inHalf + (isAfternoon ? 12 * 3600 : 0), clock.hasSeconds)
  }
}
