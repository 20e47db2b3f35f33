import LugeCore
import LugeTestSupport
import Testing

@testable import LugeCharts

/// Colours as eyes of several kinds see them.
@Suite("Palette")
struct PaletteTests {
  @Test(
    "Any two series can be told apart, whatever the sight",
    arguments: [
      ColorScheme.light, .dark,
    ])
  func distances(scheme: ColorScheme) {
    let closest = ColorSight.closest(
      ChartPalette.colors.map { $0.resolved(scheme) }.map { ($0.red, $0.green, $0.blue) })
    #expect(closest.distance >= 0.068, "\(closest.a) and \(closest.b)")
  }

  @Test("Lines and words stand out from the card", arguments: [ColorScheme.light, .dark])
  func contrast(scheme: ColorScheme) {
    let style = ChartStyle()
    let card = style.card.resolved(scheme)
    func ratio(_ color: ThemeColor) -> Double { color.resolved(scheme).contrast(to: card) }
    for color in style.colors + [style.accent] { #expect(ratio(color) >= 3) }
    for color in [style.ink, style.secondary, style.rising, style.falling] {
      #expect(ratio(color) >= 4.5)
    }
  }
}
