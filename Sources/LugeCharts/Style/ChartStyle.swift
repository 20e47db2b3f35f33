public import LugeCore

/// Look of charts. Lengths are points.
public struct ChartStyle: Sendable, Hashable {
  /// Space around the card.
  public var margin = 12.0
  /// Space inside of the card.
  public var padding = 14.0
  public var cornerRadius = 12.0
  public var titleSize = 14.0
  public var labelSize = 11.0
  public var lineWidth = 1.25
  /// Whether a single series' last value, and its change, are shown beside the title.
  public var showsHeadline = true
  /// Whether a line in the colour of ``border`` goes around the card.
  public var outlinesCard = true

  public var card = ThemeColor(0xFFFFFF, dark: 0x1B_242C)
  public var border = ThemeColor(0xD9_E0E6, dark: 0x2E_3942)
  public var ink = ThemeColor(0x16_1D23, dark: 0xE8_EDF1)
  public var secondary = ThemeColor(0x5C_6973, dark: 0x9A_A8B3)
  public var faint = ThemeColor(0xB4_BEC6, dark: 0x4C_5963)
  public var grid = ThemeColor(0xED_F1F4, dark: 0x26_313A)
  public var crosshair = ThemeColor(0x8A_96A0, dark: 0x6D_7B86)
  /// Background of the crosshair's values.
  public var panel = ThemeColor(
    light: RGBA(0xFFFFFF, alpha: 240), dark: RGBA(0x23_2E37, alpha: 240))
  /// Colour of a single series.
  public var accent = ThemeColor(0x1F_74C4, dark: 0x5A_B0F2)
  public var rising = ThemeColor(0x00_7F5F, dark: 0x35_C79B)
  public var falling = ThemeColor(0xC2_4A00, dark: 0xFF_8A50)
  /// Colours of several series, in their order; further ones repeat them with dashed lines.
  public var colors = ChartPalette.colors

  public init() {}

  func color(of series: Int) -> ThemeColor {
    colors.isEmpty ? accent : colors[series % colors.count]
  }

  func dashes(of series: Int) -> [Double] {
    series / max(1, colors.count) % 2 == 0 ? [] : [5, 3]
  }

  /// Returns the command that draws the card: one for a row and for the chart in it, so that
  /// nothing changes when the chart covers the row.
  ///
  /// - Parameter px: converts points to device pixels.
  func drawing(ofCard card: Rect, px: (Double) -> Double) -> DrawCommand {
    .roundedRectangle(
      card, CornerRadii(px(cornerRadius)), fill: self.card,
      stroke: outlinesCard ? Stroke(border, width: max(1, px(1))) : nil)
  }
}

extension ThemeColor {
  func withAlpha(_ alpha: UInt8) -> ThemeColor {
    var (light, dark) = (light, dark)
    light.alpha = alpha
    dark.alpha = alpha
    return ThemeColor(light: light, dark: dark)
  }
}

/// Colours of series that can be distinguished from each other and from the card.
///
/// The hues are those of Okabe and Ito ("Color Universal Design", 2008) and Tol ("Colour Schemes",
/// 2021), moved apart by search until any two differ by at least 0.07 in OKLab for normal vision,
/// protanopia and deuteranopia (simulated after Machado, Oliveira and Fernandes, 2009), with a
/// contrast to the card of at least 3. A test checks this.
public enum ChartPalette {
  public static let colors: [ThemeColor] = [
    ThemeColor(0x00_5D91, dark: 0x5B_BDFA),  // blue
    ThemeColor(0xB3_3D13, dark: 0xE6_892B),  // vermilion
    ThemeColor(0x00_916A, dark: 0x4C_B4A3),  // green
    ThemeColor(0xCB_7A9A, dark: 0xF9_BDC5),  // pink
    ThemeColor(0xB7_6800, dark: 0xFE_D533),  // amber
    ThemeColor(0x3D_95CF, dark: 0x83_E2FF),  // sky
    ThemeColor(0x7A_1F4E, dark: 0xD0_3588),  // wine
    ThemeColor(0x5B_4BC4, dark: 0x84_83FF),  // violet
    ThemeColor(0x9D_9840, dark: 0xC4_C675),  // olive
    ThemeColor(0x5F_6B76, dark: 0x8D_8AC4),  // slate
    ThemeColor(0x8F_2E28, dark: 0xBA_7B60),  // brick
  ]
}
