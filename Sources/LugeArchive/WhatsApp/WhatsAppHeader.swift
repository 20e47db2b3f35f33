/// The part of a line that begins a message: date and time, before it is known which of the
/// date's numbers is the day.
struct WhatsAppHeader {
  /// The date's three numbers in the order written.
  var date: (Int, Int, Int)
  /// 0 to 23.
  var hour: Int
  var minute: Int
  /// nil where the layout has none.
  var second: Int?
  var layout: Layout
  var dayPeriodStyle: WhatsAppDayPeriod.Style?
  /// The first number has a leading zero: "09/10/22".
  var isPadded: Bool
  /// Where sender and text begin in the line.
  var end: Int

  /// What all headers of one export have in common.
  struct Layout: Hashable, Sendable {
    enum Frame: UInt8, Sendable {
      /// `[…] sender: text` (iOS).
      case brackets
      /// `… - sender: text` (Android).
      case dash
      /// `…: sender: text` (iOS, before 2015).
      case colon
    }
    enum Separator: UInt8, Sendable { case slash, dot, dash, word }

    var frame: Frame
    var separator: Separator
    /// The first number has four digits.
    var isYearFirst: Bool

    static let count = 24
    /// A number below ``count`` of its own.
    var index: Int {
      (Int(frame.rawValue) * 4 + Int(separator.rawValue)) * 2 + (isYearFirst ? 1 : 0)
    }
  }

  /// Words between date and time: "13.6.2018 klo 21.25".
  private static let joiners: [StaticString] = [
    "klo", "um", "at", "às", "à", "a las", "ore", "kl.", "kl", "в", "o", "u", "lúc", "pukul", "om",
    "godz.",
  ]

  /// Reads the header a line begins with; nil for every other line.
  ///
  /// - Complexity: O(length of the header).
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    // Nearly every line that is no header is told by its first byte.
    guard let first = line.first else { return nil }
    guard first &- 0x30 < 10 || first == UInt8(ascii: "[") || first >= 0xD8 else { return nil }
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    let isBracketed = scanner.take(UInt8(ascii: "["))
    scanner.skipMarks()
    let isPadded = scanner.peek() == 0x30
    guard let a = scanner.number(upTo: 4), a.digits != 3,
      let separator = Self.separator(&scanner),
      let b = scanner.number(upTo: 2), Self.separator(&scanner) == separator,
      let c = scanner.number(upTo: 4), c.digits != 3
    else { return nil }
    guard Self.isPlausible(a, b, c) else { return nil }
    // "13. 6. 2018." and "2018년 6월 13일"
    if separator == .dot { _ = scanner.take(UInt8(ascii: ".")) }
    if separator == .word { guard scanner.take("일") || scanner.take("日") else { return nil } }
    scanner.skipMarks()
    var isParted = scanner.take(UInt8(ascii: ",")) || scanner.take("،") || scanner.take("、")
    if scanner.skipSpaces() { isParted = true }
    guard isParted else { return nil }
    var period = WhatsAppDayPeriod.scan(&scanner)
    if period == nil {
      for joiner in Self.joiners {
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
    let timeSeparator = scanner.peek()
    scanner.position += 1
    guard let minute = scanner.number(upTo: 2), minute.digits == 2, minute.value < 60 else {
      return nil
    }
    var second: Int?
    let beforeSecond = scanner.position
    if scanner.take(timeSeparator) {
      if let number = scanner.number(upTo: 2), number.digits == 2, number.value <= 60 {
        second = min(number.value, 59)
      } else {
        scanner.position = beforeSecond
      }
    }
    if timeSeparator == colon || second != nil { _ = scanner.take(dot) }
    let beforePeriod = scanner.position
    scanner.skipSpaces()
    if period == nil, let found = WhatsAppDayPeriod.scan(&scanner) {
      period = found
    } else {
      scanner.position = beforePeriod
    }

    guard let frame = Self.frame(&scanner, isBracketed: isBracketed, hasSeconds: second != nil)
    else { return nil }
    date = (a.value, b.value, c.value)
    self.hour = Self.hour(hour.value, period: period?.0)
    self.minute = minute.value
    self.second = second
    layout = Layout(frame: frame, separator: separator, isYearFirst: a.digits == 4)
    dayPeriodStyle = period?.1
    self.isPadded = isPadded
    end = scanner.position
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

  /// What ends the header: `] `, ` - ` or `: `.
  private static func frame(_ scanner: inout ByteScanner, isBracketed: Bool, hasSeconds: Bool)
    -> Layout.Frame?
  {
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
      return nil
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

  private static func hour(_ hour: Int, period: WhatsAppDayPeriod?) -> Int {
    let hour = hour == 24 ? 0 : hour
    switch period {
    case .morning: return hour == 12 ? 0 : hour
    case .afternoon: return hour < 12 && hour > 0 ? hour + 12 : hour == 0 ? 12 : hour
    case nil: return hour
    }
  }
}
