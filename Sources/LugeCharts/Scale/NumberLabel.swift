import LugeWords

#if canImport(Glibc)
  import Glibc
#endif

/// Formats of numbers for axes and crosshairs.
enum NumberLabel {
  /// Formats a value with enough decimals to distinguish values that differ by a step; large ones
  /// in thousands, millions and so on.
  static func text(_ value: Double, step: Double) -> String {
    guard value.isFinite else { return "–" }
    let units: [(Double, String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")]
    for (size, name) in units where value.magnitude >= size && step >= size / 1e4 {
      let unit = name == "k" ? 1e3 : size
      return fixed(value / unit, decimals: decimals(step / unit)) + name
    }
    return fixed(value, decimals: decimals(step))
  }

  /// Formats a value to a thousandth of the range of all values.
  static func text(_ value: Double, among spread: Double) -> String {
    text(value, step: spread > 0 ? pow(10, (log10(spread) - 3).rounded(.up)) : 0.01)
  }

  static func percent(_ share: Double) -> String {
    (share < 0 ? "−" : "+") + fixed(share.magnitude * 100, decimals: 2) + " %"
  }

  /// Returns the decimals needed for whole multiples of the step.
  static func decimals(_ step: Double) -> Int {
    guard step > 0, step.isFinite else { return 0 }
    var decimals = max(0, Int(-log10(step).rounded(.down)))
    // A step of 2.5 or 0.25 has one decimal more than its magnitude suggests.
    let scaled = step * pow(10, Double(decimals))
    if (scaled - scaled.rounded()).magnitude > 1e-6 { decimals += 1 }
    return min(decimals, 9)
  }

  /// Formats a value with a minus sign (not a hyphen), and with the user's separator between
  /// thousands.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let factor = pow(10, Double(decimals))
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let number = UInt64(scaled)
    var whole = Words.formats.number(Int(number / UInt64(factor)))
    if decimals > 0 {
      let part = "\(number % UInt64(factor))"
      whole +=
        Words.formats.decimalSeparator
        + String(repeating: "0", count: max(0, decimals - part.count)) + part
    }
    return value < 0 && number > 0 ? "−" + whole : whole
  }
}
