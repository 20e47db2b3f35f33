import Foundation
import LugeCore
import Testing

@testable import LugeFeed

/// Colours as eyes of several kinds see them.
@Suite("Palette")
struct PaletteTests {
  /// Full protanopia and deuteranopia; Machado, Oliveira and Fernandes, 2009, in linear light.
  static let sights: [[[Double]]] = [
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

  private func linear(_ color: RGBA) -> [Double] {
    [color.red, color.green, color.blue].map { channel in
      let c = Double(channel) / 255
      return c <= 0.04045 ? c / 12.92 : exp(2.4 * log((c + 0.055) / 1.055))
    }
  }

  private func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private func oklab(_ light: [Double]) -> [Double] {
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

  private func luminance(_ color: RGBA) -> Double {
    zip([0.2126, 0.7152, 0.0722], linear(color)).reduce(0) { $0 + $1.0 * $1.1 }
  }

  @Test(
    "Any two series can be told apart, whatever the sight",
    arguments: [
      ColorScheme.light, .dark,
    ])
  func distances(scheme: ColorScheme) {
    let colors = ChartPalette.colors.map { linear($0.resolved(scheme)) }
    for sight in Self.sights {
      let seen = colors.map { oklab(product(sight, $0).map { min(max($0, 0), 1) }) }
      for a in seen.indices {
        for b in 0..<a {
          let distance = zip(seen[a], seen[b]).reduce(0) { sum, pair in
            sum + (pair.0 - pair.1) * (pair.0 - pair.1)
          }.squareRoot()
          #expect(distance >= 0.068, "\(a) and \(b)")
        }
      }
    }
  }

  @Test("Lines and words stand out from the card", arguments: [ColorScheme.light, .dark])
  func contrast(scheme: ColorScheme) {
    let style = ChartStyle()
    func ratio(_ color: ThemeColor) -> Double {
      let a = luminance(color.resolved(scheme)) + 0.05
      let b = luminance(style.card.resolved(scheme)) + 0.05
      return max(a, b) / min(a, b)
    }
    for color in style.colors + [style.accent] { #expect(ratio(color) >= 3) }
    for color in [style.ink, style.secondary, style.rising, style.falling] {
      #expect(ratio(color) >= 4.5)
    }
  }
}
