/// Parses a date as people type it, in English and in the user's language.
///
/// Year first (`2027-06-20`, `20270620`), day first (`20 Jun 2027`, `20.6.2027`), month first where
/// it is a word (`June 20, 2027`) or usual in the user's country (`6/20/2027`). A missing year or
/// month is taken from the date in view (`20 Jun`, `15`); a missing day or month is the first (`Jun
/// 2027`, `2027`).
public struct TypedDate: Sendable {
  /// Date that missing parts are taken from.
  public var nearby: CivilDate
  /// Whether `6/7/2027` means the 7th of June.
  public var monthComesFirst: Bool

  public init(nearby: CivilDate, monthComesFirst: Bool = false) {
    self.nearby = nearby
    self.monthComesFirst = monthComesFirst
  }

  /// Returns the date; nil for a text that is no date, or a date that does not exist.
  ///
  /// - Complexity: O(length of the text).
  public func date(_ text: some StringProtocol) -> CivilDate? {
    guard let words = Self.words(text), !words.isEmpty else { return nil }
    var numbers: [Number] = []
    var month: Int?
    for word in words {
      switch word {
      case .number(let number): numbers.append(number)
      case .letters(let letters):
        if let named = Self.month(letters) {
          guard month == nil else { return nil }
          month = named
        } else if !Self.isFiller(letters) {
          return nil
        }
      }
    }
    if let month { return date(numbers, inMonth: month) }
    return date(numbers, separator: text.contains("/") ? "/" : ".")
  }

  // MARK: Meaning of numbers

  private func date(_ numbers: [Number], inMonth month: Int) -> CivilDate? {
    switch numbers.count {
    case 0: day(nearby.year, month, 1)
    case 1:
      numbers[0].isYear
        ? day(numbers[0].value, month, 1) : day(nearby.year, month, numbers[0].value)
    case 2:
      // `2027 Jun 20`; otherwise the year is last.
      numbers[0].isYear
        ? day(numbers[0].value, month, numbers[1].value)
        : day(numbers[1].year, month, numbers[0].value)
    default: nil
    }
  }

  private func date(_ numbers: [Number], separator: Character) -> CivilDate? {
    switch numbers.count {
    case 1:
      let number = numbers[0]
      if number.digits == 8 {
        return day(number.value / 10_000, number.value / 100 % 100, number.value % 100)
      }
      return number.isYear
        ? day(number.value, 1, 1) : day(nearby.year, nearby.month, number.value)
    case 2:
      let (a, b) = (numbers[0], numbers[1])
      if a.isYear { return day(a.value, b.value, 1) }
      if b.isYear { return day(b.value, a.value, 1) }
      return dayAndMonth(a.value, b.value, of: nearby.year, separator)
    case 3:
      if numbers[0].isYear {
        return day(numbers[0].value, numbers[1].value, numbers[2].value)
      }
      return dayAndMonth(numbers[0].value, numbers[1].value, of: numbers[2].year, separator)
    default: return nil
    }
  }

  /// Returns the date of two numbers. If only one order of day and month is valid, that one is
  /// taken.
  private func dayAndMonth(
    _ a: Int, _ b: Int, of year: Int?, _ separator: Character
  ) -> CivilDate? {
    let orders = monthComesFirst && separator == "/" ? [(b, a), (a, b)] : [(a, b), (b, a)]
    for (number, month) in orders {
      if let found = day(year, month, number) { return found }
    }
    return nil
  }

  private func day(_ year: Int?, _ month: Int, _ day: Int) -> CivilDate? {
    guard let year, (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let date = CivilDate(daysSince1970: CivilDate.day(year: year, month: month, day: day))
    // The conversion turns a date that does not exist, such as 31 June, into another one.
    return date.month == month && date.day == day ? date : nil
  }

  // MARK: Words

  private struct Number {
    var value: Int
    var digits: Int

    var isYear: Bool { digits == 4 }
    /// Year, if the number can be one; two digits are a year of this century.
    var year: Int? { isYear ? value : digits == 2 ? 2000 + value : nil }
  }

  private enum Word {
    case number(Number)
    case letters(String)
  }

  /// Splits a text into words; nil when it contains something that does not belong in a date.
  private static func words(_ text: some StringProtocol) -> [Word]? {
    var words: [Word] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.utf8.count <= 8, let value = Int(digits) else { return nil }
        words.append(.number(Number(value: value, digits: digits.utf8.count)))
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let letters = rest.prefix { $0.isLetter }
        words.append(.letters(letters.lowercased()))
        rest = rest.dropFirst(letters.count)
      } else if first.isWhitespace || ".,/-–".contains(first) {
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    return words
  }

  private static func month(_ letters: String) -> Int? {
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    guard letters.count >= 3 else { return nil }
    let words = DateWords.ofReader
    let tables = [months, words.months.map { $0.lowercased() }, words.shortMonths.map(plain)]
    return tables.lazy.compactMap { $0.firstIndex { $0.hasPrefix(letters) } }.first
      .map { $0 + 1 }
  }

  /// Whether a word has no meaning here, as in `20th of June` or a day of the week.
  private static func isFiller(_ letters: String) -> Bool {
    let weekdays = [
      "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
    return ["st", "nd", "rd", "th", "of", "the"].contains(letters)
      || letters.count >= 2
        && (weekdays + DateWords.ofReader.weekdays.map { $0.lowercased() })
          .contains { $0.hasPrefix(letters) }
  }

  /// Returns a name in lower case, without the full stop of an abbreviation.
  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
}
