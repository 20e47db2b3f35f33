import LugeArchive

/// Numbers as text, for sentences about events.
enum TelegramFormat {
  static func count(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a duration in the largest unit that divides it: "90 minutes", "1 day".
  static func duration(_ seconds: Int64) -> String {
    for (unit, name) in [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
    where seconds >= unit && seconds % Int64(unit) == 0 {
      return count(seconds / Int64(unit), name)
    }
    return count(seconds, "second")
  }

  /// Returns an amount that is given in the currency's smallest unit.
  static func money(_ amount: Int64, currency: String?) -> String {
    guard let currency else { return "\(amount)" }
    if currency == "XTR" { return count(amount, "star") }
    let whole: Set = ["JPY", "KRW", "VND", "CLP", "ISK", "UGX", "PYG"]
    if whole.contains(currency) { return "\(amount) \(currency)" }
    let cents = (amount % 100).magnitude
    let sign = amount < 0 && amount > -100 ? "-" : ""
    return "\(sign)\(amount / 100).\(cents < 10 ? "0" : "")\(cents) \(currency)"
  }

  /// Returns "Anna", "Anna and Ben" or "Anna, Ben and Carl".
  static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "somebody" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
