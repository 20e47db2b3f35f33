/// Random numbers with distributions other than the uniform one.
///
/// `log` and `exp` of the C library differ in the last bit between systems; these use only
/// additions, multiplications, divisions and square roots, which do not.
extension Xoshiro256 {
  /// Returns a normal variable with mean 0 and standard deviation 1 (Marsaglia's polar method).
  public mutating func normal() -> Double {
    while true {
      let u = 2 * unit() - 1
      let v = 2 * unit() - 1
      let s = u * u + v * v
      guard s > 0, s < 1 else { continue }
      return u * (-2 * Exact.log(s) / s).squareRoot()
    }
  }

  /// Returns the exponential of a normal variable, with this median and standard deviation.
  public mutating func logNormal(median: Double, sigma: Double) -> Double {
    median * Exact.exp(sigma * normal())
  }

  /// Returns a waiting time with this mean.
  public mutating func exponential(mean: Double) -> Double {
    -mean * Exact.log(1 - unit())
  }
}

/// Functions whose results do not depend on the machine.
enum Exact {
  private static let ln2 = 0.693_147_180_559_945_3

  /// Returns the natural logarithm, to about 12 digits.
  static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
    let t = (x.significand - 1) / (x.significand + 1)
    let square = t * t
    var sum = 0.0
    for n in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / n }
    return Double(x.exponent) * ln2 + 2 * t * sum
  }

  /// Returns the exponential, to about 14 digits.
  static func exp(_ x: Double) -> Double {
    let x = min(max(x, -700), 700)
    let power = (x / ln2).rounded()
    let rest = x - power * ln2
    var sum = 1.0
    for n in stride(from: 16.0, through: 1, by: -1) { sum = 1 + sum * rest / n }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// Returns the sine of a fraction of a full turn, from a parabola with one correction; off by at
  /// most 0.001, which suffices for drawing.
  static func wave(_ turns: Double) -> Double {
    let fraction = turns - turns.rounded(.down)
    let x = 2 * (fraction < 0.5 ? fraction : fraction - 1)
    let parabola = 4 * x * (1 - x.magnitude)
    return parabola * (0.775 + 0.225 * parabola.magnitude)
  }
}
