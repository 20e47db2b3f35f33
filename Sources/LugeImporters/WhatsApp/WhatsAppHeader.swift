import LugeArchive

/// The part of a line that begins a message: date and time, before it is known which of the date's
/// numbers is the day.
struct WhatsAppHeader {
  /// The date's three numbers in their order in the text.
  var date: (Int, Int, Int)
  /// Hour, 0 to 23.
  var hour: Int
  var minute: Int
  /// Second; nil if the layout has none.
  var second: Int?
  var layout: Layout
  var dayPeriodStyle: DayPeriod.Style?
  /// Whether the first number has a leading zero: "09/10/22".
  var isPadded: Bool
  /// Whether a direction mark precedes everything: on iOS, for messages with a file or a location.
  var isMarked: Bool
  /// Offset of the header's end in the line, where the text begins.
  var end: Int

  /// Layout of a header; usually common to all headers of one export.
  struct Layout: Hashable, Sendable {
    enum Ending: UInt8, Sendable {
      /// `[…] sender: text` (iOS).
      case brackets
      /// `… - sender: text` (Android).
      case dash
      /// `…: sender: text` (iOS, before 2015).
      case colon
      /// `13. 6. 2018. 21:25:15 sender: text`, with a dot after the year.
      case bare
    }
    enum Separator: UInt8, Sendable { case slash, dot, dash, word }

    var ending: Ending
    var separator: Separator
    /// Whether the first number has four digits.
    var isYearFirst: Bool

    static let count = 32
    /// Unique index of the layout, 0 to ``count`` − 1.
    var index: Int {
      (Int(ending.rawValue) * 4 + Int(separator.rawValue)) * 2 + (isYearFirst ? 1 : 0)
    }
  }

  /// Words between date and time: "13.6.2018 klo 21.25".
  private static let joiners: [StaticString] = [
    "klo", "um", "at", "às", "à", "a las", "ore", "kl.", "kl", "в", "o", "u", "lúc", "pukul", "om",
    "godz.",
  ]

  /// Words after a year, and after a time, in some languages and calendars.
  private static let yearWords: [StaticString] = [
    "г.", "р.", "ж.", "هـ", "پ", "BE", "AH", "AP", "AD", "CE",
  ]
  private static let timeWords: [StaticString] = ["น.", "ч.", "hodin", "Uhr"]

  /// Parses the header at the beginning of a line; nil for every other line.
  ///
  /// - Complexity: O(length of the header).
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    // A header begins with a digit, a bracket, or a character whose first byte is at least 0xD8:
    // Arabic digits, invisible direction marks, Korean and Japanese. Nearly all other lines do not.
    guard let first = line.first else { return nil }
    guard first &- 0x30 < 10 || first == UInt8(ascii: "[") || first >= 0xD8 else { return nil }
    var scanner = ByteScanner(line)
    isMarked = scanner.starts(with: "\u{200E}") || scanner.starts(with: "\u{200F}")
    scanner.skipMarks()
    let isBracketed = scanner.take(UInt8(ascii: "["))
    scanner.skipMarks()
    let start = scanner.position
    var day: Day
    var clock: Clock
    if let found = Day(&scanner) {
      day = found
      guard Self.skipSeparator(&scanner), let time = Clock(&scanner) else { return nil }
      clock = time
    } else {
      // Vietnamese: `21:25, 13/06/2018 - `.
      scanner.position = start
      guard let time = Clock(&scanner), Self.skipSeparator(&scanner), let found = Day(&scanner)
      else { return nil }
      clock = time
      day = found
    }
    guard
      let ending = Self.ending(
        &scanner, isBracketed: isBracketed, hasSeconds: clock.second != nil,
        mayBeBare: day.endsInDot)
    else { return nil }
    date = day.numbers
    hour = clock.hour
    minute = clock.minute
    second = clock.second
    layout = Layout(ending: ending, separator: day.separator, isYearFirst: day.isYearFirst)
    dayPeriodStyle = clock.periodStyle
    isPadded = day.isPadded
    end = scanner.position
  }

  /// Skips the separator between date and time.
  ///
  /// - Returns: whether there is one.
  private static func skipSeparator(_ scanner: inout ByteScanner) -> Bool {
    scanner.skipMarks()
    // `2018-06-13T21:25:15`
    if scanner.peek() == UInt8(ascii: "T"), scanner.peek(1) &- 0x30 < 10 {
      scanner.position += 1
      return true
    }
    let hasComma =
      scanner.take(UInt8(ascii: ",")) || scanner.take("،") || scanner.take("、")
      || scanner.take("၊")
    return scanner.skipSpaces() || hasComma
  }

  /// The three numbers of a date.
  private struct Day {
    var numbers: (Int, Int, Int)
    var separator: Layout.Separator
    var isYearFirst: Bool
    var isPadded: Bool
    /// Whether it ends in a dot: `13. 6. 2018.`
    var endsInDot = false

    init?(_ scanner: inout ByteScanner) {
      isPadded = scanner.peek() == 0x30
      guard let a = Self.number(&scanner), a.digits != 3,
        let separator = WhatsAppHeader.separator(&scanner),
        let b = scanner.number(upTo: 4), b.digits != 3,
        WhatsAppHeader.separator(&scanner) == separator,
        let c = Self.number(&scanner), c.digits != 3
      else { return nil }
      self.separator = separator
      if b.digits == 4 {
        // `06/2018/13`: the year is in the middle; returned as year, month and day.
        guard a.digits < 3, c.digits < 3 else { return nil }
        let (month, day) = a.value <= 12 ? (a, c) : (c, a)
        guard WhatsAppHeader.isPlausible(b, month, day) else { return nil }
        numbers = (b.value, month.value, day.value)
        isYearFirst = true
      } else {
        guard WhatsAppHeader.isPlausible(a, b, c) else { return nil }
        numbers = (a.value, b.value, c.value)
        isYearFirst = a.digits == 4
      }
      switch separator {
      case .dot: endsInDot = scanner.take(UInt8(ascii: "."))
      case .word: guard scanner.take("일") || scanner.take("日") else { return nil }
      default: break
      }
      let before = scanner.position
      scanner.skipSpaces()
      // Usually a comma or the hour follows.
      let mayBeWord = scanner.peek() >= 0x41
      if !mayBeWord || !WhatsAppHeader.yearWords.contains(where: { scanner.take($0) }) {
        scanner.position = before
      }
    }

    /// Reads a number of the date, or a year of Japan's eras: `R4`, `令和4`.
    private static func number(_ scanner: inout ByteScanner) -> (value: Int, digits: Int)? {
      if let number = scanner.number(upTo: 4) { return number }
      let before = scanner.position
      let yearBeforeFirst: Int
      if scanner.take("R") || scanner.take("令和") {
        yearBeforeFirst = 2018
      } else if scanner.take("H") || scanner.take("平成") {
        yearBeforeFirst = 1988
      } else {
        return nil
      }
      guard let year = scanner.number(upTo: 2) else {
        scanner.position = before
        return nil
      }
      return (yearBeforeFirst + year.value, 4)
    }
  }

  /// The time of day.
  private struct Clock {
    var hour: Int
    var minute: Int
    var second: Int?
    var periodStyle: DayPeriod.Style?

    init?(_ scanner: inout ByteScanner) {
      var period = DayPeriod.scan(&scanner)
      if period == nil, scanner.peek() &- 0x30 >= 10 {
        for joiner in WhatsAppHeader.joiners {
          let before = scanner.position
          if scanner.take(joiner), scanner.spaceLength() > 0 { break }
          scanner.position = before
        }
      }
      scanner.skipSpaces()
      guard let hour = scanner.number(upTo: 2), hour.value <= 24 else { return nil }
      let colon = UInt8(ascii: ":")
      let dot = UInt8(ascii: ".")
      guard scanner.peek() == colon || scanner.peek() == dot else { return nil }
      let separator = scanner.peek()
      scanner.position += 1
      guard let minute = scanner.number(upTo: 2), minute.digits == 2, minute.value < 60 else {
        return nil
      }
      let beforeSecond = scanner.position
      if scanner.take(separator) {
        if let number = scanner.number(upTo: 2), number.digits == 2, number.value <= 60 {
          second = min(number.value, 59)
        } else {
          scanner.position = beforeSecond
        }
      }
      if separator == colon || second != nil { _ = scanner.take(dot) }
      let beforePeriod = scanner.position
      scanner.skipSpaces()
      if period == nil, let found = DayPeriod.scan(&scanner) {
        period = found
      } else if !WhatsAppHeader.timeWords.contains(where: { scanner.take($0) }) {
        scanner.position = beforePeriod
      }
      self.hour = WhatsAppHeader.hour(hour.value, period: period?.0)
      self.minute = minute.value
      periodStyle = period?.1
    }
  }

  private static func separator(_ scanner: inout ByteScanner) -> Layout.Separator? {
    scanner.skipMarks()
    let separator: Layout.Separator
    switch scanner.peek() {
    case UInt8(ascii: "/"): separator = .slash
    case UInt8(ascii: "."): separator = .dot
    case UInt8(ascii: "-"): separator = .dash
    default:
      for word: StaticString in ["년", "월", "年", "月"] where scanner.take(word) {
        scanner.skipSpaces()
        return .word
      }
      return nil
    }
    scanner.position += 1
    if separator == .dot { scanner.skipSpaces() } else { scanner.skipMarks() }
    return separator
  }

  /// Parses the end of a header: `] `, ` - ` or `: `.
  private static func ending(
    _ scanner: inout ByteScanner, isBracketed: Bool, hasSeconds: Bool, mayBeBare: Bool
  ) -> Layout.Ending? {
    if isBracketed {
      scanner.skipSpaces()
      guard scanner.take(UInt8(ascii: "]")) else { return nil }
      if scanner.spaceLength() > 0 { scanner.position += scanner.spaceLength() }
      return .brackets
    }
    if hasSeconds, scanner.peek() == UInt8(ascii: ":"), scanner.peek(1) == 0x20 {
      scanner.position += 2
      return .colon
    }
    guard scanner.skipSpaces() else { return nil }
    guard scanner.take(UInt8(ascii: "-")) || scanner.take("–") || scanner.take("—") else {
      let isBare = mayBeBare && hasSeconds
      return isBare && WhatsAppSender(scanner.bytes, from: scanner.position).name != nil
        ? .bare : nil
    }
    if scanner.isAtEnd { return .dash }
    let space = scanner.spaceLength()
    guard space > 0 else { return nil }
    scanner.position += space
    return .dash
  }

  private static func isPlausible(
    _ a: (value: Int, digits: Int), _ b: (value: Int, digits: Int), _ c: (value: Int, digits: Int)
  ) -> Bool {
    if a.digits == 4 { return (1...12).contains(b.value) && (1...31).contains(c.value) }
    guard c.digits == 4 || c.digits == 2 else { return false }
    return DateOrder.allCases.contains { $0.date((a.value, b.value, c.value)) != nil }
  }

  private static func hour(_ hour: Int, period: DayPeriod?) -> Int {
    let hour = hour == 24 ? 0 : hour
    switch period {
    case .morning: return hour == 12 ? 0 : hour
    case .afternoon: return hour < 12 && hour > 0 ? hour + 12 : hour == 0 ? 12 : hour
    case nil: return hour
    }
  }
}
