import LugeCore
import Testing

/// Arithmetic on pixels against plain division.
@Suite struct PremultipliedTests {
  @Test("Each channel times each alpha is the product, rounded to the nearest")
  func words() {
    for alpha in UInt32(0)...255 {
      for value in UInt32(0)...255 {
        let channel = UInt32((Double(value) * Double(alpha) / 255).rounded())
        let expected = alpha << 24 | channel << 16 | (alpha == 255 ? 7 : channel) << 8
        let green = alpha == 255 ? 7 : value
        let word = Premultiplied.word(red: value, green: green, blue: 0, alpha: alpha)
        guard word == expected else {
          Issue.record("\(value) at \(alpha): \(String(word, radix: 16))")
          return
        }
        let color = RGBA(value << 16 | green << 8, alpha: UInt8(alpha))
        #expect(color.premultipliedWord == word)
      }
    }
  }

  @Test("A colour over an opaque one is their mean by its alpha; an opaque one covers all")
  func over() {
    let (top, bottom) = (RGBA(0xC08040, alpha: 64), RGBA(0x204060))
    let mixed = top.over(bottom)
    #expect(mixed == RGBA(0x485058))
    #expect(RGBA(0x123456).over(bottom) == RGBA(0x123456))
    #expect(RGBA(0x123456, alpha: 0).over(bottom) == bottom)
  }
}
