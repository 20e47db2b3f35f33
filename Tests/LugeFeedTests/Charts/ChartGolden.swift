import LugeCore
import Testing

/// Mean colours (0xRRGGBB) of blocks of 24 × 24 pixels, row by row.
struct ChartGolden: Sendable, CustomTestStringConvertible {
  var name: String
  var lines: Int
  var scheme: ColorScheme
  var isHovered = false
  var blocks: [Int]

  var testDescription: String { name }

  static let all = [
    ChartGolden(name: "one-light", lines: 1, scheme: .light, blocks: []),
    ChartGolden(name: "three-light", lines: 3, scheme: .light, blocks: []),
    ChartGolden(name: "three-dark-hover", lines: 3, scheme: .dark, isHovered: true, blocks: []),
  ]
}
