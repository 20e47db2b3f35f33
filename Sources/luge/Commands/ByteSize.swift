import ArgumentParser

/// A number of bytes as users write it: "500M", "20G"; decimal units.
struct ByteSize: ExpressibleByArgument, Equatable {
  var bytes: Int64

  init(bytes: Int64) { self.bytes = bytes }

  init?(argument: String) {
    var digits = argument.uppercased()[...]
    if digits.hasSuffix("B") { digits = digits.dropLast() }
    let units: [Character: Int64] = [
      "K": 1000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000,
    ]
    let unit = digits.last.flatMap { units[$0] }
    if unit != nil { digits = digits.dropLast() }
    guard let number = Int64(digits), number >= 0 else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    self.init(bytes: isTooLarge ? .max : bytes)
  }
}
