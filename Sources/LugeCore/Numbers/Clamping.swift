/// Arithmetic for numbers that come from outside: files, archives, networks, whoever uses the
/// library.
///
/// Swift's operators end the program where a result does not fit. These end at the largest or
/// smallest number instead. `docs/DESIGN.md` ("Numbers from outside") says where each of both
/// belongs.
extension FixedWidthInteger {
  /// The sum, or the bound of the type that it would lie beyond.
  @inlinable
  package func addingClamped(_ other: Self) -> Self {
    let (sum, isBeyond) = addingReportingOverflow(other)
    guard isBeyond else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, or the bound of the type that it would lie beyond.
  @inlinable
  package func subtractingClamped(_ other: Self) -> Self {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    guard isBeyond else { return difference }
    // What is unsigned can only fall below zero.
    return other < 0 ? .max : .min
  }

  /// The product, or the bound of the type that it would lie beyond.
  @inlinable
  package func multipliedClamped(by other: Self) -> Self {
    let (product, isBeyond) = multipliedReportingOverflow(by: other)
    guard isBeyond else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// The whole part of a number, or the bound of the type that it lies beyond; 0 for what is no
  /// number.
  @inlinable
  package init(clamping number: Double) {
    if let whole = Self(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}

extension Comparable {
  /// The number itself, or the bound of the range that it lies beyond.
  @inlinable
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
