import LugeCore
import Testing

/// Sums, differences and products against the same in more bits.
@Suite struct ClampingTests {
  private static let numbers: [Int8] = [
    .min, .min + 1, -64, -2, -1, 0, 1, 2, 63, 64, .max - 1, .max,
  ]

  @Test func everyPairOfSmallNumbersIsAsInMoreBits() {
    for a in Int8.min ... .max {
      for b in Self.numbers {
        #expect(a.addingClamped(b) == Int8(clamping: Int(a) + Int(b)))
        #expect(a.subtractingClamped(b) == Int8(clamping: Int(a) - Int(b)))
        #expect(a.multipliedClamped(by: b) == Int8(clamping: Int(a) * Int(b)))
      }
    }
  }

  @Test func unsignedNumbersEndAtZero() {
    for a in UInt8.min ... .max {
      for b: UInt8 in [0, 1, 2, 127, 128, 254, 255] {
        #expect(a.addingClamped(b) == UInt8(clamping: Int(a) + Int(b)))
        #expect(a.subtractingClamped(b) == UInt8(clamping: Int(a) - Int(b)))
        #expect(a.multipliedClamped(by: b) == UInt8(clamping: Int(a) * Int(b)))
      }
    }
  }

  @Test func fractionsEndAtTheBounds() {
    #expect(Int(clamping: 2.9) == 2)
    #expect(Int(clamping: -2.9) == -2)
    #expect(Int(clamping: Double.nan) == 0)
    #expect(Int(clamping: Double.infinity) == .max)
    #expect(Int(clamping: -Double.infinity) == .min)
    #expect(Int(clamping: 9.3e18) == .max)
    #expect(Int(clamping: -9.3e18) == .min)
    #expect(Int64(clamping: 0x1p63) == .max)
    #expect(Int64(clamping: -0x1p63) == .min)
    #expect(UInt8(clamping: -0.5) == 0)
    #expect(UInt8(clamping: -1.0) == 0)
    #expect(UInt8(clamping: 255.9) == 255)
    #expect(UInt8(clamping: 256.0) == 255)
  }

  @Test func whatIsWithinARangeStays() {
    #expect(5.clamped(to: 0...9) == 5)
    #expect((-5).clamped(to: 0...9) == 0)
    #expect(Int.max.clamped(to: 0...9) == 9)
  }
}
