import Foundation

/// A random walk of a price, with calm and nervous days.
struct Walk {
  private var state: UInt64
  private var value: Double
  private var nerves = 1.0
  private var drift: Double

  init(seed: UInt64, from start: Double?) {
    // Each draw adds the same number, so without mixing, seeds that are multiples of it would give
    // one walk, shifted.
    state = Self.mixed(seed &+ 0x5851_F42D_4C95_7F2D)
    value = 100
    drift = 0
    value = start ?? 20 + 300 * uniform()
    drift = (uniform() - 0.45) * 2e-5
  }

  mutating func next() -> Double {
    // The sum of three uniform numbers is close enough to a normal distribution.
    let step = uniform() + uniform() + uniform() - 1.5
    nerves = min(max(nerves * (1 + 0.02 * (uniform() - 0.5)), 0.4), 2.5)
    value *= 1 + drift + step * 0.0006 * nerves
    return value
  }

  /// Returns a number from 0 to 1, by SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Double(Self.mixed(state) >> 11) / 9_007_199_254_740_992
  }

  private static func mixed(_ seed: UInt64) -> UInt64 {
    var z = seed
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

enum Names {
  static let sectors = [
    "Energy", "Materials", "Industrials", "Consumer", "Staples", "Health", "Financials",
    "Technology", "Communication", "Utilities", "Property",
  ]
  static let companies = [
    "Alder Rail", "Borealis Wind", "Cinder & Clay", "Dovetail Tools", "Eastward Shipping",
    "Fennel Foods", "Granite Bank", "Harrow Optics", "Isthmus Telecom", "Juniper Paper",
    "Kestrel Air", "Lantern Media", "Meridian Maps", "Northgate Steel", "Orchard Insurance",
    "Pewter Motors", "Quarry Lime", "Rookery Homes", "Saltmarsh Salt", "Thimble Textiles",
  ]
}
