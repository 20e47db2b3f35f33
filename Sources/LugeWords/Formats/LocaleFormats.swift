#if canImport(Glibc)
  import Glibc
#endif

/// Formats of numbers, dates and the time of day in the user's country: `LC_NUMERIC` and `LC_TIME`,
/// which may be of another country than the language.
///
/// They are read from the C library with separate locale objects, so the process's locale does not
/// change. If no locale is set, or the one that is set is not installed, the formats of the
/// language are used.
public struct LocaleFormats: Hashable, Sendable {
  public var decimalSeparator = "."
  /// Separator between thousands; empty: none.
  public var groupSeparator = ","
  /// Texts for before and after noon; nil for 24-hour time.
  public var noon: Noon?
  /// Whether a date begins with the month, as in "June 3, 2024".
  public var monthComesFirst = false

  /// First day of the week; 0 is Sunday.
  public var weekBegins = 1

  public struct Noon: Hashable, Sendable {
    public var before: String
    public var after: String

    public init(before: String, after: String) {
      self.before = before
      self.after = after
    }
  }

  public init() {}

  /// Reads the formats.
  ///
  /// - Parameters:
  ///   - variable: returns a variable of the environment, nil if it is not set.
  ///   - language: formats where the C library has no answer.
  init(environment variable: (String) -> String?, language: LocaleFormats) {
    self = language
    func locale(_ category: String, _ mask: Int32) -> locale_t? {
      let set = ["LC_ALL", category, "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
      guard let set, !LanguagePreference.isNobodys(set) else { return nil }
      return newlocale(mask | Int32(LC_CTYPE_MASK), set, nil)
    }
    if let numeric = locale("LC_NUMERIC", Int32(LC_NUMERIC_MASK)) {
      defer { freelocale(numeric) }
      let decimal = Self.text(RADIXCHAR, numeric)
      if !decimal.isEmpty { decimalSeparator = decimal }
      groupSeparator = Self.text(THOUSEP, numeric)
    }
    if let time = locale("LC_TIME", Int32(LC_TIME_MASK)) {
      defer { freelocale(time) }
      let clock = Self.text(T_FMT, time)
      let isHalved = ["%r", "%p", "%P", "%I", "%l"].contains { clock.contains($0) }
      let before = Self.text(AM_STR, time)
      let after = Self.text(PM_STR, time)
      noon = isHalved && !before.isEmpty ? Noon(before: before, after: after) : nil
      let date = Self.text(D_FMT, time)
      let month = ["%m", "%b", "%B"].compactMap { date.firstRange(of: $0)?.lowerBound }.min()
      let day = ["%d", "%e"].compactMap { date.firstRange(of: $0)?.lowerBound }.min()
      if let month, let day { monthComesFirst = month < day && !Self.beginsWithYear(date) }
      weekBegins = Self.weekBegins(time) ?? weekBegins
    }
  }

  /// Returns a text like "1,234,567".
  public func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard !groupSeparator.isEmpty, digits.utf8.count > 3 else { return String(value) }
    var result = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { result += groupSeparator }
      result.append(digit)
    }
    return result
  }

  /// Returns the first day of the week, 0 for Sunday; nil if the C library has no answer.
  private static func weekBegins(_ locale: locale_t) -> Int? {
    // The C library counts from the day of the week of a date, 30 November 1997 (a Sunday) or the
    // day after it. It returns the date itself in place of a pointer.
    let date = Int(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale))
    guard let start = [19_971_130: 0, 19_971_201: 1][date & 0xFFFF_FFFF],
      let first = nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee,
      (1...7).contains(first)
    else { return nil }
    return (start + Int(first) - 1) % 7
  }

  private static func beginsWithYear(_ format: String) -> Bool {
    ["%Y", "%y", "%C", "%G", "%F"].contains { format.hasPrefix($0) }
  }

  private static func text(_ item: some BinaryInteger, _ locale: locale_t) -> String {
    nl_langinfo_l(nl_item(item), locale).map { String(cString: $0) } ?? ""
  }
}
