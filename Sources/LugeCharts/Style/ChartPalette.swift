public import LugeCore

/// Colours of series that can be told apart from each other and from the card.
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
