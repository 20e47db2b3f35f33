import Foundation

/// Distances between colours for several kinds of colour vision.
public enum ColorSight {
  /// Normal vision, protanopia and deuteranopia; Machado, Oliveira and Fernandes, 2009, in linear
  /// light.
  private static let sights: [[[Double]]] = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
  ]

  /// Returns the smallest distance in OKLab between any two colours, for any kind of vision, and
  /// the indices of these colours.
  ///
  /// - Parameter colors: red, green and blue, 0 to 255.
  public static func closest(
    _ colors: [(red: UInt8, green: UInt8, blue: UInt8)]
  ) -> (distance: Double, a: Int, b: Int) {
    let light = colors.map { [$0.red, $0.green, $0.blue].map(linear) }
    var closest = (distance: Double.infinity, a: 0, b: 0)
    for sight in sights {
      let seen = light.map { oklab(product(sight, $0).map { min(max($0, 0), 1) }) }
      for a in seen.indices {
        for b in 0..<a {
          let distance = zip(seen[a], seen[b]).reduce(0) { sum, pair in
            sum + (pair.0 - pair.1) * (pair.0 - pair.1)
          }.squareRoot()
          if distance < closest.distance { closest = (distance, a, b) }
        }
      }
    }
    return closest
  }

  /// Returns the hue angle of a colour in OKLab, degrees.
  public static func hue(red: UInt8, green: UInt8, blue: UInt8) -> Double {
    let seen = oklab([red, green, blue].map(linear))
    return atan2(seen[2], seen[1]) * 180 / .pi
  }

  private static func linear(_ channel: UInt8) -> Double {
    let c = Double(channel) / 255
    return c <= 0.04045 ? c / 12.92 : exp(2.4 * log((c + 0.055) / 1.055))
  }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func oklab(_ light: [Double]) -> [Double] {
    let cones = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], light
    ).map { $0 > 0 ? exp(log($0) / 3) : 0 }
    return product(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], cones)
  }
}
