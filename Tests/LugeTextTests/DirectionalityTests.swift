import CPango
import LugeCore
import Testing

@Suite struct DirectionalityTests {
  @Test("A text begins from right to left where Pango says so: digits and points do not decide")
  func asPango() {
    // Scripts from right to left that are in daily use, and marks between them.
    for value in UInt32(0x0590)...0x0860 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned
      else { continue }
      let isStrong = pango_unichar_direction(value) == PANGO_DIRECTION_RTL
      #expect(
        Directionality.startsRightToLeft(String(scalar)) == isStrong,
        "\(String(value, radix: 16))")
    }
    for text in ["١٢٣", "٥٠٪", "۱۲:۳۰", "😀 ١٢", "١٢ ok"] {
      #expect(!Directionality.startsRightToLeft(text), "\(text)")
      #expect(!Directionality.endsRightToLeft(text), "\(text)")
    }
    #expect(Directionality.startsRightToLeft("١٢ كتاب"))
    #expect(Directionality.endsRightToLeft("one\n٣ שלום"))
  }
}
