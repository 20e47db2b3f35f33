/// Arithmetic for numbers from outside: from files, archives, networks and programs that use the
/// library.
///
/// Swift's operators end the program where a result does not fit. These return the largest or
/// smallest number instead. `CONTRIBUTING.md` ("Numbers from outside") says when to use which.
extension FixedWidthInteger {
  /// Returns the sum, clamped to the type's range.
  @inlinable
  package func addingClamped(_ other: Self) -> Self {
    let (sum, isBeyond) = addingReportingOverflow(other)
    guard isBeyond else { return sum }
    return other < 0 ? .min : .max
  }

  /// Returns the difference, clamped to the type's range.
  @inlinable
  package func subtractingClamped(_ other: Self) -> Self {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    guard isBeyond else { return difference }
    // The difference of unsigned numbers can only be too small.
    return other < 0 ? .max : .min
  }

  /// Returns the product, clamped to the type's range.
  @inlinable
  package func multipliedClamped(by other: Self) -> Self {
    let (product, isBeyond) = multipliedReportingOverflow(by: other)
    guard isBeyond else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// Makes an integer from a number that is truncated and clamped to the type's range; 0 for NaN.
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
  /// Returns the number, clamped to a range.
  @inlinable
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
